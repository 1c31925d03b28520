/// The screens of an app as a value: a base stack, and the stacks that are presented over it.
///
///     [home, details] ▸ [sheet, subPage]        `subPage` is shown
///     {*[home, details] | [search]}             two tabs, the first of which is shown
///     [home, details] ? (discard | keep)        a question about `details` is asked
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

    init(_ entry: ErasedStack.Entry) {
      id = entry.id
      destination = entry.destination.typed()
    }
  }

  /// One layer of the stack: a single path of screens, or several paths as tabs, one of them shown.
  public struct Layer: Hashable, Sendable, Codable, Identifiable {
    /// The path of each tab.
    ///
    /// A layer without tabs has one path.
    ///
    /// The array is never empty, and neither is any path.
    public let tabs: [[Entry]]

    /// The index of the shown tab.
    public let selected: Int

    /// How the layer is presented, or nil if the host decides.
    ///
    /// The base has none.
    public let style: PresentationStyle?

    /// What the layer covers of those below, or nil if the style decides.
    ///
    /// The base has none.
    public let covering: PresentationCovering?

    /// The index in ``path`` of the first screen of the detail pane, or nil if there is none.
    ///
    /// A wide host shows the screens before it as the list, and the others beside it. See
    /// ``NavigationDestination/isDetail``.
    public var startOfDetail: Int? { BackStack.startOfDetail(of: path) }

    /// Whether the screen below stays visible.
    package var coversPartly: Bool { (covering ?? style?.covering) == .partly }

    /// The first screen of the first tab, which identifies the layer among those of a stack.
    public var id: BackStackEntryID { tabs[0][0].id }

    /// The path of the shown tab.
    ///
    /// Operations and hosts recognize a path by its first screen.
    public var path: [Entry] { tabs[selected] }

    init(_ layer: ErasedStack.Layer) {
      tabs = layer.tabs.map { $0.map { Entry($0) } }
      selected = layer.selected
      style = layer.style
      covering = layer.covering
    }

    var erased: ErasedStack.Layer {
      let tabs = tabs.map { path in
        path.map { ErasedStack.Entry(id: $0.id, destination: ErasedDestination($0.destination)) }
      }
      return ErasedStack.Layer(tabs: tabs, selected: selected, style: style, covering: covering)
    }
  }

  let erased: ErasedStack

  init(_ erased: ErasedStack) { self.erased = erased }

  /// Creates a stack with one or more screens, root first.
  public init(root: Destination, _ rest: [Destination] = []) {
    erased = ErasedStack(path: ([root] + rest).map { ErasedDestination($0) })
  }

  /// Creates a stack with one screen in each tab.
  ///
  /// The caller passes at least one screen, and the index of one of them.
  init(tabs roots: [Destination], selected: Int) {
    erased = ErasedStack(tabs: roots.map { ErasedDestination($0) }, selected: selected)
  }

  /// The base, followed by the layers that are presented over it.
  ///
  /// The array is never empty. It is made at each access.
  public var layers: [Layer] { erased.layers.map { Layer($0) } }

  /// Whether the host shows lists and details side by side: see ``NavigationDriver/isWide``.
  ///
  /// Not saved, because a later process may have another window.
  public var isWide: Bool { erased.isWide }

  /// The entry that is shown.
  public var top: Entry { Entry(erased.top) }

  /// The question that is asked about the shown screen, or nil if there is none.
  public var question: Question? { erased.question?.question }

  /// The question with its identifier, by which a host answers it.
  package var askedQuestion: AskedQuestion? { erased.question }

  /// The shown path of each layer, lowest layer first.
  public var shownPaths: [[Entry]] { erased.layers.map { $0.path.map { Entry($0) } } }

  /// Returns the parts of a path that the host shows side by side: the list before its detail, or
  /// the whole path.
  package func panes(of path: [Entry]) -> [[Entry]] {
    guard isWide, let start = Self.startOfDetail(of: path) else { return [path] }
    return [Array(path[..<start]), Array(path[start...])]
  }

  private static func startOfDetail(of path: [Entry]) -> Int? {
    path.dropFirst().firstIndex { $0.destination.isDetail }
  }

  /// All entries, including those of hidden tabs.
  ///
  /// The last one is the shown screen.
  public var entries: [Entry] { erased.entries.map { Entry($0) } }

  /// Returns the stack with other destinations and the same identifiers.
  func map<Other: NavigationDestination>(
    _ transform: (Destination) throws -> Other
  ) rethrows -> BackStack<Other> {
    var erased = erased
    for (depth, layer) in erased.layers.enumerated() {
      erased.layers[depth].tabs = try layer.tabs.map { path in
        try path.map { entry in
          let destination = ErasedDestination(try transform(entry.destination.typed()))
          return ErasedStack.Entry(id: entry.id, destination: destination)
        }
      }
    }
    return BackStack<Other>(erased)
  }

  /// Returns the stack after an operation.
  ///
  /// - Parameters:
  ///   - spec: The operation.
  ///   - origin: The screen that makes the request, which ``NavigationSpec/finish(result:)`` closes.
  /// - Returns: The new stack.
  /// - Throws: The reason, if the operation is not possible on this stack.
  public func applying(
    _ spec: NavigationSpec<Destination>,
    from origin: BackStackEntryID? = nil
  ) throws(NavigationError) -> BackStack {
    BackStack(try NavigationPlan(spec.operation.erased, on: erased, from: origin).new)
  }
}

extension BackStack: Codable {
  private enum CodingKeys: String, CodingKey {
    // The key in stacks that earlier versions have saved.
    case layers = "levels"
    case lastID, question
  }

  /// Reads a stack.
  ///
  /// - Throws: A `DecodingError`, also for a stack that no operation could have produced.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    erased = ErasedStack(
      lastID: try container.decode(BackStackEntryID.self, forKey: .lastID),
      layers: try container.decode([Layer].self, forKey: .layers).map(\.erased),
      question: try container.decodeIfPresent(AskedQuestion.self, forKey: .question)
    )
    guard let problem = erased.problem else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: container.codingPath, debugDescription: problem)
    )
  }

  /// Writes the stack.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(layers, forKey: .layers)
    try container.encode(erased.lastID, forKey: .lastID)
    try container.encodeIfPresent(erased.question, forKey: .question)
  }
}

extension ErasedStack {
  /// The reason why a decoded stack is invalid, or nil if it is valid.
  fileprivate var problem: String? {
    if layers.isEmpty { return "a stack must have at least one layer" }
    if layers[0].style != nil { return "the base has a presentation style" }
    if layers[0].covering != nil { return "the base covers something" }
    for layer in layers {
      if !layer.tabs.indices.contains(layer.selected) {
        return "tab \(layer.selected) is selected, but the number of tabs is \(layer.tabs.count)"
      }
      if layer.tabs.contains(where: \.isEmpty) { return "a layer or tab has no screen" }
      if let problem = layer.style?.problem { return problem }
    }
    if let problem = question?.question.problem { return problem }
    let ids = (entries.map(\.id) + [question?.id].compactMap(\.self)).map(\.rawValue)
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

extension BackStack: CustomReflectable {
  /// The layers, with private rows redacted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["lastID": erased.lastID, "layers": layers, "question": question as Any],
      displayStyle: .struct
    )
  }
}

extension BackStack: CustomStringConvertible {
  /// The names of the screens: `[home, details] ▸ [sheet]`, and `{*[home] | [search]}` for tabs.
  ///
  /// A star marks the shown tab. A presented stack with a style begins with it:
  /// `[home] ▸ popover [filters]`, or with what its request has said of the screen below:
  /// `[map] ▸ partly [filters]`. A question adds the names of its choices:
  /// `[home] ? (discard | keep)`. In a wide host, `‖` is between a list and its detail:
  /// `[inbox ‖ mail]`.
  public var description: String { erased.description }
}

extension BackStack.Layer: CustomStringConvertible {
  /// The names of the screens.
  ///
  /// Tabs are in braces, and a star marks the shown one. The style is not included.
  public var description: String { erased.picture(isWide: false) { $0.destination.screenName } }
}
