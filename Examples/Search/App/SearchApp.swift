import AddressWizard
import AddressWizardTerminal
import KalugaArchitecture
import KalugaSystem
import KalugaTerminal
import SearchFeatures

/// The app: the lines and commands of each screen, and a switch for the network.
@MainActor
enum SearchApp {
  static func make(on console: TerminalConsole) throws -> TerminalApp<LibraryScreen> {
    let catalogue = EmbeddedCatalogue()
    let links = try DeepLinks.library()
    let app = TerminalApp(
      root: LibraryScreen.search,
      on: console,
      links: links,
      savesState: true
    ) { screen, driver in
      screen.makeViewModel(driver, catalogue, links: links, clock: ContinuousClock())
    }
    app.screen(SearchViewModel.self) { search in
      search.query.isEmpty ? "Search" : "Search: \(search.query)"
      for book in search.results.current.value ?? [] { "\(book.id)  \(book.title)" }
      if search.isSearching.current {
        "searching…"
      } else if !search.query.isEmpty, search.results.current.value?.isEmpty == true {
        "no title contains this"
      }
      if let error = search.results.current.error { "\(error): type `retry`" }
      if !search.reserved.isEmpty {
        "reserved: " + search.reserved.map(\.title).joined(separator: ", ")
      }
    } commands: { search in
      TerminalCommand("query", "TEXT", "searches for titles", example: "query emma") {
        search.query = $0
      }
      TerminalCommand("retry", "searches again") { search.retryTapped() }
      TerminalCommand("details", 1...99, "shows the details of a book") { number in
        guard let book = search.results.current.value?.first(where: { $0.id == number }) else {
          throw TerminalCommandError("no book with the number \(number) is shown")
        }
        try search.bookTapped(book)
      }
    }
    app.screen(DetailsViewModel.self) { details in
      details.book.title
      "copies: \(details.copies.map { "\($0)" } ?? "…")"
      if let address = details.address { "delivered to \(address.line)" }
      if !details.message.isEmpty { details.message }
    } commands: { details in
      TerminalCommand("reserve", "reserves a copy and goes back") { try details.reserveTapped() }
      TerminalCommand("deliver", "asks for an address") { try details.deliverTapped() }
      TerminalCommand("recommend", "shares the book") { try details.recommendTapped() }
    }
    app.addAddressScreens()
    app.askUser(for: SystemEffects.all)
    app.commands { app in
      TerminalCommand("network", "on|off", "switches the network") { state in
        guard ["on", "off"].contains(state) else {
          throw TerminalCommandError(
            "network: expected `on` or `off`, found \(state.debugDescription)"
          )
        }
        catalogue.isOnline = state == "on"
        app.output.writeLine("network  \(state)")
      }
    }
    // A script waits by itself; a journey of an interactive app to an earlier state waits for this.
    app.wait { [weak app] in
      guard let search = app?.driver.topViewModel as? SearchViewModel else { return }
      _ = try? await search.isSearching.stateFlow.first { !$0 }
    }
    return app
  }
}
