import KalugaArchitecture

/// A model of navigation that follows the documentation of `NavigationSpec`.
///
/// It is a plain value made of arrays, and calls none of the code that it is compared with.
struct NavigationModel {
  struct Screen {
    let id: BackStackEntryID
    var place: Place
    /// The place with which its view model was made, which an update may have changed since.
    ///
    /// Nil until it is made, after the last of several steps, or when its tab is first selected.
    var made: Place?
    /// What waits for its result.
    var debt = Debt()
    /// Whether its back handler keeps the user on it.
    var intercepts = false
  }

  struct Level {
    var tabs: [[Screen]]
    var selected = 0
    var style: PresentationStyle?
    var covering: PresentationCovering?

    var path: [Screen] {
      get { tabs[selected] }
      set { tabs[selected] = newValue }
    }

    var screens: [Screen] { tabs.flatMap(\.self) }

    /// The index of the first screen of the detail pane, or nil.
    var startOfDetail: Int? { path.indices.dropFirst().first { path[$0].place.isDetail } }
  }

  /// The reason why a request is not carried out.
  enum Refusal: Error {
    /// The screen that makes the request has left the stack.
    case left
    /// The screen that makes the request is covered, and the operation acts on what is shown.
    case covered
    /// The screen is open already, and belongs to another request for its result.
    case duplicate
    /// The operation, or the type of a result, does not fit the stack.
    case impossible
  }

  var levels: [Level] = []
  /// Whether the host shows lists and details side by side.
  var isWide = false
  /// The screen in whose pane the current step acts; nil after one that acts on the detail.
  var mover: BackStackEntryID?
  /// The top of the list that the operation has moved beside its detail, or nil.
  var topOfMovedList: BackStackEntryID?
  /// The question that is asked, or nil.
  var asked: Asked?
  /// All requests that were carried out.
  var requests: [Request] = []
  /// The results that reached the closures of screens.
  var received: [BackStackEntryID: [String]] = [:]
  /// The number of results that nothing received.
  var lost = 0
  /// The requests whose results have not arrived yet.
  var given: [Int] = []
  private var lastID = 0
  /// The last identifier before the operation that is carried out.
  private var oldID = 0
  /// When the view models of screens in hidden tabs are made.
  private let hiddenTabs: NavigationConfiguration.HiddenTabs

  init(_ places: [Place], _ hiddenTabs: NavigationConfiguration.HiddenTabs = .eagerly) {
    self.hiddenTabs = hiddenTabs
    levels = [Level(tabs: [places.map { makeScreen($0) }])]
    makeViewModels()
  }

  /// Creates a model that has the stages of a stack, and knows nothing else about it.
  init<Destination: WalkedDestination>(showing stack: BackStack<Destination>) {
    hiddenTabs = .eagerly
    levels = stack.layers.map { layer in
      let tabs = layer.tabs.map { $0.map { Screen(id: $0.id, place: $0.destination.place) } }
      return Level(
        tabs: tabs,
        selected: layer.selected,
        style: layer.style,
        covering: layer.covering
      )
    }
    isWide = stack.isWide
    asked = stack.question.map {
      Asked(id: BackStackEntryID(rawValue: 0), question: $0, subject: stack.top.id)
    }
  }

  var screens: [Screen] { levels.flatMap(\.screens) }

  /// The parts of a level's path that are side by side, the detail first.
  func panes(of level: Int) -> [[Screen]] {
    let path = levels[level].path
    guard isWide, let start = levels[level].startOfDetail else { return [path] }
    return [Array(path.suffix(from: start)), Array(path.prefix(start))]
  }

  func screen(_ id: BackStackEntryID) -> Screen? { screens.first { $0.id == id } }

  func looks<Destination: WalkedDestination>(like stack: BackStack<Destination>) -> Bool {
    levels.map(\.selected) == stack.layers.map(\.selected)
      && levels.map(\.style) == stack.layers.map(\.style)
      && asked?.question == stack.question
      && isWide == stack.isWide
      && levels.map(\.covering) == stack.layers.map(\.covering)
      && levels.map { $0.tabs.map { $0.map(\.id) } }
        == stack.layers.map { $0.tabs.map { $0.map(\.id) } }
      && screens.map(\.place) == stack.layers.flatMap { $0.tabs.joined().map(\.destination.place) }
  }

  mutating func makeScreen(_ place: Place) -> Screen { Screen(id: makeID(), place: place) }

  mutating func makeID() -> BackStackEntryID {
    lastID += 1
    return BackStackEntryID(rawValue: lastID)
  }

  mutating func beginOperation() { oldID = lastID }

  /// Whether the operation that is carried out has made this screen or question.
  func isNew(_ id: BackStackEntryID) -> Bool { id.rawValue > oldID }

  // MARK: Requests

  /// Carries out a request, or changes nothing if it is refused.
  ///
  /// - Parameters:
  ///   - spec: The operation.
  ///   - origin: The screen that makes the request, or nil if no screen makes it.
  ///   - asking: The result that the request expects.
  /// - Throws: The reason, if the request is refused.
  mutating func apply(
    _ spec: NavigationSpec<Place>,
    by origin: BackStackEntryID? = nil,
    asking: Asking = Asking()
  ) throws(Refusal) {
    try checkIsNotLate(spec, by: origin)
    var new = self
    try new.carryOut(spec, origin, asking)
    self = new
  }

  private mutating func carryOut(
    _ spec: NavigationSpec<Place>,
    _ origin: BackStackEntryID?,
    _ asking: Asking
  ) throws(Refusal) {
    beginOperation()
    let above = levels.suffix(countOfLevelsAbove(origin, staying: spec))
    levels.removeLast(above.count)
    mover = origin
    try change(spec, by: origin)
    let opened = top(after: spec).flatMap { isNew($0.id) ? $0.id : nil }
    levels += above
    closeLateQuestion()
    let isAsked = asked.map { isNew($0.id) } ?? false
    if isAsked, asking.type != nil, asking.type != .reply { throw .impossible }
    if asking.type != nil, opened == nil, spec.mayBeOpen { throw .duplicate }
    makeViewModels()
    if isAsked { return try request(asking, by: origin, reason: spec.reason) }
    try request(asking, by: origin, opening: opened, isLaunch: spec.isLaunch)
    cancelWhatNothingOwes(spec.reason)
  }

  /// Makes the view models of the screens that have none.
  ///
  /// A hidden tab may wait until it is selected: unless it begins with a screen that is made, or has
  /// a screen that receives a saved result.
  mutating func makeViewModels(for receivers: Set<BackStackEntryID> = []) {
    var waiting: Set<BackStackEntryID> = []
    if hiddenTabs == .lazily {
      for level in levels {
        for (index, tab) in level.tabs.enumerated() where index != level.selected {
          let isNeeded = tab[0].made != nil || tab.contains { receivers.contains($0.id) }
          if !isNeeded { waiting.formUnion(tab.map(\.id)) }
        }
      }
    }
    changeScreens { if $0.made == nil, !waiting.contains($0.id) { $0.made = $0.place } }
  }

  mutating func changeScreens(_ change: (inout Screen) -> Void) {
    for level in levels.indices {
      for tab in levels[level].tabs.indices {
        for index in levels[level].tabs[tab].indices { change(&levels[level].tabs[tab][index]) }
      }
    }
  }

  // MARK: The end

  /// Simulates a restore in a later process, whose window is narrow: tickets end, and view models are
  /// made again.
  mutating func restore() {
    isWide = false
    received = [:]
    var receivers: Set<BackStackEntryID> = []
    changeScreens { screen in
      screen.made = nil
      screen.debt.requests = []
      if case .registered(let asker, _) = screen.debt.saved { receivers.insert(asker) }
    }
    asked?.debt.requests = []
    if case .registered(let asker, _) = asked?.debt.saved { receivers.insert(asker) }
    makeViewModels(for: receivers)
    cancelWhatNothingOwes(.hostEnded)
    awaitSavedResults()
  }

  mutating func end() {
    levels = []
    asked = nil
    cancelWhatNothingOwes(.hostEnded)
  }
}
