#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavigationDriver {
  /// Describes the stack and everything that is saved with it: the destinations, the saved states
  /// of the screens, the receivers of their results, their nested stacks, and what they share.
  ///
  /// Two stacks with the same text behave alike after a restore, even if the identifiers of their
  /// entries differ.
  var textOfSavedStack: String {
    get throws {
      let snapshot = snapshot()
      for stack in allScreens.flatMap(\.nestedStacks) {
        if let failure = stack.failure { throw failure }
      }
      return try snapshot.lines.joined(separator: "\n")
    }
  }
}

extension NavigationSnapshot {
  fileprivate var lines: [String] {
    get throws {
      let entries = stack.entries
      var lines = ["\(stack)"]
      for (index, entry) in entries.enumerated() {
        lines.append("\(index): " + text(of: try SavedStateEnvelope.json(of: entry.destination)))
        if let state = states[entry.id] { lines += savedLines(of: state) }
        lines += result(awaitedResults[entry.id], among: entries)
        // Read as data, because the screen of a hidden tab may not have been made.
        let nested = nested[entry.id, default: [:]].sorted { $0.key < $1.key }.flatMap(\.value)
        for data in nested where !data.isEmpty {
          lines += try NavigationSnapshot<SavedJSON>(data).lines.map { "  \($0)" }
        }
      }
      if let asked = stack.askedQuestion {
        lines.append("question: " + text(of: try SavedStateEnvelope.json(of: asked.question)))
        lines += result(awaitedResults[asked.id], among: entries)
      }
      for (name, saved) in shared.sorted(by: { $0.key < $1.key }) {
        let users = entries.indices.filter { saved.users.contains(entries[$0].id) }
        lines.append("\(name): shared by \(users)")
        if let state = saved.state { lines += savedLines(of: state) }
      }
      return lines
    }
  }

  /// Returns a line for the receiver of a result, if there is one.
  private func result(
    _ awaited: NavigationAwaitedResult?,
    among entries: [BackStack<Destination>.Entry]
  ) -> [String] {
    switch awaited {
    case .registered(let screen, let key):
      let asker = entries.firstIndex { $0.id == screen }
      return ["  result: \(key) of \(asker.map { "\($0)" } ?? "a closed screen")"]
    case .ticket: return ["  result: a ticket"]
    case nil: return []
    }
  }

  /// Returns a line for each saved property of a screen.
  private func savedLines(of state: Data) -> [String] {
    let values = try? JSONDecoder().decode([String: SavedStateEnvelope].self, from: state)
    guard let values else { return ["  saved: " + text(of: state)] }
    return values.sorted { $0.key < $1.key }.map { key, value in
      "  \(key): " + ((try? SavedStateEnvelope.json(of: value.state)).map(text) ?? "")
    }
  }

  private func text(of data: some Sequence<UInt8>) -> String {
    String(decoding: Array(data), as: UTF8.self)
  }
}

/// A saved destination of a type that is not known.
private struct SavedJSON: NavigationDestination, CustomStringConvertible {
  private let json: JSONValue

  init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// The name of an enum's case, in the usual coding.
  var description: String {
    switch json {
    case .string(let name): name
    case .object(let payload) where payload.count == 1: payload.keys.joined()
    default: "screen"
    }
  }
}
