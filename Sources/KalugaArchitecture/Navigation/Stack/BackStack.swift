/// The screens of an app as a value: a base stack, and stacks presented over it.
///
///     [home, details] ▸ [sheet, subPage]        `subPage` is the one that is shown
///     {*[home, details] | [search]}             two tabs, the first of which is shown
///
/// Never empty, and neither is any layer or tab. Operations are pure: they return another stack.
public struct BackStack<Destination: NavigationDestination>: Hashable, Sendable {
  /// One screen on the stack; two screens of the same destination are two entries.
  public struct Entry: Hashable, Sendable, Identifiable, Codable {
    /// Tells entries apart for the life of the stack; never used again.
    public let id: Int

    /// Which screen this is.
    public let destination: Destination
  }

  /// What covers the screen at one time: one stack, or several as tabs of which one is shown.
  public struct Layer: Hashable, Sendable, Codable {
    /// The stack of each tab; one for a layer without tabs.
    ///
    /// Neither this nor any of them is empty.
    public internal(set) var tabs: [[Entry]]

    /// Which tab is shown.
    public internal(set) var selected: Int

    /// The stack that is shown.
    public var path: [Entry] { tabs[selected] }

    /// All entries, the one that is shown last.
    var entries: [Entry] {
      tabs.indices.filter { $0 != selected }.flatMap { tabs[$0] } + path
    }
  }

  /// The base, then what is presented over it; never empty.
  public internal(set) var levels: [Layer]

  var lastID: Int

  /// Creates a stack of one or more screens.
  public init(root: Destination, _ rest: [Destination] = []) {
    levels = []
    lastID = 0
    levels = [Layer(tabs: [makePath([root] + rest)], selected: 0)]
  }

  /// The entry that is shown.
  public var top: Entry {
    // Neither levels nor paths are ever empty: see the operations, which alone change them.
    let path = levels[levels.count - 1].path
    return path[path.count - 1]
  }

  /// The stacks that are shown, one over the other: of each layer the selected tab.
  public var layers: [[Entry]] { levels.map(\.path) }

  /// All entries, those of tabs that are not shown included; the one that is shown comes last.
  public var entries: [Entry] {
    levels.flatMap(\.entries)
  }

  mutating func makePath(_ destinations: [Destination]) -> [Entry] {
    destinations.map { makeEntry($0) }
  }

  mutating func makeEntry(_ destination: Destination) -> Entry {
    lastID += 1
    return Entry(id: lastID, destination: destination)
  }
}

extension BackStack: CustomStringConvertible {
  /// The names of the screens: `[home, details] ▸ [sheet]`, and `{*[home] | [search]}` for tabs.
  ///
  /// A star marks the tab that is shown.
  public var description: String {
    levels.map(\.description).joined(separator: " ▸ ")
  }
}

extension BackStack.Layer: CustomStringConvertible {
  /// The names of the screens; tabs in braces, the one that is shown with a star.
  public var description: String {
    let stacks = tabs.map { path in
      "[\(path.map { $0.destination.screenName }.joined(separator: ", "))]"
    }
    guard stacks.count > 1 else { return stacks[0] }
    let marked = stacks.indices.map { ($0 == selected ? "*" : "") + stacks[$0] }
    return "{\(marked.joined(separator: " | "))}"
  }
}
