#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The saved state of a view model that several screens share.
public struct NavigationSharedState: Codable, Hashable, Sendable {
  /// The entries of the screens.
  public let users: Set<BackStackEntryID>

  /// The values of the view model's ``Saved`` properties, or nil if it has none.
  public let state: Data?

  private enum CodingKeys: CodingKey { case users, state }

  /// Creates a state, for a migration.
  public init(users: Set<BackStackEntryID>, state: Data?) {
    self.users = users
    self.state = state
  }

  /// Reads a state.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    users = try container.decode(Set<BackStackEntryID>.self, forKey: .users)
    state = try container.decodeIfPresent(NestedState.self, forKey: .state)?.data
  }

  /// Writes the state.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // Sorted, so that equal states are written as equal data.
    try container.encode(users.sorted { $0.rawValue < $1.rawValue }, forKey: .users)
    try container.encodeIfPresent(state.map { NestedState($0) }, forKey: .state)
  }
}
