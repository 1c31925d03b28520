/// The state of a store as a type of its own.
///
///     struct KittensState: StoreState {
///       var images: [KittenImage] = []
///       var isLoading = false
///     }
///
/// A store takes each state that is `Equatable` and `Sendable`, for example an array of numbers. A type that
/// conforms to this protocol at its declaration is also nonisolated, as a store needs it, in a module whose
/// declarations are isolated to the main actor by default.
public protocol StoreState: Equatable, Sendable {}
