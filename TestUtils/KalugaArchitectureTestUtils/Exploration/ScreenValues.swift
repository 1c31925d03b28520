import KalugaArchitecture
import KalugaTerminal

/// The values of the observables, flows and stores of all screens, as text.
struct ScreenValues: Equatable, Sendable {
  /// A property of a screen's view model or of one of its children.
  struct Property: Hashable, Sendable {
    fileprivate let screen: BackStackEntryID
    fileprivate let member: Int
    let name: String
    /// Whether the value is probably derived from others.
    let isReadOnly: Bool
  }

  /// In the order of the screens and their declarations.
  let properties: [Property]
  private let texts: [Property: String]

  @MainActor
  init(_ screens: [(id: BackStackEntryID, viewModel: BaseLifecycleViewModel)]) {
    var properties: [Property] = []
    var texts: [Property: String] = [:]
    for screen in screens {
      for (member, viewModel) in screen.viewModel.family.enumerated() {
        for (name, isReadOnly, lines) in viewModel.storedTexts {
          let property = Property(
            screen: screen.id,
            member: member,
            name: name,
            isReadOnly: isReadOnly
          )
          properties.append(property)
          texts[property] = lines.joined(separator: "\n")
        }
      }
    }
    self.properties = properties
    self.texts = texts
  }

  /// Returns the properties whose values differ; those that only one side has are left out.
  func changes(since other: ScreenValues) -> [Property] {
    properties.filter { property in
      other.texts[property].map { $0 != texts[property] } ?? false
    }
  }
}
