extension BackStack {
  /// The entries of one stack, in blocks.
  ///
  /// A stack is a value, and who changes it mostly keeps the old one: with one array each push and pop
  /// would copy the whole of it. Here the last block alone is copied.
  struct Path: Hashable, Sendable {
    private static var blockSize: Int { 64 }

    // The one that differs is compared first.

    /// Empty only if the path is.
    private var last: [Entry] = []

    /// What comes before it, in blocks of one size: so equal paths have equal blocks.
    private var full: [[Entry]] = []

    init(_ entries: some Sequence<Entry>) {
      for entry in entries { append(entry) }
    }

    /// The entry at the end; there must be one.
    var top: Entry { last[last.count - 1] }

    /// The entries from a place on.
    func entries(from index: Int) -> [Entry] {
      (index..<count).map { self[$0] }
    }

    mutating func append(_ entry: Entry) {
      if last.count == Self.blockSize {
        full.append(last)
        last = []
      }
      last.append(entry)
    }

    mutating func removeLast(_ number: Int = 1) {
      var left = number
      while left >= last.count, let block = full.popLast() {
        left -= last.count
        last = block
      }
      last.removeLast(left)
    }
  }
}

extension BackStack.Path: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  // Else it would be counted by means that know nothing of what an index is.
  var count: Int { full.count * Self.blockSize + last.count }

  subscript(index: Int) -> BackStack.Entry {
    let (block, place) = index.quotientAndRemainder(dividingBy: Self.blockSize)
    return block < full.count ? full[block][place] : last[place]
  }
}

extension BackStack.Path: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try [BackStack.Entry](from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}
