/// A property whose value is saved with its screen, with the type of the value erased.
@MainActor
protocol SavedProperty: AnyObject {
  /// Identifies the value in the screen; nil if the value is saved in a file.
  var key: String? { get }
  var stage: SavedPropertyStage { get set }
  /// The weak reference to this property.
  ///
  /// Retained here, because the leak sanitizer finds the memory that belongs to a weak reference
  /// only through the reference.
  var reference: SavedPropertyReference? { get set }

  func restore(_ value: SavedStateEnvelope) throws(SavedStateError)
  /// Returns the newest value that can be written; nil if there is none.
  func valueToSave(in owner: BaseLifecycleViewModel) -> SavedStateEnvelope?
}

/// A weak reference to a property.
@MainActor
final class SavedPropertyReference {
  fileprivate weak var property: (any SavedProperty)?
  fileprivate var isReported = false

  fileprivate init(_ property: any SavedProperty) {
    self.property = property
  }
}

/// The progress of a property towards its saved value.
///
///     unclaimed ──by a view model──▶ fresh ──by a screen──▶ settled
///                                      └──────────────────▶ repeated
enum SavedPropertyStage {
  /// No view model has found the property yet.
  case unclaimed
  /// The property has not been given the value that its screen saved, if there is one.
  case fresh
  /// The property has the value that its screen saved, or there is none.
  case settled
  /// Another property of the screen has the same key, and a diagnostic has reported it.
  case repeated
}

/// The saved properties of a view model, and the values of its screen that no property has taken.
@MainActor
final class SavedProperties {
  private(set) var all: [any SavedProperty] = []
  /// Nil if all values have been taken, and for a view model that is not a screen.
  var rest: SavedValues?
  var hasReportedRest = false

  /// Whether the process has ever made a property with a key.
  ///
  /// If not, screens need not be searched for properties.
  private(set) static var isUsed = false

  /// The properties with a key that no view model has found yet.
  private static var unclaimed: [SavedPropertyReference] = []

  /// Whether the view model that is being made may have saved properties.
  static var areUnclaimed: Bool { !unclaimed.isEmpty }

  static func didCreate(_ property: any SavedProperty) {
    isUsed = true
    let reference = SavedPropertyReference(property)
    property.reference = reference
    unclaimed.append(reference)
  }

  /// Reports the properties that belong to no view model, each once.
  static func reportUnclaimed() {
    // A view model that is being made may not have found its properties yet.
    if unclaimed.isEmpty || SavedValues.current != nil { return }
    // One of them may yet be claimed by a view model whose initializer has led here.
    unclaimed.removeAll { $0.property?.stage != .unclaimed }
    for reference in unclaimed where !reference.isReported {
      guard let property = reference.property else { continue }
      reference.isReported = true
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .valueNotSaved,
          "the saved property '\(property.key ?? "")' belongs to no view model, so it is not saved. "
            + "Declare it in a subclass of BaseLifecycleViewModel, without a custom mirror, and assign it "
            + "before super.init."
        )
      )
    }
  }

  /// Finds the properties that a view model and its superclasses declare.
  ///
  /// Called by the initializer of the base class, when all stored properties have their values.
  func claim(from viewModel: BaseLifecycleViewModel) {
    var mirror: Mirror? = Mirror(reflecting: viewModel)
    while let level = mirror, level.subjectType != BaseLifecycleViewModel.self {
      // The storage of a wrapped property is the property's name after an underscore.
      for child in level.children where child.label?.hasPrefix("_") == true {
        guard let property = child.value as? any SavedProperty, property.key != nil,
          property.stage == .unclaimed
        else { continue }
        property.stage = .fresh
        all.append(property)
      }
      mirror = level.superclassMirror
    }
    // Those of a view model that is still being made remain: this one is then its child.
    Self.unclaimed.removeAll { $0.property?.stage != .unclaimed }
  }
}
