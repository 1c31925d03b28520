import KalugaArchitecture
import KalugaArchitectureTestUtils

/// A driver, and the model with which it is compared after each request.
@MainActor
final class ComparedDriver<Destination: WalkedDestination> {
  let lives: ScreenLives<Destination>
  private let configuration: NavigationConfiguration
  private(set) var driver: NavigationDriver<Destination>
  var model: NavigationModel
  /// How often each refusal was expected.
  private(set) var refusals: [NavigationModel.Refusal: Int] = [:]
  /// How often a visible screen has moved its own layer.
  private(set) var movesBelow = 0
  /// How often a list has moved its own pane, or shown a detail.
  private(set) var movesBeside = 0
  /// The screens of this process, also those that have left.
  private(set) var screens: [BackStackEntryID: ScreenLives<Destination>.Screen] = [:]
  /// Paths that were shown, the newest last.
  private(set) var paths: [[BackStack<Destination>.Entry]] = []
  /// Whether the app handles a second tap on a tab itself.
  var interceptsReselect = false
  /// Whether the transitions of the last request are animated.
  private var animations: [Bool] = []
  /// Wait for the outcomes of the requests whose tickets are kept.
  private var outcomes: [Int: @MainActor () async -> NavigationOutcome<String>?] = [:]

  /// Creates a driver, which is started by its owner.
  ///
  /// - Parameters:
  ///   - path: The first screens.
  ///   - hiddenTabs: When the view models of screens in hidden tabs are made.
  ///   - outer: The driver to one of whose screens it belongs, or nil if it is not nested.
  init(
    _ path: [Place],
    _ hiddenTabs: NavigationConfiguration.HiddenTabs = .eagerly,
    inside outer: NavigationDriver<Destination>? = nil
  ) {
    let lives = ScreenLives<Destination>(hiddenTabs, inside: outer)
    let screens = path.map { Destination($0) }
    self.lives = lives
    configuration = NavigationConfiguration(hiddenTabs: hiddenTabs)
    model = NavigationModel(path, hiddenTabs)
    driver = NavigationDriver(
      restoring: NavigationSnapshot(stack: BackStack(root: screens[0], Array(screens.dropFirst()))),
      configuration: configuration,
      screen: lives.makeScreen
    )
    listen()
  }

  private func listen() {
    _ = driver.onReselect { [weak self] _ in
      self?.interceptsReselect == true ? .intercept : .proceed
    }
    _ = driver.onTransition { [weak self] in self?.animations.append($0.isAnimated) }
  }

  func start() {
    _ = driver.onEffect(LuckyNumber.self) { _ in 7 }
    driver.start()
    learnScreens()
  }

  /// Continues with the saved stack in a later process, whose app has moved the places.
  func restore() throws {
    let snapshot = driver.snapshot()
    try check(snapshot.awaitedResults == model.awaitedResults, "saved \(snapshot.awaitedResults)")
    let data = try snapshot.data()
    driver.end()
    driver = NavigationDriver(
      restoring: try NavigationSnapshot<Destination>(data).map(\.place).map { Destination($0) },
      configuration: configuration,
      screen: lives.makeScreen
    )
    listen()
    model.restore()
    screens = [:]
    start()
  }

  /// Remembers what is on the stack, for late requests and reports.
  func learnScreens() {
    let stack = driver.stack.current
    for entry in stack.entries where screens[entry.id] == nil {
      screens[entry.id] = driver.viewModel(of: entry.id) as? ScreenLives<Destination>.Screen
    }
    paths.append(stack.shownPaths[stack.shownPaths.count - 1])
  }

  // MARK: Requests

  /// A request, which may be made twice.
  struct Tap {
    let spec: NavigationSpec<Place>
    /// The screen that makes the request, or nil if the app makes it.
    var origin: BackStackEntryID?
    /// Whether a screen of the stack inside that screen makes the request.
    var isFromInside = false
    var asking = NavigationModel.Asking()
  }

  /// Returns a request of the app, of the shown screen, or of any other one.
  func randomTap(_ dice: inout SeededRandom) -> Tap {
    learnScreens()
    let shown = driver.stack.current.top.id
    let visible = model.seen.dropFirst().randomElement(using: &dice) ?? shown
    let known = screens.keys.sorted { $0.rawValue < $1.rawValue }
    let origin = [nil, shown, visible, known[dice.below(known.count)]][dice.below(4)]
    let spec = NavigationSpec<Place>.random(
      &dice,
      ids: known + model.screens.filter { $0.made == nil }.map(\.id)
    )
    let types: [NavigationModel.Asking.Kind?] =
      spec.plain.kind == "ask"
      ? [nil, .reply, .reply, .reply, .number] : [nil, .number, .number, .number, .text, .reply]
    let type = types[dice.below(types.count)]
    let asking = NavigationModel.Asking(
      type: type,
      isRegistered: (type == .number || type == .reply) && origin != nil && dice.isTrue(70),
      keepsTicket: dice.isTrue(70)
    )
    return Tap(
      spec: spec,
      origin: origin,
      isFromInside: dice.isTrue(30),
      asking: asking
    )
  }

  /// Returns a request that answers the question, or ends a screen with the number that is expected, or
  /// nil.
  ///
  /// The app may close the shown screen, and then, in the same turn, the one that has asked.
  func randomAnswer(_ dice: inout SeededRandom) -> Tap? {
    learnScreens()
    if model.asked != nil { return Tap(spec: .answer([nil, "yes", "no"][dice.below(3)])) }
    let asked = model.screens.filter { $0.debt.saved != nil }.randomElement(using: &dice)
    guard let asked else { return nil }
    let result = NavigationResult(dice.below(1_000), .integer)
    // What is not made cannot make a request.
    if asked.made == nil { return Tap(spec: .closeEntry(asked.id, result: result)) }
    let isShown = asked.id == driver.stack.current.top.id
    if isShown, dice.isTrue(50) { return Tap(spec: .pop(result: result)) }
    return Tap(spec: .finish(result: result), origin: asked.id)
  }

  func make(_ tap: Tap) throws {
    let before = driver.stack.current
    var expected: NavigationModel.Refusal?
    var found: NavigationModel.Refusal?
    animations = []
    let isBelow = model.countOfLevelsAbove(tap.origin, staying: tap.spec) > 0
    let isBeside = tap.spec.movesOneLevel && model.isTopOfList(tap.origin)
    do throws(NavigationModel.Refusal) {
      try model.apply(tap.spec, by: tap.origin, asking: tap.asking)
      if isBelow { movesBelow += 1 }
      if isBeside { movesBeside += 1 }
    } catch {
      expected = error
      refusals[error, default: 0] += 1
    }
    do throws(NavigationError) { try send(tap) } catch { found = error.refusal }
    let text = "\(tap) on \(before)"
    try check(found == expected, "\(text): \(found.text), expected \(expected.text)")
    // A request that is refused or repeated leads to no transition.
    let mayMove = found == nil ? [[], [tap.spec.animates]] : [[]]
    try check(mayMove.contains(animations), "\(text): animated \(animations)")
    if driver.stack.current != before { try check(!animations.isEmpty, "\(text): no transition") }
    try compare(text)
  }

  private func send(_ tap: Tap) throws(NavigationError) {
    switch tap.asking.type {
    case nil: keep(try ticket(of: tap, for: Never.self), tap)
    case .text: keep(try ticket(of: tap, for: String.self), tap)
    case .reply:
      if tap.asking.isRegistered, let screen = tap.origin.flatMap({ screens[$0] }) {
        keep(try screen.askForReply(tap.spec), tap)
      } else {
        keep(try ticket(of: tap, for: Reply.self), tap)
      }
    case .number:
      if tap.asking.isRegistered, let screen = tap.origin.flatMap({ screens[$0] }) {
        keep(try screen.askForNumber(tap.spec), tap)
      } else {
        keep(try ticket(of: tap, for: Int.self), tap)
      }
    }
  }

  private func ticket<Result>(
    of tap: Tap,
    for type: Result.Type
  ) throws(NavigationError) -> NavigationTicket<Result> {
    guard let origin = tap.origin else {
      return try Destination.perform(tap.spec, on: driver, for: type)
    }
    guard let screen = screens[origin] else { throw .noHost(action: "no view model of \(origin)") }
    let inside = tap.isFromInside ? lives.nested(in: screen)?.newestScreen : nil
    return try (inside?.outer ?? screen.navigator).ask(tap.spec, for: type)
  }

  /// The newest screen, which may have left.
  private var newestScreen: ScreenLives<Destination>.Screen? {
    screens.max { $0.key.rawValue < $1.key.rawValue }?.value
  }

  private func keep<Result>(_ ticket: NavigationTicket<Result>, _ tap: Tap) {
    guard tap.asking.keepsTicket else { return }
    let mustWait = tap.spec.isLaunch
    outcomes[model.requests.count - 1] = {
      mustWait ? await ticket.outcome.withText : await settled(ticket)?.withText
    }
  }

  // MARK: Comparisons

  /// Compares what the driver shows with the model.
  func compare(_ text: @autoclosure () -> String) throws {
    for life in lives.all where life.cleared > 0 { life.nested?.didEnd() }
    let stack = driver.stack.current
    try check(model.looks(like: stack), "\(text()): \(stack)")
    try check(lives.areRight(driver, model), "\(text()): wrong stages on \(stack)")
    let made = Set(stack.entries.map(\.id).filter { driver.viewModel(of: $0) != nil })
    let expected = Set(model.screens.filter { $0.made != nil }.map(\.id))
    try check(made == expected, "\(text()): \(made) are made on \(stack), expected \(expected)")
    try checkAlive(text())
  }

  /// Checks that each closed screen was cleared once, after it was hidden.
  private func checkAlive(_ text: @autoclosure () -> String) throws {
    let alive = lives.all.filter { $0.cleared == 0 }.map(\.place.rawValue).sorted()
    let expected = model.screens.compactMap(\.made?.rawValue).sorted()
    try check(alive == expected, "\(text()): \(alive) are alive, expected \(expected)")
    let isRight = lives.all.allSatisfy { $0.cleared == 0 || $0.cleared == 1 && $0.isHidden }
    try check(isRight, "\(text()): a screen was cleared twice or while it was shown")
  }

  /// This driver and those of all screens, also of closed ones.
  var all: [ComparedDriver<Destination>] { [self] + lives.all.compactMap(\.nested) }

  /// Whether results that the model expects have not arrived.
  var isWaiting: Bool {
    screens.contains { id, screen in screen.received.count < model.received[id, default: []].count }
  }

  func checkResults(_ text: @autoclosure () -> String) throws {
    for (id, screen) in screens {
      let expected = model.received[id, default: []]
      try check(
        screen.received.sorted() == expected.sorted(),
        "\(text()): \(id) has received \(screen.received), expected \(expected)"
      )
    }
  }

  // MARK: The end

  func end() throws {
    driver.end()
    model.end()
    for life in lives.all { life.nested?.didEnd() }
    try checkAlive("end")
  }

  private func didEnd() { model.end() }

  /// Checks that each request has ended with the outcome that the model expects.
  func checkOutcomes() async throws {
    for (number, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      let (found, expected) = (await outcome(), model.requests[number].outcome)
      let text = "request \(number) ended with \(found.text), expected \(expected.text)"
      try check(found == expected, text)
    }
  }
}

extension NavigationError {
  fileprivate var refusal: NavigationModel.Refusal {
    switch self {
    case .screenHasLeft: .left
    case .screenIsCovered: .covered
    case .duplicate: .duplicate
    default: .impossible
    }
  }
}

extension NavigationOutcome {
  /// The outcome with its result as text.
  var withText: NavigationOutcome<String> {
    switch self {
    case .done: .done
    case .finished(let result): .finished("\(result)")
    case .cancelled(let reason): .cancelled(reason)
    case .refused(let error): .refused(error)
    }
  }
}

extension Optional {
  fileprivate var text: String { map { "\($0)" } ?? "nothing" }
}
