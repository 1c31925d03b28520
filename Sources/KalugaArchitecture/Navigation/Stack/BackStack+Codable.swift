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

  /// Writes the stack with the identifiers of its entries.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(layers, forKey: .layers)
    try container.encode(lastID, forKey: .lastID)
  }

  /// The reason why a decoded stack is invalid, or nil if it is valid.
  private var problem: String? {
    if layers.isEmpty { return "a stack must have at least one layer" }
    let ids = layers.flatMap { $0.tabs.flatMap { $0.map(\.id.rawValue) } }
    if Set(ids).count < ids.count { return "two screens have the same identifier" }
    if let highest = ids.max(), highest > lastID.rawValue || ids.contains(where: { $0 < 1 }) {
      return "a screen has an identifier that was never assigned"
    }
    if lastID.rawValue > Int.max / 2 { return "more screens were opened than is possible" }
    return nil
  }
}

extension BackStack.Layer {
  private enum Keys: CodingKey {
    case tabs, selected
  }

  /// Reads a layer.
  ///
  /// - Throws: A `DecodingError`, also for a layer that no operation could have produced.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    tabs = try container.decode([[BackStack.Entry]].self, forKey: .tabs)
    selected = try container.decode(Int.self, forKey: .selected)
    guard let problem else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: container.codingPath, debugDescription: problem)
    )
  }

  private var problem: String? {
    if !tabs.indices.contains(selected) {
      return "tab \(selected) is selected, but the number of tabs is \(tabs.count)"
    }
    return tabs.contains(where: \.isEmpty) ? "a layer or tab has no screen" : nil
  }
}
