/// The state that a ``SavedState`` keeps, as a type of its own.
///
///     struct Form: SavableState {
///       var name = ""
///     }
///
/// ``SavedState`` takes each state that is `Codable`, `Equatable` and `Sendable`, for example a string. A type
/// that conforms to this protocol at its declaration is also nonisolated, as ``SavedState`` needs it, in a
/// module whose declarations are isolated to the main actor by default.
public protocol SavableState: Codable, Equatable, Sendable {}
