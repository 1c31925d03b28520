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
  package var savedText: String {
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

  /// The values of the saved properties of all screens, as JSON, with the types of the screens and the
  /// keys of the properties, such as `ListViewModel 'query'`.
  package var savedValues: [(name: String, text: String)] {
    stackSubject.current.entries.flatMap { entry -> [(name: String, text: String)] in
      let viewModel = viewModel(of: entry.id)
      let state = viewModel?.savedState()
      let own = (state.flatMap(savedTexts) ?? []).map { key, text in
        (name: viewModel.map { "\(type(of: $0)) '\(key)'" } ?? key, text: text)
      }
      return own + nestedDrivers(in: entry.id).reversed().flatMap(\.savedValues)
    }
  }

  /// Returns a line for each saved property of a screen.
  private func savedLines(of state: Data) -> [String] {
    guard let texts = savedTexts(of: state) else { return ["  saved: " + text(of: state)] }
    return texts.map { "  \($0): \($1)" }
  }

  /// Returns the keys and values of the saved properties of a screen, or nil if the state has none.
  private func savedTexts(of state: Data) -> [(key: String, text: String)]? {
    let values = try? JSONDecoder().decode([String: SavedStateEnvelope].self, from: state)
    return values?.sorted { $0.key < $1.key }.map { key, value in
      (key, (try? SavedStateEnvelope.json(of: value.state)).map(text) ?? "")
    }
  }

  private func text(of data: some Sequence<UInt8>) -> String {
    String(decoding: Array(data), as: UTF8.self)
  }
}
