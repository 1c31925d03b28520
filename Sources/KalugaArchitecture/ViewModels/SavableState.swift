/// A type that is made for the state of a ``SavedState``.
///
///     struct Form: SavableState {
///       var name = ""
///     }
///
/// ``SavedState`` accepts any state that is `Codable`, `Equatable` and `Sendable`, for example a string. A type
/// that conforms to this protocol at its declaration is also nonisolated, which ``SavedState`` requires, in a
/// module whose declarations are isolated to the main actor by default.
public protocol SavableState: Codable, Equatable, Sendable {}
