public import KalugaArchitecture

/// A terminal program with a stack of screens, which shows the top screen and reads commands.
///
///     let app = TerminalApp(root: Screen.home) { screen, driver in makeViewModel(screen, driver) }
///     app.screen(HomeViewModel.self) { home in
///       "Home"
///       "name: \(home.name)"
///     } commands: { home in
///       TerminalCommand("name", "TEXT", "sets the name", example: "name Ada") { home.name = $0 }
///       TerminalCommand("details", "shows the details") { try home.detailsTapped() }
///     }
///     await app.run()
///
/// Each transition of its stack is printed as one line, with the result or the effect that it
/// carries. The user can also type commands that every app has: `help`, `back`, `stack`, `trace`
/// and `quit`; `panel` at a prompt that is redrawn; `open` and `share` if the app has links; `save`
/// and `restore` if it saves its state; `answer` while a question is asked or an effect waits for
/// the user. A command of a screen replaces one of the app with the same name, and both replace
/// built-in ones. A command that does not exist is answered with the name of the screen that has it,
/// or of a similar command. One that prints nothing and leaves the screen as it was is answered with
/// a line that says so. A line that begins with `#` is a remark. The Tab key completes commands and
/// links.
///
/// A window of 100 columns or more shows a list and its detail side by side, and offers the
/// commands of both: see ``columns``.
///
/// For the prompt and the frame around the screen, see <doc:using-the-prompt>. An app that
/// ``run(on:_:)`` or ``TerminalLaunch`` makes can also go back to earlier states: see
/// <doc:travelling-in-time>.
///
/// At the end, the app clears the screens that are still open, and prints the names of their view
/// models. So does `restore`, before it shows the screens that were saved. Then it waits until the
/// properties that are saved in files have been written. From the first run on, a termination signal
/// ends the process after this wait too, without clearing the screens; a second one ends it at once.
///
/// Lines of screens and error messages are treated as data: control characters in them are escaped.
@MainActor
public final class TerminalApp<Destination: NavigationDestination> {
  /// The driver of the stack; `restore` replaces it.
  public private(set) var driver: NavigationDriver<Destination>

  /// Where the app prints; write to it in commands.
  public var output: any TextSink { appOutput }

  let appOutput: AppOutput

  let links: DeepLinks<Destination>?
  let savesState: Bool
  private let configuration: NavigationConfiguration

  let timeMachine: TimeMachine<Destination>

  let session: TerminalSession
  let style: TerminalStyle
  private let printer: TransitionPrinter
  let trace: TerminalTrace
  private let factory: TerminalScreenFactory<Destination>
  /// The screens that were shown, by the names of their commands.
  private var screensOfCommands: [String: String] = [:]
  private var shownDestinations: [@MainActor (BaseLifecycleViewModel) throws -> Destination?] = []
  /// The lines that were shown when the present command began; nil after a command that ends the
  /// app.
  var linesBefore: [String]?
  private(set) var appCommands: [@MainActor (TerminalApp) -> [TerminalCommand]] = []
  private(set) var kinds: [@MainActor (BaseLifecycleViewModel) -> ShownScreen?] = []
  private var effects: [@MainActor (NavigationDriver<Destination>) -> Void] = []
  private var askedTypes: [any AnswerableEffect.Type] = []
  /// The effects that the user answers; a new one for each driver.
  private(set) var manualEffects: ManualEffects?
  private var works: [@MainActor (NavigationDriver<Destination>) async throws -> Void] = []
  private(set) var waits: [@MainActor () async -> Void] = []
  let isInteractive: Bool
  private let workScope = TaskScope(name: "TerminalApp")
  private var following: [any Disposable] = []
  private var panelSource: PanelSource<Destination>?

  /// The width of the window, in cells; nil if it is not known, as in a script.
  ///
  /// From 100 columns on, the driver is wide: if the shown path has a detail, the list is on the
  /// left, and the detail beside it (see `NavigationDestination.isDetail`). The commands of both can
  /// be typed. A command of the detail replaces one of the list with the same name. In a narrower
  /// window, and if the width is not known, the screens of the path cover each other.
  ///
  /// A prompt that can be redrawn sets the width at the start, and whenever the window changes.
  /// A script has the width of the option `--columns` of ``TerminalLaunch``, or the one that is
  /// set here.
  public var columns: Int? {
    didSet {
      guard columns != oldValue else { return }
      driver.isWide = isWide
      showScreens()
    }
  }

  struct ShownScreen {
    let lines: InitializedObservable<[String]>
    let commands: [TerminalCommand]
  }

  /// Creates an app, which shows nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - root: The first screen.
  ///   - console: Where the app reads and prints; by default the standard input and output.
  ///   - links: The links that lead to screens of the app, for `open` and `share`. A link that begins
  ///     with the first screen of a tab opens in that tab.
  ///   - savesState: Whether the user can `save` the stack with the state of its screens, and
  ///     `restore` it.
  ///   - configuration: The policies for requests.
  ///   - screen: Makes the view model of a screen.
  public convenience init(
    root: Destination,
    on console: TerminalConsole = .standard(),
    links: DeepLinks<Destination>? = nil,
    savesState: Bool = false,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping NavigationDriver<Destination>.ScreenFactory
  ) {
    self.init(console, links, savesState, configuration, screen) { screen in
      NavigationDriver(root: root, configuration: configuration, screen: screen)
    }
  }

  /// Creates an app with tabs, which shows nothing before ``run()``.
  ///
  /// The destinations are the first screens of the tabs. See
  /// ``init(root:on:links:savesState:configuration:screen:)`` for the other parameters.
  public convenience init(
    tabs: [Destination],
    selected: Int = 0,
    on console: TerminalConsole = .standard(),
    links: DeepLinks<Destination>? = nil,
    savesState: Bool = false,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping NavigationDriver<Destination>.ScreenFactory,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    self.init(console, links, savesState, configuration, screen) { screen in
      NavigationDriver(
        tabs: tabs,
        selected: selected,
        configuration: configuration,
        screen: screen,
        file: file,
        line: line
      )
    }
  }

  private init(
    _ console: TerminalConsole,
    _ links: DeepLinks<Destination>?,
    _ savesState: Bool,
    _ configuration: NavigationConfiguration,
    _ screen: @escaping NavigationDriver<Destination>.ScreenFactory,
    makeDriver: (@escaping NavigationDriver<Destination>.ScreenFactory) -> NavigationDriver<
      Destination
    >
  ) {
    appOutput = console.appOutput
    timeMachine = console.timeMachine as? TimeMachine ?? TimeMachine(console)
    session = timeMachine.session
    style = console.style
    printer = TransitionPrinter(output: console.output, style: console.style)
    trace = TerminalTrace(output: console.output, style: console.style)
    self.links = links
    self.savesState = savesState
    self.configuration = configuration
    isInteractive = console.isInteractive
    factory = TerminalScreenFactory(screen)
    driver = makeDriver(factory.make)
    session.ignoresBlankLines = true
    appOutput.columns = { [weak session] in session?.live?.size.columns }
    columns = session.live?.size.columns
    session.setCompletions { [weak self] _ in self?.completions ?? [] }
  }

  // MARK: Describing the app

  /// Describes the screens of one type of view model, or of its subclasses.
  ///
  /// The first description that fits the shown view model is used. Without one, the screen consists
  /// of its name.
  ///
  /// `lines` returns what the screen shows. It is called after each command, and, if the terminal can
  /// redraw the prompt, when an observable that it has read changes. `commands` returns the commands
  /// that the screen has at the moment. A command that uses the app captures it weakly:
  /// `{ [weak app] home in … }`.
  public func screen<Model: BaseLifecycleViewModel>(
    _ type: Model.Type,
    @TerminalListBuilder<String> lines: @escaping @MainActor (Model) -> [String],
    @TerminalListBuilder<TerminalCommand> commands:
      @escaping @MainActor (Model) -> [TerminalCommand] = { _ in [] }
  ) {
    kinds.append { viewModel in
      guard let model = viewModel as? Model else { return nil }
      // Weak, because the session keeps the screen until it shows another.
      let screen = InitializedObservable { [weak model] in model.map(lines) ?? [] }
      return ShownScreen(lines: screen, commands: commands(model))
    }
  }

  /// Lets `share` print the link of what a screen shows, in place of the one that it was opened with.
  ///
  ///     app.share(DetailsViewModel.self) { details in .details(details.edited) }
  ///
  /// If the closure throws, `share` prints the error.
  public func share<Model: BaseLifecycleViewModel>(
    _ type: Model.Type,
    _ destination: @escaping @MainActor (Model) throws -> Destination
  ) {
    shownDestinations.append { viewModel in try (viewModel as? Model).map(destination) }
  }

  /// Adds commands that can be typed on every screen.
  ///
  /// The closure is called for each line that the user types.
  public func commands(
    @TerminalListBuilder<TerminalCommand> _ commands:
      @escaping @MainActor (TerminalApp) -> [TerminalCommand]
  ) {
    appCommands.append(commands)
  }

  /// Carries out the effects of one type.
  ///
  /// An effect without a handler is refused. See `NavigationDriver.onEffect(_:_:)`. When the user
  /// travels in time, the handler is not called again: the effect gets the answer that it had.
  public func onEffect<Effect: NavigationEffect>(
    _ type: Effect.Type,
    _ handler: @escaping @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
  ) {
    // The handler lasts as long as the driver, so the token is not needed.
    effects.append { [timeMachine] driver in
      _ = driver.onEffect(type) { effect throws(NavigationError) in
        let question = String(reflecting: type)
        let lost = NavigationError.refused(action: question, reason: "it was not answered")
        return try await timeMachine.answer(to: question, ifLost: lost) {
          () throws(NavigationError) in try await handler(effect)
        }
      }
    }
  }

  /// Lets the user carry out the effects of these types, such as `SystemEffects.all` of KalugaSystem.
  ///
  /// The app prints what an effect asks for, and which answers are possible. The command `answer`
  /// gives one, such as `answer granted`, to the newest effect that waits. Meanwhile, other
  /// commands can be typed.
  public func askUser(for types: [any AnswerableEffect.Type]) {
    askedTypes += types
  }

  /// Runs work beside each driver, such as the coordinator of its flows.
  ///
  /// The work begins when a driver has started. When the driver ends, the work is cancelled, and
  /// the app waits for its end.
  public func work(
    _ work: @escaping @MainActor (NavigationDriver<Destination>) async throws -> Void
  ) {
    works.append(work)
  }

  /// Waits after the start and after each command of a script, before the screen is printed.
  ///
  /// A script waits by itself for the work of scopes, stores and loaders, and for debounced values,
  /// but at most two seconds after each command. Work that waits for a flow, a result or another event
  /// of the toolkit is not waited for. Use this method for work that takes longer, or that runs
  /// elsewhere, so that a script always prints the same. An interactive app calls the closure only
  /// while it replays moves.
  public func wait(_ wait: @escaping @MainActor () async -> Void) {
    waits.append(wait)
  }

  /// Whether the app prints what the architecture does beside the transitions.
  ///
  /// The user can switch it by the command `trace`. See `ArchitectureEvent` for what is printed.
  public var isTracing: Bool {
    get { trace.isOn }
    set { trace.isOn = newValue }
  }

  // MARK: Running

  /// Runs until the user quits or the input ends; then ends the driver and all its screens, and
  /// waits for `SavedFile.flushAll()`.
  ///
  /// - Returns: Why the app ended.
  @discardableResult
  public func run() async -> TerminalSession.End {
    await timeMachine.run { self }
  }

  /// Runs an app from which the user can go back to earlier states: see <doc:travelling-in-time>.
  ///
  ///     try await TerminalApp.run { console in makeApp(on: console) }
  ///
  /// - Parameters:
  ///   - console: Where the app reads and prints.
  ///   - makeApp: Creates the app on the console that it gets, with services of its own. It is
  ///     called again each time the user travels.
  /// - Returns: Why the app ended.
  /// - Throws: What `makeApp` throws at the first call.
  @discardableResult
  public static func run(
    on console: TerminalConsole = .standard(),
    _ makeApp: @escaping @MainActor (TerminalConsole) throws -> TerminalApp
  ) async throws -> TerminalSession.End {
    let timeMachine = TimeMachine(console, makeApp)
    return try await timeMachine.run { try timeMachine.makeFreshApp() }
  }

  /// Starts the driver, and then makes it active.
  func begin() async {
    start(.background)
    // Not before the start, which is printed first.
    driver.hostState = .active
    await didCarryOut()
  }

  /// Ends the driver after the session.
  func finish(_ end: TerminalSession.End) async {
    if end == .interrupted || (end == .endOfInput && session.hasPlainPrompt) {
      output.writeLine("")
    }
    await stop()
    trace.isOn = false
    await SavedFile.flushAll()
    output.writeLine("bye")
  }

  private func start(_ hostState: HostState) {
    // What led to a transition is printed before it.
    following.append(driver.onTransition { [trace] _ in trace.printEvents() })
    printer.follow(driver)
    session.host(driver)
    driver.hostState = hostState
    if let live = session.live { follow(live) }
    driver.isWide = isWide
    following.append(driver.onTransition { [weak self] _ in self?.showScreens() })
    // A width that is set in a transition takes effect at its end.
    let width = driver.stack.map(\.isWide)
    following.append(width.observe { [weak self] _ in self?.showScreens() })
    for addHandler in effects { addHandler(driver) }
    askUser(of: driver)
    driver.start()
    let driver = driver
    for work in works { workScope.launch(name: "work") { try await work(driver) } }
    if let live = session.live {
      panelSource = PanelSource(self) { [weak live] in live?.refresh() }
    }
  }

  /// Follows the width of the window.
  private func follow(_ live: LivePrompt) {
    columns = live.size.columns
    live.onResize = { [weak self] in self?.columns = $0.columns }
  }

  private var isWide: Bool { columns.map { $0 >= WindowSize.columnsForPanes } ?? false }

  private func askUser(of driver: NavigationDriver<Destination>) {
    guard !askedTypes.isEmpty else { return }
    let effects = ManualEffects(driver, askedTypes)
    manualEffects = effects
    var shown = 0
    let asking = effects.open.observe { [weak self] open in
      for effect in open where effect.number > shown {
        shown = effect.number
        self?.print(effect)
      }
    }
    following.append(asking)
  }

  private func print(_ effect: ManualEffects.Open) {
    let text = "\(effect.prompt): `answer` \(effect.answers.joined(separator: ", "))"
    output.writeLine("asks     \(text)".escapingControlCharacters())
  }

  /// Ends the driver and its screens.
  func stop() async {
    let made = factory.made
    driver.end()
    for token in following { token.dispose() }
    following = []
    manualEffects = nil
    workScope.cancelChildren()
    await workScope.waitUntilEmpty()
    panelSource = nil
    show(nil)
    trace.printEvents()
    for viewModel in made.reversed() where viewModel.stage.current == .cleared {
      output.writeLine("cleared  \(type(of: viewModel))")
    }
  }

  /// Ends the screens and continues with those of a snapshot.
  func restart(_ snapshot: NavigationSnapshot<Destination>) async {
    await stop()
    driver = NavigationDriver(
      restoring: snapshot,
      configuration: configuration,
      screen: factory.make
    )
    start(.active)
  }

  func showScreens() {
    let panes = panes
    for (name, screen) in panes {
      for command in screen.commands { screensOfCommands[command.name] = name }
    }
    show(screen(of: panes)?.lines)
  }

  private func show(_ lines: InitializedObservable<[String]>?) {
    guard !timeMachine.isReplaying else { return }
    session.show(lines ?? InitializedObservable(wrappedValue: [])) { [weak self] lines in
      self?.panelSource?.panel(lines)
    }
  }

  /// Returns the name of a screen that has had a command when it was shown; nil if it is shown now.
  func hiddenScreen(withCommand name: some StringProtocol) -> String? {
    let screen = screensOfCommands[String(name)]
    return shownEntries.contains { $0.destination.screenName == screen } ? nil : screen
  }

  /// The stack with what the top screen shows in place of what it was opened with.
  var shownStack: BackStack<Destination> {
    get throws {
      let stack = driver.stack.current
      guard let top = driver.topViewModel else { return stack }
      for shownDestination in shownDestinations {
        if let destination = try shownDestination(top) {
          return try stack.applying(.update(stack.top.id, to: destination))
        }
      }
      return stack
    }
  }
}
