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

    func picture(_ text: (Entry) -> String) -> String {
      let stacks = tabs.map { path in "[\(path.map(text).joined(separator: ", "))]" }
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

  /// The levels of the layers that the user sees: the top one, and those below that are covered only
  /// partly.
  var seenLevels: Range<Int> {
    var lowest = layers.count - 1
    while lowest > 0, layers[lowest].coversPartly { lowest -= 1 }
    return lowest..<layers.count
  }

  /// The screens that the user sees together with the host, the top one first.
  var seen: [Entry] {
    var seen = [top]
    var level = layers.count - 1
    while level > 0, layers[level].coversPartly {
      level -= 1
      seen.append(top(of: level))
    }
    return seen
  }

  /// Whether the user sees a screen together with the host.
  func sees(_ id: BackStackEntryID) -> Bool { seenLevels.contains { top(of: $0).id == id } }

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
      let prefix = [layer.style?.description, isExplicit ? layer.covering?.rawValue : nil]
      return (prefix.compactMap(\.self) + [layer.picture(text)]).joined(separator: " ")
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

extension ErasedStack: CustomStringConvertible {
  var description: String { picture { $0.destination.screenName } }
}
