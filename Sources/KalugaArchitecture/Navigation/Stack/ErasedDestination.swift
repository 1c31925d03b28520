/// A destination whose type is known only to the app and to the typed faces of the toolkit.
///
/// An object, so that copying a stack does not look up the type of the destination.
final class ErasedDestination: NavigationDestination {
  let value: any NavigationDestination
  let isDetail: Bool
  private let knownName = Lock<String?>(nil)

  init(_ value: some NavigationDestination) {
    self.value = value
    isDetail = value.isDetail
  }

  /// Always throws: only the destination inside can be read.
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "unknown type")
    )
  }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The name of the screen, which is found once: reflection takes longer than a push.
  var screenName: String {
    if let name = knownName.withLock({ $0 }) { return name }
    let name = value.screenName
    knownName.withLock { $0 = name }
    return name
  }

  /// Returns the destination as a value of the type with which the driver was made.
  func typed<Destination: NavigationDestination>() -> Destination {
    guard let destination = value as? Destination else {
      // A defect of the toolkit: all destinations of a driver, and of its stacks and operations, have
      // the type with which they were made.
      preconditionFailure(
        "expected a destination of type \(Destination.self), found \(type(of: value))"
      )
    }
    return destination
  }

  static func == (one: ErasedDestination, other: ErasedDestination) -> Bool {
    one === other || one.value.equals(other.value)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension ErasedDestination: CustomReflectable {
  /// The destination, with private rows redacted.
  var customMirror: Mirror {
    Mirror(self, children: ["value": ShownValue.of(value)], displayStyle: .class)
  }
}

extension NavigationDestination {
  fileprivate func equals(_ other: any NavigationDestination) -> Bool { other as? Self == self }
}
