/// A move of an app: one thing that the user, a service or the clock does to it.
///
///     enum ShopMove: AppMove {
///       case search(String)
///       case itemTapped(Int)
///       case networkFailed
///     }
///
/// Moves are values, so that a session can be written down and carried out again. A move contains
/// everything that decides what it does, and nothing that is valid in one process only.
public protocol AppMove: Codable, Hashable, Sendable {}
