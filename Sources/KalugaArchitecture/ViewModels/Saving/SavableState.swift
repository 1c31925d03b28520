/// A type whose values a ``Saved`` property can save.
///
///     struct Form: SavableState {
///       var name = ""
///     }
///
/// ``Saved`` accepts any type that is `Codable`, `Equatable` and `Sendable`, such as a string. The
/// conformances must be nonisolated. In a module whose declarations are isolated to the main actor
/// by default, conform to this protocol at the type's declaration to make them so.
public protocol SavableState: Codable, Equatable, Sendable {}
