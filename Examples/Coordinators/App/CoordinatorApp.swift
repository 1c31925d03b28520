import CoordinatorExampleFeatures
import KalugaArchitecture
import KalugaTerminal

/// The app in the terminal: shows the top screen, and passes commands to it.
@MainActor
final class CoordinatorApp {
  private let output: any TextSink
  private let session: TerminalSession
  private let driver: NavigationDriver<AppScreen>
  let coordinator: AppCoordinator

  init(
    input: any LineSource,
    output: any TextSink,
    isInteractive: Bool,
    style: TerminalStyle,
    user: Session = Session()
  ) {
    self.output = output
    session = TerminalSession(input: input, output: output, isInteractive: isInteractive)
    // Coordinators supply all screens except the first one.
    driver = NavigationDriver(root: .launch) { _, _ in BaseLifecycleViewModel() }
    coordinator = AppCoordinator(session: user)
    TransitionPrinter(output: output, style: style).follow(driver)
  }

  /// Runs until the user quits or the input ends, then ends the driver and with it all flows.
  func run() async {
    session.host(driver)
    let shown = driver.onTransition { [weak self] _ in self?.showTopScreen() }
    driver.start()
    let flows = Task { @MainActor [coordinator, driver] in
      await coordinator.run(on: StackRouter(driver))
    }
    let end = await session.run { [weak self] line in self?.handle(line) ?? .quit }
    if end == .interrupted { output.writeLine("") }
    shown.dispose()
    driver.end()
    _ = await flows.value
    output.writeLine("bye")
  }

  private func showTopScreen() {
    if let screen = driver.topScreen as? any TerminalPresentable { session.show(screen.screen) }
  }

  private func handle(_ line: String) -> TerminalSession.Reply {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return .next }
    let argument = words.count > 1 ? words[1] : ""
    do {
      switch name {
      case "quit": return .quit
      case "back": try driver.back()
      case "link": try coordinator.open(argument)
      case "stack": output.writeLine("\(driver.stack.current)")
      case "flows": output.writeLine("flows    \(flows.joined(separator: ", "))")
      case "help": output.writeLine("  \(help.joined(separator: "\n  "))")
      default:
        guard let screen = driver.topScreen as? any TerminalPresentable else {
          throw CommandError.unknown(name)
        }
        try screen.handle(name, argument)
      }
    } catch {
      output.writeLine("error    \(error)")
    }
    return .next
  }

  /// The names of the flows that run directly below the app's flow.
  private var flows: [String] {
    coordinator.children.map { "\(type(of: $0))" }
  }

  private var help: [String] {
    let screen = driver.topScreen as? any TerminalPresentable
    return (screen?.commands ?? []) + ["back", "link URL", "stack", "flows", "help", "quit"]
  }
}
