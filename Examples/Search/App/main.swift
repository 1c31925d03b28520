import KalugaArchitecture
import KalugaTerminal
import SearchFeatures

// The app on standard input and output. `help` lists the commands.

let catalogue = EmbeddedCatalogue()
let driver = makeLibraryDriver(catalogue)
let output = StandardOutput()
let session = TerminalSession()

/// Carries out a command of the user.
@MainActor
func handle(_ line: String) async throws -> TerminalSession.Reply {
  let words = line.split(separator: " ", maxSplits: 1).map(String.init)
  switch (words.first, words.dropFirst().first ?? "", driver.topScreen) {
  case (nil, _, _): break
  case ("query", let text, let search as SearchViewModel): search.query = text
  case ("retry", _, let search as SearchViewModel): search.retryTapped()
  case ("open", let id, let search as SearchViewModel):
    if let book = search.results.current.value?.first(where: { "\($0.id)" == id }) {
      try search.bookTapped(book)
    } else {
      output.writeLine("error    no book with this number is shown")
    }
  case ("reserve", _, let details as DetailsViewModel): try details.reserveTapped()
  case ("back", _, _): try driver.back()
  case ("link", let link, _): try driver.open(DeepLinks.library.screens(for: link))
  case ("network", let state, _): catalogue.isOnline = state == "on"
  case ("quit", _, _): return .quit
  case ("help", _, _):
    output.writeLine("  on the search: query TEXT, open NUMBER, retry")
    output.writeLine("  on the details: reserve")
    output.writeLine("  everywhere: back, link URL, network on|off, help, quit")
  default: output.writeLine("error    this is not possible here; type `help`")
  }
  // Waits for the search, so that a script always prints the same.
  if let search = driver.topScreen as? SearchViewModel {
    _ = try await search.isSearching.stateFlow.first { !$0 }
  }
  return .next
}

TransitionPrinter(output: output).follow(driver)
let showing = driver.onTransition { _ in
  switch driver.topScreen {
  case let search as SearchViewModel: session.show(search.screen)
  case let details as DetailsViewModel: session.show(details.screen)
  default: break
  }
}
session.host(driver)
driver.start()
_ = await session.run { line in
  do {
    return try await handle(line)
  } catch {
    output.writeLine("error    \(error)")
    return .next
  }
}
driver.end()
