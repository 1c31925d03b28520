/// The difference of two lists by the identity of their elements, for a host that updates its rows.
///
///     guard let difference = try? ListDifference(from: notes, to: newNotes, id: \.id) else {
///       notes = newNotes
///       return tableView.reloadData()
///     }
///     tableView.performBatchUpdates {
///       notes = newNotes
///       tableView.deleteRows(at: paths(difference.removed), with: .automatic)
///       tableView.insertRows(at: paths(difference.inserted), with: .automatic)
///       for move in difference.moved { tableView.moveRow(at: path(move.from), to: path(move.to)) }
///     }
///     tableView.reconfigureRows(at: paths(difference.changed))
///
/// The offsets mean what they mean in a batch update of UIKit. Without batch updates, first remove the
/// rows at the offsets `removed` and `moved.from` of the old list, the last one first. Then insert those of `inserted` and
/// `moved.to` in ascending order. SwiftUI's `ForEach` needs none of this.
///
/// An element that has moved and changed is in both lists, and one that was replaced by another
/// identity is removed and inserted. Android: `DiffUtil`.
public struct ListDifference: Hashable, Sendable {
  /// A row that changes its place among the rows that stay.
  public struct Move: Hashable, Sendable {
    /// The offset in the old list.
    public let from: Int
    /// The offset in the new list.
    public let to: Int
  }

  /// The offsets in the old list of what is not in the new one, ascending.
  public let removed: [Int]
  /// The offsets in the new list of what is not in the old one, ascending.
  public let inserted: [Int]
  /// The rows that move, ascending by ``Move/to``.
  public let moved: [Move]
  /// The offsets in the new list of elements that are no longer equal to those with the same identity
  /// in the old list, ascending.
  public let changed: [Int]

  /// Compares two lists, whose identities must be unique.
  ///
  /// The time grows with the length of the lists times the number of elements that come, go or move.
  /// The closure is called once for each element.
  ///
  /// - Parameters:
  ///   - old: The list that the rows show.
  ///   - new: The list that they are to show.
  ///   - id: Returns the identity of an element.
  /// - Throws: The first two elements of a list that have the same identity, of the new list if both
  ///   have such elements.
  public init<Element: Equatable>(
    from old: [Element],
    to new: [Element],
    id: (Element) -> some Hashable
  ) throws(DuplicateIDError) {
    let (oldIDs, newIDs) = (old.map(id), new.map(id))
    _ = try Self.offsets(of: newIDs, in: .new)
    let oldOffsets = try Self.offsets(of: oldIDs, in: .old)

    var (removed, inserted, moved): ([Int], [Int], [Move]) = ([], [], [])
    for change in newIDs.difference(from: oldIDs).inferringMoves() {
      switch change {
      case .remove(let offset, _, nil): removed.append(offset)
      case .insert(let offset, _, nil): inserted.append(offset)
      case .insert(let offset, _, let from?): moved.append(Move(from: from, to: offset))
      case .remove: break  // the other half of a move
      }
    }
    // A difference lists what is removed from the end on.
    self.removed = removed.reversed()
    self.inserted = inserted
    self.moved = moved
    changed = new.indices.filter { offset in
      oldOffsets[newIDs[offset]].map { old[$0] != new[offset] } ?? false
    }
  }

  /// Whether the lists are equal.
  public var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty
  }

  private static func offsets<ID: Hashable>(
    of ids: [ID],
    in list: DuplicateIDError.List
  ) throws(DuplicateIDError) -> [ID: Int] {
    var offsets: [ID: Int] = [:]
    for (offset, id) in ids.enumerated() {
      if let first = offsets.updateValue(offset, forKey: id) {
        throw DuplicateIDError(list: list, first: first, second: offset)
      }
    }
    return offsets
  }
}

/// Two elements of a list have the same identity, so that a ``ListDifference`` cannot tell them apart.
public struct DuplicateIDError: Error, Hashable {
  /// One of the two lists that are compared.
  public enum List: Hashable, Sendable {
    /// The list that the rows show.
    case old
    /// The list that they are to show.
    case new
  }

  /// The list with the two elements.
  public let list: List
  /// The offset of the first of them.
  public let first: Int
  /// The offset of the second.
  public let second: Int
}

extension DuplicateIDError: CustomStringConvertible {
  /// What was expected and what was found, without the identity.
  public var description: String {
    "expected a different id for each element of the \(list) list, found the same at \(first) and \(second)"
  }
}
