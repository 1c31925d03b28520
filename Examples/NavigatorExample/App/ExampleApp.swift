import KalugaArchitecture
import KalugaTerminal
import NavigatorExampleFeatures

/// The app: one stack of screens, the navigators that move it, and the commands of each screen.
@MainActor
final class ExampleApp {
  private let output: any TextSink
  private let session: TerminalSession
  private let printer: TransitionPrinter
  private let ticker: any Ticker
  private var viewModels: [BaseLifecycleViewModel] = []

  private lazy var driver = NavigationDriver(root: Destination.home) { [unowned self] in
    makeViewModel($0, $1)
  }

  init(
    input: any LineSource,
    output: any TextSink,
    isInteractive: Bool,
    style: TerminalStyle,
    ticker: any Ticker
  ) {
    self.output = output
    self.ticker = ticker
    session = TerminalSession(input: input, output: output, isInteractive: isInteractive)
    printer = TransitionPrinter(output: output, style: style)
  }

  /// Runs until the user quits or the input ends, then clears all view models and says so.
  func run() async {
    printer.follow(driver)
    let shown = driver.onTransition { [weak self] _ in self?.showTopScreen() }
    driver.start()
    let end = await session.run { [weak self] line in self?.handle(line) ?? .quit }
    if end == .interrupted { output.writeLine("") }
    let open = viewModels.filter { $0.stage.current != .cleared }
    driver.end()
    shown.dispose()
    for viewModel in open.reversed() where viewModel.stage.current == .cleared {
      output.writeLine("cleared  \(type(of: viewModel))")
    }
    output.writeLine("bye")
  }

  // MARK: Screens

  private func makeViewModel(
    _ destination: Destination,
    _ driver: NavigationDriver<Destination>
  ) -> BaseLifecycleViewModel {
    let viewModel: BaseLifecycleViewModel
    switch destination {
    case .home: viewModel = HomeViewModel(navigator: homeNavigator(driver), ticker: ticker)
    case .details(let details):
      viewModel = DetailsViewModel(details, navigator: detailsNavigator(driver))
    case .sheet: viewModel = SheetViewModel(navigator: sheetNavigator(driver))
    case .subPage: viewModel = SubPageViewModel(navigator: subPageNavigator(driver))
    }
    viewModels.removeAll { $0.stage.current == .cleared }
    viewModels.append(viewModel)
    return viewModel
  }

  private func showTopScreen() {
    guard let viewModel = driver.topScreen as? any TerminalPresentable else { return }
    session.show(viewModel.screen)
  }

  // MARK: Navigators

  private func homeNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<HomeNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .details(let details): .push(.details(details))
      case .sheet: .present(.sheet)
      }
    }
  }

  private func detailsNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<DetailsNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .finish(let details): .pop(result: NavigationResult(details))
      case .back: .pop()
      }
    }
  }

  private func sheetNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<SheetNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .sub: .push(.subPage)
      case .close: .dismiss()
      }
    }
  }

  private func subPageNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<SubPageNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .back: .pop()
      case .close: .dismiss()
      }
    }
  }

  // MARK: Commands

  private func handle(_ line: String) -> TerminalSession.Reply {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first else { return .next }
    let argument = words.count > 1 ? String(words[1]) : ""
    guard let command = commands.first(where: { $0.name == name }) else {
      output.writeLine(Command.unknown(String(name), known: commands))
      return .next
    }
    do {
      return try command.run(argument)
    } catch {
      output.writeLine("error    \(error)")
      return .next
    }
  }

  /// What can be typed now: the commands of the screen, then those of every screen.
  private var commands: [Command] {
    let screen = (driver.topScreen as? any TerminalPresentable)?.commands ?? []
    return screen + [
      Command("link", "URL", "opens a deep link, as kaluga://example/details?name=Ada&number=42") {
        try self.driver.open(try DeepLinks.example.screens(for: $0))
      },
      Command("tick", "[SECONDS]", "lets seconds pass, where the clock does not run by itself") {
        try self.tick($0)
      },
      Command("stack", help: "shows the stack of screens") {
        self.output.writeLine("stack    \(self.driver.stack.current)")
      },
      Command("help", help: "shows what can be typed here") {
        self.output.writeLine(Command.help(for: self.commands))
      },
      Command.quit,
    ]
  }

  private func tick(_ argument: String) throws {
    guard let ticker = ticker as? ManualTicker else {
      throw CommandError("tick: the clock runs by itself here")
    }
    guard let seconds = argument.isEmpty ? 1 : Int(argument), (1...3600).contains(seconds) else {
      throw CommandError("tick: expected 1 to 3600 seconds, found \(argument.debugDescription)")
    }
    for _ in 0..<seconds {
      ticker.tick()
    }
  }
}
