import KalugaArchitecture
import KalugaTerminal
import SearchFeatures

extension SearchViewModel {
  var screen: TerminalScreen {
    TerminalScreen(
      combine($query, results, isSearching, $reserved) { query, results, isSearching, reserved in
        var lines = ["Search: \(query)"]
        lines += (results.value ?? []).map { "\($0.id)  \($0.title)" }
        if isSearching { lines.append("searching…") }
        if let error = results.error { lines.append("\(error): type `retry`") }
        if !reserved.isEmpty {
          lines.append("reserved: " + reserved.map(\.title).joined(separator: ", "))
        }
        return lines
      }
    )
  }
}

extension DetailsViewModel {
  var screen: TerminalScreen {
    TerminalScreen(
      $copies.map { [title = book.title] in [title, "copies: \($0.map { "\($0)" } ?? "…")"] }
    )
  }
}
