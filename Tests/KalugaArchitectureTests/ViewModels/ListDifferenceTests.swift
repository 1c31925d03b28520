import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

struct ListDifferenceTests {
  private struct Note: Equatable {
    var id: Int
    var text = ""
  }

  /// Returns notes from a text such as "1 2b": the number is the identity, the rest the text.
  private func notes(_ text: String) -> [Note] {
    text.split(separator: " ").map { note in
      Note(id: note.first?.wholeNumberValue ?? 0, text: String(note.dropFirst()))
    }
  }

  private func difference(_ old: String, _ new: String) throws -> ListDifference {
    try ListDifference(from: notes(old), to: notes(new), id: \.id)
  }

  @Test(
    arguments: [
      ("1 2 3", "1 2 3", "", "", "", ""),
      ("", "1 2", "", "0 1", "", ""),
      ("1 2", "", "0 1", "", "", ""),
      ("1 2 3", "1 3", "1", "", "", ""),
      ("1 2 3 4", "4 2 3 1", "", "", "3-0 0-3", ""),
      // BigDiffer #3: an element that only changes is neither removed nor inserted.
      ("1a 2b", "1a 2c", "", "", "", "1"),
      // swift #71812: a row that moves and changes at the same time is not one that moves.
      ("1a 2 3", "2 3 1b", "", "", "0-2", "2"),
      // DifferenceKit #65: one row moves, and not all those that it passes.
      ("1 2 3 4 5", "5 1 2 3 4", "", "", "4-0", ""),
      // IGListKit #657, #690: the offsets of what is removed, inserted and moved overlap.
      ("1 2 3 4", "5 4a 1 6", "1 2", "0 3", "0-2", "1"),
    ]
  )
  func `rows are removed, inserted and moved by identity, and changed by value`(
    old: String,
    new: String,
    removed: String,
    inserted: String,
    moved: String,
    changed: String
  ) throws {
    let difference = try difference(old, new)
    func text(_ offsets: [Int]) -> String { offsets.map { "\($0)" }.joined(separator: " ") }
    #expect(text(difference.removed) == removed)
    #expect(text(difference.inserted) == inserted)
    #expect(difference.moved.map { "\($0.from)-\($0.to)" }.joined(separator: " ") == moved)
    #expect(text(difference.changed) == changed)
    #expect(difference.isEmpty == (old == new))
  }

  @Test(
    arguments: [
      ("1 2", "3 4 5 4", "new", 1, 3), ("1 1 2", "3", "old", 0, 1), ("1 1", "2 2", "new", 0, 1),
    ]
  )
  func `a list with an identity twice is refused, with its two elements`(
    old: String,
    new: String,
    list: String,
    first: Int,
    second: Int
  ) throws {
    let error = try #require(throws: DuplicateIDError.self) { try difference(old, new) }
    #expect("\(error.list)" == list)
    #expect([error.first, error.second] == [first, second])
  }

  @Test(arguments: seedsFromEnvironment())
  func `a host that follows the documentation shows the new list`(seed: UInt64) throws {
    var dice = SeededRandom(seed: seed)
    func list() -> [Note] {
      (0..<12).shuffled(using: &dice).prefix(dice.below(13))
        .map { Note(id: $0, text: dice.isTrue(50) ? "a" : "b") }
    }
    let (old, new) = (list(), list())
    let difference = try ListDifference(from: old, to: new, id: \.id)

    var rows = old
    let leaving = difference.removed + difference.moved.map(\.from)
    for offset in leaving.sorted().reversed() { rows.remove(at: offset) }
    let arriving =
      difference.inserted.map { ($0, new[$0]) } + difference.moved.map { ($0.to, old[$0.from]) }
    for (offset, row) in arriving.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: offset) }
    #expect(rows.map(\.id) == new.map(\.id))
    for offset in difference.changed {
      #expect(rows[offset] != new[offset])
      rows[offset] = new[offset]
    }
    #expect(rows == new)
  }
}
