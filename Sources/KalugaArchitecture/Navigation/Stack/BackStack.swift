/// The screens of an app as a value: a base stack, and stacks presented over it.
///
///     [home, details] ▸ [sheet, subPage]        `subPage` is the one that is shown
///
/// Never empty, and neither is any presented stack. Operations are pure: they return another stack.
public struct BackStack<Destination: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// One screen on the stack; two screens of the same destination are two entries.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Tells entries apart for the life of the stack; never used again.
    public let id: Int

    /// Which screen this is.
    public let destination: Destination
  }

  /// The base stack, then the presented ones; none is empty.
  public private(set) var layers: [[Entry]]

  private var lastID: Int

  /// Creates a stack of one or more screens.
  public init(root: Destination, _ rest: [Destination] = []) {
    layers = [[]]
    lastID = 0
    for destination in [root] + rest {
      append(destination)
    }
  }

  /// The entry that is shown.
  public var top: Entry {
    // No layer is ever empty: see `applying`, the only place that changes them.
    layers[layers.count - 1][layers[layers.count - 1].count - 1]
  }

  /// All entries, from the root to the one that is shown.
  public var entries: [Entry] { layers.flatMap { $0 } }

  // MARK: Operations

  /// The stack after an operation.
  ///
  /// - Throws: The reason, if the operation is not possible here.
  public func applying(
    _ spec: NavigationSpec<Destination>
  ) throws(NavigationError) -> BackStack {
    var stack = self
    let last = layers.count - 1
    switch spec {
    case .push(let destination):
      stack.append(destination)
    case .replace(let destination):
      stack.layers[last].removeLast()
      stack.append(destination)
    case .pop:
      if layers[last].count > 1 {
        stack.layers[last].removeLast()
      } else if last > 0 {
        stack.layers.removeLast()
      } else {
        throw .nothingToGoBackTo(screen: caseName(of: top.destination))
      }
    case .popTo(let destination, let inclusive):
      try stack.popTo(destination, inclusive: inclusive)
    case .popToRoot:
      stack.layers[last].removeLast(layers[last].count - 1)
    case .present(let destination):
      stack.layers.append([])
      stack.append(destination)
    case .dismiss:
      guard last > 0 else { throw .nothingPresented(screen: caseName(of: top.destination)) }
      stack.layers.removeLast()
    case .open(let root, let rest):
      stack.open([root] + rest)
    }
    return stack
  }

  private mutating func append(_ destination: Destination) {
    lastID += 1
    layers[layers.count - 1].append(Entry(id: lastID, destination: destination))
  }

  /// Keeps the entries that the new screens begin with: their view models go on.
  private mutating func open(_ destinations: [Destination]) {
    let kept = zip(layers[0], destinations).prefix { $0.destination == $1 }.map { $0.0 }
    layers = [kept]
    for destination in destinations.dropFirst(kept.count) {
      append(destination)
    }
  }

  private mutating func popTo(
    _ destination: Destination,
    inclusive: Bool
  ) throws(NavigationError) {
    let last = layers.count - 1
    guard let index = layers[last].lastIndex(where: { $0.destination == destination }) else {
      throw .notOnStack(
        screen: caseName(of: destination),
        stack: layers[last].map { caseName(of: $0.destination) }
      )
    }
    let kept = index + (inclusive ? 0 : 1)
    if kept > 0 {
      layers[last].removeLast(layers[last].count - kept)
    } else if last > 0 {
      layers.removeLast()
    } else {
      throw .nothingToGoBackTo(screen: caseName(of: destination))
    }
  }
}

extension BackStack: CustomStringConvertible {
  /// The names of the screens: `[home, details] ▸ [sheet]`.
  public var description: String {
    layers.map { layer in
      "[\(layer.map { caseName(of: $0.destination) }.joined(separator: ", "))]"
    }
    .joined(separator: " ▸ ")
  }
}
