/// A back stack with the type of its destinations erased.
///
/// A stack is never empty, and neither is any of its layers and tabs.
struct ErasedStack: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let id: BackStackEntryID
    let destination: ErasedDestination
  }

  struct Layer: Hashable, Sendable {
    var tabs: [[Entry]]
    var selected: Int
    /// How the layer is presented, or nil if the host decides.
    var style: PresentationStyle?
    /// What the layer covers of those below, or nil if the style decides.
    var covering: PresentationCovering?

    /// Whether the screen below stays visible.
    var coversPartly: Bool { (covering ?? style?.covering) == .partly }

    var id: BackStackEntryID { tabs[0][0].id }

    var path: [Entry] { tabs[selected] }

    /// All entries, with those of the shown tab last.
    var entries: [Entry] {
      if tabs.count == 1 { return path }
      return tabs.indices.filter { $0 != selected }.flatMap { tabs[$0] } + path
    }

    /// Describes the layer; in a wide host, with `‖` between a list and its detail.
    func picture(isWide: Bool, _ text: (Entry) -> String) -> String {
      let stacks = tabs.map { path in
        let start = isWide ? path.startOfDetail ?? path.count : path.count
        let panes = [path[..<start], path[start...]].filter { !$0.isEmpty }
        let names = panes.map { $0.map(text).joined(separator: ", ") }
        return "[\(names.joined(separator: " ‖ "))]"
      }
      guard stacks.count > 1 else { return stacks[0] }
      let marked = stacks.indices.map { ($0 == selected ? "*" : "") + stacks[$0] }
      return "{\(marked.joined(separator: " | "))}"
    }
  }

  // Declared first, because two stacks usually differ here, which makes comparing them fast.
  var lastID = BackStackEntryID(rawValue: 0)
  var layers: [Layer] = []
  /// The question about the top entry, with which it leaves.
  var question: AskedQuestion?
  /// Whether the host shows lists and details side by side; not saved.
  var isWide = false

  init(lastID: BackStackEntryID, layers: [Layer], question: AskedQuestion?) {
    self.lastID = lastID
    self.layers = layers
    self.question = question
  }

  init(path: [ErasedDestination]) {
    layers = [Layer(tabs: [makePath(path)], selected: 0)]
  }

  init(tabs roots: [ErasedDestination], selected: Int) {
    layers = [Layer(tabs: roots.map { [makeEntry($0)] }, selected: selected)]
  }

  var top: Entry {
    // Layers and paths are never empty, because only the operations change them.
    top(of: layers.count - 1)
  }

  /// All entries, including those of hidden tabs.
  ///
  /// The last one is the shown screen.
  var entries: [Entry] { layers.count == 1 ? layers[0].entries : layers.flatMap(\.entries) }

  /// The level of the lowest layer that the user sees: those above it cover only partly.
  private var lowestSeenLevel: Int {
    var level = layers.count - 1
    while level > 0, layers[level].coversPartly { level -= 1 }
    return level
  }

  /// The paths that the user sees together with the host, top first.
  var seenPaths: [[Entry]] {
    (lowestSeenLevel..<layers.count).reversed().flatMap { panes(of: $0) }
  }

  /// The screens on top of these paths, without the paths, because each transition asks for them.
  var seen: [Entry] {
    var seen: [Entry] = []
    for level in stride(from: layers.count - 1, through: lowestSeenLevel, by: -1) {
      seen.append(top(of: level))
      let path = layers[level].path
      if isWide, let start = path.startOfDetail { seen.append(path[start - 1]) }
    }
    return seen
  }

  /// Whether the user sees a screen together with the host.
  func sees(_ id: BackStackEntryID) -> Bool { seen.contains { $0.id == id } }

  /// The parts of a layer's path that the host shows side by side: the detail before the list, or the
  /// whole path.
  func panes(of level: Int) -> [[Entry]] {
    let path = layers[level].path
    guard isWide, let start = path.startOfDetail else { return [path] }
    return [Array(path[start...]), Array(path[..<start])]
  }

  func top(of level: Int) -> Entry {
    let path = layers[level].path
    return path[path.count - 1]
  }

  func entry(_ id: BackStackEntryID) -> Entry? { entries.first { $0.id == id } }

  /// Whether a screen can be closed: not if it is the first one of the base or of one of its tabs.
  func canClose(_ id: BackStackEntryID) -> Bool { !layers[0].tabs.contains { $0[0].id == id } }

  mutating func makePath(_ destinations: [ErasedDestination]) -> [Entry] {
    destinations.map { makeEntry($0) }
  }

  mutating func makeEntry(_ destination: ErasedDestination) -> Entry {
    Entry(id: makeID(), destination: destination)
  }

  mutating func makeID() -> BackStackEntryID {
    lastID = BackStackEntryID(rawValue: lastID.rawValue + 1)
    return lastID
  }

  /// Describes the stack, with the text that the closure returns for each screen.
  func picture(_ text: (Entry) -> String) -> String {
    let stacks = layers.map { layer in
      let isExplicit = layer.covering != nil && layer.covering != (layer.style?.covering ?? .wholly)
      let covering = isExplicit ? layer.covering?.rawValue : nil
      let parts = [layer.style?.description, covering, layer.picture(isWide: isWide, text)]
      return parts.compactMap(\.self).joined(separator: " ")
    }
    .joined(separator: " ▸ ")
    return question.map { "\(stacks) ? \($0.question)" } ?? stacks
  }

  /// Returns the operation that selects the tab with this first screen, or nil if there is none.
  func selecting(_ id: BackStackEntryID) -> ErasedSpec? {
    for (level, layer) in layers.enumerated() where layer.tabs.count > 1 {
      guard let tab = layer.tabs.firstIndex(where: { $0[0].id == id }) else { continue }
      var spec = ErasedSpec.selectTab(tab)
      for _ in layers.dropFirst(level + 1) { spec = .below(spec) }
      return spec
    }
    return nil
  }
}

extension [ErasedStack.Entry] {
  /// The index of the first screen of the detail pane, or nil if there is none.
  ///
  /// The first screen is never a detail, and what is above the first detail belongs to it.
  var startOfDetail: Int? { dropFirst().firstIndex { $0.destination.isDetail } }
}

extension ErasedStack: CustomStringConvertible {
  var description: String { picture { $0.destination.screenName } }
}
