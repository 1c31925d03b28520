#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavigationDriver {
  /// Describes the stack and everything that is saved with it: the destinations, the saved states
  /// of the screens, the receivers of their results, and their nested stacks.
  ///
  /// Two stacks with the same text behave alike after a restore, even if the identifiers of their
  /// entries differ.
  var textOfSavedStack: String {
    get throws {
      let snapshot = snapshot()
      let entries = snapshot.stack.entries
      var lines = ["\(snapshot.stack)"]
      for (index, entry) in entries.enumerated() {
        lines.append("\(index): " + text(of: try SavedStateEnvelope.json(of: entry.destination)))
        if let state = snapshot.states[entry.id] { lines += savedLines(of: state) }
        switch snapshot.awaitedResults[entry.id] {
        case .registered(let screen, let key):
          let asker = entries.firstIndex { $0.id == screen }
          lines.append("  result: \(key) of \(asker.map { "\($0)" } ?? "a closed screen")")
        case .ticket: lines.append("  result: a ticket")
        case nil: break
        }
        for nested in nestedDrivers(in: entry.id).reversed() {
          lines += try nested.savedText.split(separator: "\n").map { "  \($0)" }
        }
      }
      return lines.joined(separator: "\n")
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
