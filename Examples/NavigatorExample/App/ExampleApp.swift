import KalugaArchitecture
import KalugaTerminal
import NavigatorExampleFeatures

/// The app: a stack of screens, the session that shows the top screen, and the commands.
@MainActor
final class ExampleApp {
  private let output: any TextSink
  private let host: TerminalHost
  private let session: TerminalSession
  private let printer: TransitionPrinter
  private let screens: ScreenFactory
  private let ticker: any Ticker

  private var driver: NavigationDriver<Destination>
  private var shown: (any Disposable)?

  init(
    input: any LineSource,
    output: any TextSink,
    isInteractive: Bool,
    style: TerminalStyle,
    ticker: any Ticker
  ) {
    self.output = output
    host = TerminalHost(output: output)
    self.ticker = ticker
    session = TerminalSession(input: input, output: output, isInteractive: isInteractive)
    printer = TransitionPrinter(output: output, style: style)
    screens = ScreenFactory(printer: printer, ticker: ticker)
    driver = NavigationDriver(root: .home, screen: screens.makeViewModel)
  }

  /// Runs until the user quits or the input ends, then clears all view models and prints their
  /// names.
  @discardableResult
  func run() async -> TerminalSession.End {
    start()
    let end = await session.run { [weak self] line in self?.handle(line) ?? .quit }
    if end == .interrupted { output.writeLine("") }
    stop()
    output.writeLine("bye")
    return end
  }

  private func start() {
    printer.follow(driver)
    session.host(driver)
    shown = driver.onTransition { [weak self] _ in self?.showTopScreen() }
    driver.start()
  }

  private func stop() {
    shown?.dispose()
    let open = screens.open
    driver.end()
    for viewModel in open.reversed() where viewModel.stage.current == .cleared {
      output.writeLine("cleared  \(type(of: viewModel))")
    }
  }

  private func showTopScreen() {
    guard let viewModel = driver.topScreen as? any TerminalPresentable else { return }
    session.show(viewModel.screen)
  }

  // MARK: Commands

  private func handle(_ line: String) -> TerminalSession.Reply {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let name = words.first, let last = words.last else { return .next }
    // Blanks within the argument are kept; those around it are ignored.
    let argument = words.count > 1 ? String(line[words[1].startIndex..<last.endIndex]) : ""
    guard let command = commands.first(where: { $0.name == name }) else {
      output.writeLine(Command.unknown(String(name), known: commands))
      return .next
    }
    do {
      return try command.run(argument)
    } catch {
      // The message can quote links and files from untrusted sources.
      host.print("error    \(error)")
      return .next
    }
  }

  /// The available commands: those of the top screen, then those of every screen.
  private var commands: [Command] {
    let screen = (driver.topScreen as? any TerminalPresentable)?.commands ?? []
    return screen + [
      Command("back", help: "goes back, like the system's back button") {
        _ = try self.driver.back()
      },
      Command("tabs", help: "shows Home and About as tabs") { try self.showTabs() },
      Command("tab", "NUMBER", "shows another tab") { try self.selectTab($0) },
      Command("link", "URL", "opens a link such as kaluga://example/details?name=Ada&number=42") {
        try self.driver.open(try DeepLinks.example.screens(for: $0))
      },
      Command("share", help: "prints the link that leads to what is shown") {
        let link = try DeepLinks.example.link(to: self.driver.stack.current)
        self.output.writeLine("link     \(link)")
      },
      Command("save", "FILE", "saves the stack and its screens to a file") {
        try self.save($0)
      },
      Command("restore", "FILE", "restores what `save` wrote") { try self.restore($0) },
      Command("tick", "[SECONDS]", "lets seconds pass, unless the clock runs by itself") {
        try self.tick($0)
      },
      Command("stack", help: "draws the stack of screens") {
        self.output.writeLine("\(StackPicture(self.driver.stack.current))")
      },
      Command("help", help: "shows what can be typed here") {
        self.output.writeLine(Command.help(for: self.commands))
      },
      Command.quit,
    ]
  }

  private func showTabs() throws {
    guard driver.stack.current.layers.count == 1 else {
      throw CommandError("tabs: close what is presented first")
    }
    try driver.perform(.tabs([.home, .about]), action: "tabs")
  }

  private func selectTab(_ argument: String) throws {
    let count = driver.stack.current.layers.last?.tabs.count ?? 1
    guard let number = Int(argument), (1...count).contains(number) else {
      throw CommandError(
        "tab: expected a number from 1 to \(count), found \(argument.quoted)"
      )
    }
    try driver.perform(.selectTab(number - 1), action: "tab")
  }

  private func save(_ path: String) throws {
    try StateFile(path).write(try driver.snapshot())
    output.writeLine("saved    \(path.quoted)")
  }

  /// Reads the whole file before the current driver ends, so that a damaged file changes nothing.
  private func restore(_ path: String) throws {
    let snapshot = try StateFile(path).read()
    stop()
    driver = NavigationDriver(restoring: snapshot, screen: screens.makeViewModel)
    start()
  }

  private func tick(_ argument: String) throws {
    guard let ticker = ticker as? ManualTicker else {
      throw CommandError("tick: the clock runs by itself here")
    }
    guard let seconds = argument.isEmpty ? 1 : Int(argument), (1...3600).contains(seconds) else {
      throw CommandError("tick: expected 1 to 3600 seconds, found \(argument.quoted)")
    }
    for _ in 0..<seconds {
      ticker.tick()
    }
  }
}
