/// The screens of an app as a value: a base stack, and stacks presented over it.
///
///     [home, details] ▸ [sheet, subPage]        `subPage` is shown
///     {*[home, details] | [search]}             two tabs, the first of which is shown
///
/// Never empty, and neither is any layer or tab. Operations are pure: they return another stack.
public struct BackStack<Destination: NavigationDestination>: Hashable, Sendable {
  /// One screen on the stack; two screens of the same destination are two entries.
  public struct Entry: Hashable, Sendable, Identifiable, Codable {
    /// Identifies the entry for the life of the stack; never used again.
    public let id: BackStackEntryID

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

    /// All entries, those of the shown tab last.
    var entries: [Entry] {
      if tabs.count == 1 { return path }
      return tabs.indices.filter { $0 != selected }.flatMap { tabs[$0] } + path
    }
  }

  // The first property: stacks that differ mostly differ here, which makes comparing them fast.
  var lastID: BackStackEntryID

  /// The base, then what is presented over it; never empty.
  public internal(set) var layers: [Layer]

  /// Creates a stack of one or more screens.
  public init(root: Destination, _ rest: [Destination] = []) {
    layers = []
    lastID = BackStackEntryID(rawValue: 0)
    layers = [Layer(tabs: [makePath([root] + rest)], selected: 0)]
  }

  /// The entry that is shown.
  public var top: Entry {
    // Neither layers nor paths are ever empty: see the operations, which alone change them.
    let path = layers[layers.count - 1].path
    return path[path.count - 1]
  }

  /// The stack of the selected tab of each layer, the lowest layer first.
  public var shownPaths: [[Entry]] { layers.map(\.path) }

  /// All entries, including those of hidden tabs; the shown one is the last.
  public var entries: [Entry] { layers.flatMap(\.entries) }

  mutating func makePath(_ destinations: [Destination]) -> [Entry] {
    destinations.map { makeEntry($0) }
  }

  mutating func makeEntry(_ destination: Destination) -> Entry {
    lastID = BackStackEntryID(rawValue: lastID.rawValue + 1)
    return Entry(id: lastID, destination: destination)
  }
}

extension BackStack: CustomStringConvertible {
  /// The names of the screens: `[home, details] ▸ [sheet]`, and `{*[home] | [search]}` for tabs.
  ///
  /// A star marks the tab that is shown.
  public var description: String { picture(\.destination.screenName) }

  /// The description with a text of its own for each screen.
  func picture(_ text: (Entry) -> String) -> String {
    layers.map { $0.picture(text) }.joined(separator: " ▸ ")
  }
}

extension BackStack.Layer: CustomStringConvertible {
  /// The names of the screens; tabs in braces, the shown one with a star.
  public var description: String { picture(\.destination.screenName) }

  fileprivate func picture(_ text: (BackStack.Entry) -> String) -> String {
    let stacks = tabs.map { path in "[\(path.map(text).joined(separator: ", "))]" }
    guard stacks.count > 1 else { return stacks[0] }
    let marked = stacks.indices.map { ($0 == selected ? "*" : "") + stacks[$0] }
    return "{\(marked.joined(separator: " | "))}"
  }
}
