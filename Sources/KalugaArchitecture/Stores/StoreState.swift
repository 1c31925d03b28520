/// A type that is made for the state of a store.
///
///     struct KittensState: StoreState {
///       var images: [KittenImage] = []
///       var isLoading = false
///     }
///
/// A store accepts any state that is `Equatable` and `Sendable`, for example an array of numbers. A type that
/// conforms to this protocol at its declaration is also nonisolated, which a store requires, in a module
/// whose declarations are isolated to the main actor by default.
public protocol StoreState: Equatable, Sendable {}
