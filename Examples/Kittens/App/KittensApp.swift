import KalugaArchitecture
import KalugaTerminal
import KittensFeatures

/// The app: a store and its component, a view in the terminal, and the commands.
@MainActor
final class KittensApp {
  /// The source of the images.
  enum Source {
    case embedded(EmbeddedKittenDataSource)
    case server(HTTPKittenDataSource)

    var dataSource: any KittenDataSource {
      switch self {
      case .embedded(let source): source
      case .server(let source): source
      }
    }
  }

  private let output: any TextSink
  private let host: TerminalHost
  private let session: TerminalSession
  private let source: Source
  private let store: KittensStore
  private let component: KittensComponent
  private let view: KittensTerminalView
  private var isStarted = false

  init(input: any LineSource, output: any TextSink, isInteractive: Bool, source: Source) {
    self.output = output
    host = TerminalHost(output: output)
    self.source = source
    session = TerminalSession(input: input, output: output, isInteractive: isInteractive)
    store = makeKittensStore(source: source.dataSource)
    component = makeKittensComponent(store)
    // An interactive session redraws the screen, so that the user sees changes without the log.
    view = KittensTerminalView { [host] line in if !isInteractive { host.print(line) } }
  }

  /// Runs until the user quits or the input ends.
  func run() async {
    component.onViewCreated(view)
    session.show(view.screen)
    start()
    await answers()
    let end = await session.run { [weak self] line in await self?.handle(line) ?? .quit }
    if end == .interrupted { output.writeLine("") }
    component.onDestroy()
    output.writeLine("bye")
  }

  private func start() {
    isStarted = true
    component.onStart()
  }

  private func stop() {
    isStarted = false
    component.onStop()
  }

  /// Waits until loading ends, so that a script always prints the same.
  private func answers() async {
    if case .embedded(let source) = source, source.network.value == .slow { return }
    _ = try? await store.state.stateFlow.first { $0.loading == nil }
  }

  // MARK: Commands

  private static let help = """
      more                  loads the next page
      refresh               loads the first page again
      tap NUMBER            taps a kitten: a dialog asks whether you like it
      yes, no, cancel       answers the dialog
      stop, start           leaves the screen, and comes back
      network on|off|slow   changes the toy network of the embedded kittens
      help                  shows what can be typed here
      quit                  ends the app
    """

  private func handle(_ line: String) async -> TerminalSession.Reply {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { return .next }
    if view.dialog != nil, !["yes", "no", "cancel", "help", "quit"].contains(name) {
      output.writeLine("error    answer the dialog first: yes, no or cancel")
      return .next
    }
    if !isStarted, ["more", "refresh", "tap"].contains(name) {
      output.writeLine("error    the list is not shown; type `start`")
      return .next
    }
    switch (name, words.count) {
    case ("more", 1): view.dispatch(.endReached)
    case ("refresh", 1): view.dispatch(.refreshTriggered)
    case ("tap", 2): await tap(words[1])
    case ("yes", 1): view.answerTapped(true)
    case ("no", 1): view.answerTapped(false)
    case ("cancel", 1): view.cancelTapped()
    case ("stop", 1): stop()
    case ("start", 1): start()
    case ("network", 2): setNetwork(words[1])
    case ("help", 1): output.writeLine(Self.help)
    case ("quit", 1): return .quit
    default:
      host.print("error    cannot do \(line.prefix(40).debugDescription); type `help`")
    }
    await answers()
    return .next
  }

  private func tap(_ argument: String) async {
    guard let number = Int(argument), number > 0 else {
      host.print("error    tap: expected a number from 1 on, found \(argument.debugDescription)")
      return
    }
    let count = view.shownCount
    view.dispatch(.itemTapped(number - 1))
    // The store answers each tap with a label, which arrives in a later job.
    _ = try? await view.$shownCount.stateFlow.first { $0 > count }
  }

  private func setNetwork(_ argument: String) {
    guard case .embedded(let source) = source else {
      output.writeLine("error    network: works only with the embedded kittens")
      return
    }
    guard let network = EmbeddedKittenDataSource.Network(rawValue: argument) else {
      host.print("error    network: expected on, off or slow, found \(argument.debugDescription)")
      return
    }
    source.network.value = network
  }
}
