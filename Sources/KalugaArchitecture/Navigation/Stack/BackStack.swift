/// The screens of an app as a value: a base stack, and the stacks that are presented over it.
///
///     [home, details] ▸ [sheet, subPage]        `subPage` is shown
///     {*[home, details] | [search]}             two tabs, the first of which is shown
///
/// A stack is never empty, and neither is any of its layers and tabs. Operations are pure: they
/// return a new stack. See ``applying(_:from:)``.
public struct BackStack<Destination: NavigationDestination>: Hashable, Sendable {
  /// One screen on the stack.
  ///
  /// Two screens with the same destination are two entries.
  public struct Entry: Hashable, Sendable, Identifiable, Codable {
    /// Identifies the entry for the life of the stack, which never uses the identifier again.
    public let id: BackStackEntryID

    /// The destination that identifies the screen.
    public let destination: Destination
  }

  /// One layer of the stack: a single path of screens, or several paths as tabs, one of them shown.
  public struct Layer: Hashable, Sendable, Codable, Identifiable {
    /// The path of each tab.
    ///
    /// A layer without tabs has one path.
    ///
    /// The array is never empty, and neither is any path.
    public internal(set) var tabs: [[Entry]]

    /// The index of the shown tab.
    public internal(set) var selected: Int

    /// The first screen of the first tab, which identifies the layer among those of a stack.
    public var id: BackStackEntryID { tabs[0][0].id }

    /// The path of the shown tab.
    ///
    /// Operations and hosts recognize a path by its first screen.
    public var path: [Entry] { tabs[selected] }

    /// All entries, with those of the shown tab last.
    var entries: [Entry] {
      if tabs.count == 1 { return path }
      return tabs.indices.filter { $0 != selected }.flatMap { tabs[$0] } + path
    }
  }

  // Declared first, because two stacks usually differ here, which makes comparing them fast.
  var lastID: BackStackEntryID

  /// The base, followed by the layers that are presented over it.
  ///
  /// The array is never empty.
  public internal(set) var layers: [Layer]

  /// Creates a stack with one or more screens, root first.
  public init(root: Destination, _ rest: [Destination] = []) {
    layers = []
    lastID = BackStackEntryID(rawValue: 0)
    layers = [Layer(tabs: [makePath([root] + rest)], selected: 0)]
  }

  /// Creates a stack with one screen in each tab.
  ///
  /// The caller passes at least one screen, and the index of one of them.
  init(tabs roots: [Destination], selected: Int) {
    layers = []
    lastID = BackStackEntryID(rawValue: 0)
    layers = [Layer(tabs: roots.map { [makeEntry($0)] }, selected: selected)]
  }

  /// The entry that is shown.
  public var top: Entry {
    // Layers and paths are never empty, because only the operations change them.
    let path = layers[layers.count - 1].path
    return path[path.count - 1]
  }

  /// The shown path of each layer, lowest layer first.
  public var shownPaths: [[Entry]] { layers.map { $0.path } }

  /// All entries, including those of hidden tabs.
  ///
  /// The last one is the shown screen.
  public var entries: [Entry] { layers.flatMap { $0.entries } }

  /// Whether a screen can be closed: not if it is the first one of the base or of one of its tabs.
  func canClose(_ id: BackStackEntryID) -> Bool { !layers[0].tabs.contains { $0[0].id == id } }

  mutating func makePath(_ destinations: [Destination]) -> [Entry] {
    destinations.map { makeEntry($0) }
  }

  mutating func makeEntry(_ destination: Destination) -> Entry {
    lastID = BackStackEntryID(rawValue: lastID.rawValue + 1)
    return Entry(id: lastID, destination: destination)
  }
}

extension BackStack: Codable {
  private enum CodingKeys: String, CodingKey {
    // The key in stacks that earlier versions have saved.
    case layers = "levels"
    case lastID
  }

  /// Reads a stack.
  ///
  /// - Throws: A `DecodingError`, also for a stack that no operation could have produced.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    layers = try container.decode([Layer].self, forKey: .layers)
    lastID = try container.decode(BackStackEntryID.self, forKey: .lastID)
    guard let problem else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: container.codingPath, debugDescription: problem)
    )
  }

  /// The reason why a decoded stack is invalid, or nil if it is valid.
  private var problem: String? {
    if layers.isEmpty { return "a stack must have at least one layer" }
    for layer in layers {
      if !layer.tabs.indices.contains(layer.selected) {
        return "tab \(layer.selected) is selected, but the number of tabs is \(layer.tabs.count)"
      }
      if layer.tabs.contains(where: \.isEmpty) { return "a layer or tab has no screen" }
    }
    let ids = entries.map(\.id.rawValue)
    if Set(ids).count < ids.count { return "two screens have the same identifier" }
    if let highest = ids.max(), highest > lastID.rawValue || ids.contains(where: { $0 < 1 }) {
      return "a screen has an identifier that was never assigned"
    }
    return lastID.rawValue > Int.max / 2 ? "more screens were opened than is possible" : nil
  }
}

extension BackStack.Entry: CustomReflectable {
  /// The identifier and the destination, with private rows redacted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["id": id, "destination": ShownValue.of(destination)],
      displayStyle: .struct
    )
  }
}

extension BackStack: CustomStringConvertible {
  /// The names of the screens: `[home, details] ▸ [sheet]`, and `{*[home] | [search]}` for tabs.
  ///
  /// A star marks the shown tab.
  public var description: String { picture { $0.destination.screenName } }

  /// Describes the stack, with the text that the closure returns for each screen.
  func picture(_ text: (Entry) -> String) -> String {
    layers.map { $0.picture(text) }.joined(separator: " ▸ ")
  }
}

extension BackStack.Layer: CustomStringConvertible {
  /// The names of the screens.
  ///
  /// Tabs are in braces, and a star marks the shown one.
  public var description: String { picture { $0.destination.screenName } }

  fileprivate func picture(_ text: (BackStack.Entry) -> String) -> String {
    let stacks = tabs.map { path in "[\(path.map(text).joined(separator: ", "))]" }
    guard stacks.count > 1 else { return stacks[0] }
    let marked = stacks.indices.map { ($0 == selected ? "*" : "") + stacks[$0] }
    return "{\(marked.joined(separator: " | "))}"
  }
}
