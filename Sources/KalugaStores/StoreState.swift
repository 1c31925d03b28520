/// A type for the state of a store.
///
///     struct KittensState: StoreState {
///       var images: [KittenImage] = []
///       var isLoading = false
///     }
///
/// A store accepts any state that is `Equatable` and `Sendable`, for example an array of numbers.
/// The conformances must be nonisolated. In a module whose declarations are isolated to the main
/// actor by default, conform to this protocol at the type's declaration to make them so, and mark the types of its
/// properties `nonisolated`.
public protocol StoreState: Equatable, Sendable {}
