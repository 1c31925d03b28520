import KalugaArchitecture
import KalugaStores
import KalugaTerminal
import KittensFeatures

/// The app: one screen, whose commands become events of the view.
@MainActor
enum KittensApp {
  enum Screen: NavigationDestination {
    case kittens
  }

  /// Creates the app; a source with a simulated network gets a command for it.
  static func make(
    _ source: any KittenDataSource,
    on console: TerminalConsole
  ) -> TerminalApp<Screen> {
    let embedded = source as? EmbeddedKittenDataSource
    let host = TerminalHost(output: console.output)
    let kittens = KittensViewModel(
      source: source,
      // An interactive session redraws the screen, so that the user sees changes without the log.
      log: { if !console.isInteractive { host.print($0) } },
      say: host.print
    )
    let app = TerminalApp(root: Screen.kittens, on: console) { _, _ in kittens }
    app.wait {
      // While the network is slow or the list is hidden, loading does not end by itself.
      if kittens.stage.current == .resumed, embedded?.network.value != .slow {
        _ = try? await kittens.store.state.stateFlow.first { $0.loading == nil }
      }
    }
    addScreen(to: app)
    app.commands { app in
      TerminalCommand("stop", "leaves the screen") {
        app.driver.hostState = .background
        app.output.writeLine("stopped  the list loads nothing until you type `start`")
      }
      TerminalCommand("start", "comes back to the screen") {
        app.driver.hostState = .active
        app.output.writeLine("started  the list continues")
      }
      if let embedded {
        TerminalCommand("network", "on|off|slow", "changes the simulated network") { argument in
          guard let network = EmbeddedKittenDataSource.Network(rawValue: argument) else {
            let found = argument.debugDescription
            throw TerminalCommandError("network: expected `on`, `off` or `slow`, found \(found)")
          }
          embedded.network.value = network
          app.output.writeLine("network  \(network)")
        }
      }
    }
    return app
  }

  private static func addScreen(to app: TerminalApp<Screen>) {
    app.screen(KittensViewModel.self) { kittens in
      kittens.view.lines
    } commands: { kittens in
      TerminalCommand("more", "loads the next page") { try kittens.more() }
      TerminalCommand("refresh", "loads the first page again") { try kittens.refresh() }
      TerminalCommand("tap", 1...1000, "asks whether you like a kitten", example: "tap 2") {
        try await kittens.tap($0)
      }
      TerminalCommand("yes", "likes the kitten in the dialog") { try kittens.answer(true) }
      TerminalCommand("no", "does not like it") { try kittens.answer(false) }
      TerminalCommand("cancel", "closes the dialog") { try kittens.cancel() }
    }
  }
}
