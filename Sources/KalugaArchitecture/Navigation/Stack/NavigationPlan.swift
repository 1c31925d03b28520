/// The outcome of an operation on a stack: the new stack, and the entries that leave and arrive.
///
/// A plan is a pure value, which a driver carries out. Its cost depends only on the layers that the
/// operation changes, apart from a copy of the list of layers.
struct NavigationPlan {
  private typealias Entry = ErasedStack.Entry

  let old: ErasedStack
  private(set) var new: ErasedStack

  /// The entries that leave, in the order of the old stack.
  private(set) var removed: [BackStackEntryID] = []

  /// The entries that arrive, in the order of the new stack.
  private(set) var added: [ErasedStack.Entry] = []

  /// The results that screens return as they leave, in the order of the steps.
  private(set) var returns: [Return] = []

  /// The entries that take the place of others, and owe the result of the first of these that is
  /// awaited.
  private(set) var successions: [(from: [BackStackEntryID], to: BackStackEntryID)] = []

  /// The new top entry of the stack that the operation acts on, or nil if it opens none.
  ///
  /// Of several steps, the last one counts.
  private(set) var opened: ErasedStack.Entry?

  /// The question that the operation asks, or nil if it asks none.
  var asked: AskedQuestion? { new.question.flatMap { isNew($0.id) ? $0 : nil } }

  /// The question that leaves, or nil if none does.
  var closedQuestion: AskedQuestion? { old.question?.id == new.question?.id ? nil : old.question }

  /// The name of the choice that answers the question that leaves.
  private(set) var choice: String?

  /// The reason with which that question ends if it has no answer.
  private(set) var cancellationOfQuestion = NavigationCancellation.closed

  /// The row of the answer, or nil if there is none.
  var rowsOfAnswer: [NavigationBundleRow]? {
    choice.map { [NavigationBundleRow(key: "answer", value: .string($0))] }
  }

  private let isIdempotent: Bool

  /// The entry of the screen that makes the request, or nil if no screen makes it.
  private let origin: BackStackEntryID?

  /// The screen in whose pane the current step acts: the one that makes the request, and then the one on
  /// top of its list.
  ///
  /// Nil after a step that acts on the detail. The later steps then act there, too.
  private(set) var mover: BackStackEntryID?

  /// The entries that the current step closes and whose openers may receive its result.
  private var givers: [BackStackEntryID] = []

  private var hasSteps = false

  /// Whether the operation acts under a presented stack.
  private var isBelow = false

  /// The entry about which the question is asked.
  private var subject: BackStackEntryID

  /// The step that is being applied, after those around it.
  private var place: [(step: Int, kind: String)] = []

  /// A result that an operation returns, and the entries whose openers may receive it.
  ///
  /// The opener of the first one that is awaited receives it.
  struct Return {
    let result: NavigationResult
    let givers: [BackStackEntryID]
    fileprivate let place: [(step: Int, kind: String)]

    /// Returns an error that names the step which returns the result, if it is one of several.
    func naming(_ error: NavigationError) -> NavigationError {
      place.reversed().reduce(error) { .inStep($1.step, kind: $1.kind, error: $0) }
    }
  }

  /// Plans an operation on a stack, as requested by a screen or, without an origin, by the app.
  ///
  /// - Throws: The reason, if the operation is not possible on this stack.
  init(
    _ spec: ErasedSpec,
    on stack: ErasedStack,
    from origin: BackStackEntryID? = nil
  ) throws(NavigationError) {
    old = stack
    new = stack
    isIdempotent = spec.isIdempotent
    self.origin = origin
    mover = origin
    subject = stack.top.id
    try apply(stack.adapting(spec, from: origin))
    if hasSteps { forgetPassingScreens() }
    // Compared now, because a later step may show the screen again.
    if new.question != nil, new.top.id != subject { new.question = nil }
  }

  /// Whether a repeated operation has no effect, so that no transition takes place.
  var changesNothing: Bool { isIdempotent && new == old }

  private func isNew(_ id: BackStackEntryID) -> Bool { id.rawValue > old.lastID.rawValue }

  // MARK: Operations

  private mutating func apply(_ spec: ErasedSpec) throws(NavigationError) {
    if spec.actsOnPath {
      if let start = startOfDetail(beside: mover),
        !spec.names(path[start...], not: path[..<start])
      {
        return try apply(spec, inListBefore: start)
      }
      mover = nil
    }
    switch spec {
    case .push(let destination): push(destination)
    case .showDetail(let destination): try showDetail(destination)
    case .replace(let destination):
      let replaced = new.top.id
      removed.append(replaced)
      new.layers[last].removeLast(1)
      succeed([replaced], by: push(destination))
    case .pop: try cut(last, to: path.count - 1)
    case .popTo(let destination, let inclusive, _):
      try cut(last, to: try index(of: destination) + (inclusive ? 0 : 1))
    case .popToEntry(let id, let inclusive, _):
      let index = try index("\(id)") { $0.id == id }
      try cut(last, to: index + (inclusive ? 0 : 1))
    case .popToScreen(let inclusive, _, let condition):
      let index = try index("such a screen") { condition($0.destination) }
      try cut(last, to: index + (inclusive ? 0 : 1))
    case .replaceAbove(let base, let destination):
      let index = try index(of: base)
      let replaced = path.dropFirst(index + 1).prefix(1).map(\.id)
      try cut(last, to: index + 1)
      succeed(replaced, by: push(destination))
    case .popToRoot: try cut(last, to: 1)
    case .present(let destination, let style, let covering):
      if try changesOnlyStyle(of: destination, to: style, covering, spec) { break }
      present(destination, style, covering)
    case .replacePresented(let destination, let style, let covering):
      if try changesOnlyStyle(of: destination, to: style, covering, spec) { break }
      let replaced = last > 0 ? new.layers[last].givers : []
      if last > 0 { removeLayers(from: last) }
      succeed(replaced, by: present(destination, style, covering))
    case .dismiss:
      guard last > 0 else { throw .nothingPresented(screen: new.top.destination.screenName) }
      try cut(last, to: 0)
    case .close(let destination, _):
      try close(destination.screenName) { $0 == destination }
    case .closeScreen(_, let condition): try close("such a screen", where: condition)
    case .closeEntry(let id, _): try closeEntry(id)
    case .finish:
      guard let origin else { throw .noOrigin(action: spec.kind) }
      try closeEntry(origin)
    case .tabs(let roots, let selected): try makeTabs(roots, selected)
    case .selectTab(let index): try selectTab(index)
    case .selectTabOf(let root):
      let (level, tab) = try tab(of: root)
      new.layers[level].selected = tab
      return noteTop(of: tab, level)
    case .pushInTab(let destination, let root):
      let (level, tab) = try tab(of: root)
      push(destination, on: tab, level)
      return noteTop(of: tab, level)
    case .openInTab(let destinations, let root): try open(destinations, inTabOf: root)
    case .bringToFront(let destination):
      if let index = path.lastIndex(where: { $0.destination == destination }) {
        try cut(last, to: index + 1)
      } else {
        push(destination)
      }
    case .open(let root, let rest): open([root] + rest)
    case .setRoot(let root):
      removeLayers(from: 0)
      present(root)
    case .update(let id, let destination): try update(id, destination)
    case .below: return try applyBelow(spec)
    case .steps(let steps): return try apply(steps)
    case .animated(let spec, _): return try apply(spec)
    case .ask(let question): try ask(question)
    case .answer(let name): try answer(name)
    case .launch: return
    }
    if let result = spec.result {
      // A screen that an earlier step has put in the place of another one gives the result of that.
      let givers = givers.flatMap(predecessors)
      returns.append(Return(result: result, givers: givers, place: place))
    }
    givers = []
    noteTop(of: new.layers[last].selected, last)
  }

  /// Notes the top entry of the tab on which an operation has acted.
  private mutating func noteTop(of tab: Int, _ level: Int) {
    let path = new.layers[level].tabs[tab]
    let top = path[path.count - 1]
    opened = isNew(top.id) ? top : nil
  }

  /// Applies operations one after the other.
  private mutating func apply(_ steps: [ErasedSpec]) throws(NavigationError) {
    if steps.isEmpty { throw .noSteps(action: "steps") }
    for (index, step) in steps.enumerated() {
      place.append((index + 1, step.kind))
      do throws(NavigationError) { try applyStep(step) } catch {
        throw .inStep(index + 1, kind: step.kind, error: error)
      }
      place.removeLast()
    }
    hasSteps = true
  }

  private mutating func applyStep(_ step: ErasedSpec) throws(NavigationError) {
    if let effect = step.effect {
      throw .refused(
        action: step.kind,
        reason: "'\(effect.name)' is an effect, which cannot be a step; request it on its own"
      )
    }
    try apply(step)
  }

  /// Forgets the screens that one step opens and a later one closes.
  private mutating func forgetPassingScreens() {
    let ids = Set(new.entries.map(\.id))
    removed = old.entries.map(\.id).filter { !ids.contains($0) }
    added = new.entries.filter { isNew($0.id) }
    successions.removeAll { !ids.contains($0.to) }
  }

  /// Applies an operation as if the topmost presented stacks did not exist: one for each `below`.
  private mutating func applyBelow(_ spec: ErasedSpec) throws(NavigationError) {
    var spec = spec
    var presented: [ErasedStack.Layer] = []
    // A loop, because many stacks may be presented, and the depth of calls is limited.
    while case .below(let inner) = spec {
      guard last > 0 else { throw .nothingPresented(screen: new.top.destination.screenName) }
      presented.append(new.layers.removeLast())
      spec = inner
    }
    let wasBelow = isBelow
    isBelow = true
    try apply(spec)
    isBelow = wasBelow
    new.layers += presented.reversed()
  }

  /// Returns where the detail begins that a wide host shows beside a list with this screen on top.
  private func startOfDetail(beside id: BackStackEntryID?) -> Int? {
    guard new.isWide, let id, let start = path.startOfDetail, path[start - 1].id == id
    else { return nil }
    return start
  }

  /// Applies an operation as if the detail pane were empty.
  ///
  /// The detail stays, unless the operation opens another one.
  private mutating func apply(
    _ spec: ErasedSpec,
    inListBefore start: Int
  ) throws(NavigationError) {
    let (level, tab, list) = (last, new.layers[last].selected, path[0].destination)
    let detail = Array(path[start...])
    new.layers[level].removeLast(detail.count)
    try apply(spec)
    guard level == last else { throw .nothingToGoBackTo(screen: list.screenName) }
    if new.layers[level].tabs[tab].startOfDetail == nil {
      mover = new.top.id
      new.layers[level].tabs[tab] += detail
    } else {
      removed += detail.map(\.id)
    }
  }

  private mutating func showDetail(_ destination: ErasedDestination) throws(NavigationError) {
    mover = nil
    guard destination.isDetail else {
      // The type says which one: that of an app answers for the screens of its modules.
      let (name, type) = (destination.screenName, type(of: destination.value))
      let reason = "'\(name)' is not a detail; let isDetail of \(type) be true for it, or push it"
      throw .refused(action: "showDetail", reason: reason)
    }
    let start = path.startOfDetail ?? path.count
    if start < path.count, path[start].destination == destination {
      try cut(last, to: start + 1)
    } else {
      try cut(last, to: start)
      push(destination)
    }
  }

  private var last: Int { new.layers.count - 1 }

  /// The shown path of the top layer.
  private var path: [Entry] { new.layers[last].path }

  @discardableResult
  private mutating func push(_ destination: ErasedDestination) -> BackStackEntryID {
    push(destination, on: new.layers[last].selected, last)
  }

  @discardableResult
  private mutating func push(
    _ destination: ErasedDestination,
    on tab: Int,
    _ level: Int
  ) -> BackStackEntryID {
    let entry = new.makeEntry(destination)
    new.layers[level].tabs[tab].append(entry)
    added.append(entry)
    return entry.id
  }

  @discardableResult
  private mutating func present(
    _ destination: ErasedDestination,
    _ style: PresentationStyle? = nil,
    _ covering: PresentationCovering? = nil
  ) -> BackStackEntryID {
    let entry = new.makeEntry(destination)
    let layer = ErasedStack.Layer(tabs: [[entry]], selected: 0, style: style, covering: covering)
    new.layers.append(layer)
    added.append(entry)
    return entry.id
  }

  /// Lets an entry take the place of others.
  private mutating func succeed(_ replaced: [BackStackEntryID], by id: BackStackEntryID) {
    successions.append((replaced.flatMap(predecessors), id))
    successions.removeAll { replaced.contains($0.to) }
  }

  /// Returns the entries whose place this one has taken in an earlier step, or else this one.
  private func predecessors(of id: BackStackEntryID) -> [BackStackEntryID] {
    successions.first { $0.to == id }?.from ?? [id]
  }

  /// Returns whether the presented stack begins with a screen, and gives it the style and the covering,
  /// if there are any.
  ///
  /// Presenting that screen again opens nothing, because declarative hosts repeat their requests.
  private mutating func changesOnlyStyle(
    of destination: ErasedDestination,
    to style: PresentationStyle?,
    _ covering: PresentationCovering?,
    _ spec: ErasedSpec
  ) throws(NavigationError) -> Bool {
    if let problem = style?.problem { throw .refused(action: spec.kind, reason: problem) }
    guard last > 0, path[0].destination == destination else { return false }
    if let style { new.layers[last].style = style }
    if let covering { new.layers[last].covering = covering }
    return true
  }

  /// Shortens a shown path to its first entries, and removes the layers above it.
  private mutating func cut(_ level: Int, to count: Int) throws(NavigationError) {
    let path = new.layers[level].path
    givers = count > 0 ? path.dropFirst(count).prefix(1).map(\.id) : new.layers[level].givers
    if count > 0 {
      for entry in path.dropFirst(count) { removed.append(entry.id) }
      new.layers[level].removeLast(path.count - count)
      removeLayers(from: level + 1)
    } else if level > 0 {
      removeLayers(from: level)
    } else {
      throw .nothingToGoBackTo(screen: path[0].destination.screenName)
    }
  }

  private mutating func removeLayers(from level: Int) {
    for layer in new.layers[level...] {
      for entry in layer.entries { removed.append(entry.id) }
    }
    new.layers.removeLast(new.layers.count - level)
  }

  private mutating func ask(_ question: Question) throws(NavigationError) {
    try checkIsNotBelow("ask")
    if let problem = question.problem { throw .refused(action: "ask", reason: problem) }
    if new.question?.question == question, subject == new.top.id {
      throw .duplicate(screen: "question")
    }
    new.question = AskedQuestion(id: new.makeID(), question: question)
    subject = new.top.id
  }

  private mutating func answer(_ name: String?) throws(NavigationError) {
    try checkIsNotBelow("answer")
    guard let asked = new.question, subject == new.top.id else {
      throw .noQuestion(screen: new.top.destination.screenName)
    }
    let choices = asked.question.choices.map(\.name)
    if let name, !choices.contains(name) { throw .noSuchChoice(name: name, choices: choices) }
    new.question = nil
    guard asked.id == old.question?.id else { return }
    choice = name ?? asked.question.nameOfCancel
    cancellationOfQuestion = .back
  }

  private func checkIsNotBelow(_ kind: String) throws(NavigationError) {
    guard isBelow else { return }
    let reason = "a question is about the shown screen; use the operation without below"
    throw .refused(action: kind, reason: reason)
  }

  private func index(of destination: ErasedDestination) throws(NavigationError) -> Int {
    try index(destination.screenName) { $0.destination == destination }
  }

  /// Returns the topmost screen of the shown path that satisfies the condition.
  private func index(
    _ name: @autoclosure () -> String,
    _ isMatch: (Entry) -> Bool
  ) throws(NavigationError) -> Int {
    if let index = path.lastIndex(where: isMatch) { return index }
    throw notOnStack(name(), among: path)
  }

  private func notOnStack(_ screen: String, among entries: [Entry]) -> NavigationError {
    .notOnStack(screen: screen, stack: entries.map(\.destination.screenName))
  }

  /// Closes the topmost screen of the shown paths that satisfies the condition.
  private mutating func close(
    _ name: @autoclosure () -> String,
    where isMatch: (ErasedDestination) -> Bool
  ) throws(NavigationError) {
    for level in new.layers.indices.reversed() {
      let path = new.layers[level].path
      guard let index = path.lastIndex(where: { isMatch($0.destination) }) else { continue }
      return try cut(level, to: index)
    }
    throw notOnStack(name(), among: new.layers.flatMap(\.path))
  }

  private mutating func update(
    _ id: BackStackEntryID,
    _ destination: ErasedDestination
  ) throws(NavigationError) {
    let (level, tab, index) = try position(of: id)
    new.layers[level].tabs[tab][index] = Entry(id: id, destination: destination)
  }

  private mutating func closeEntry(_ id: BackStackEntryID) throws(NavigationError) {
    let (level, tab, index) = try position(of: id)
    // Presented layers belong to the shown tab, so only closing in that tab removes them.
    if tab == new.layers[level].selected { return try cut(level, to: index) }
    let path = new.layers[level].tabs[tab]
    guard index > 0 else { throw .nothingToGoBackTo(screen: path[0].destination.screenName) }
    givers = [id]
    for entry in path[index...] { removed.append(entry.id) }
    new.layers[level].tabs[tab].removeLast(path.count - index)
  }

  /// Finds an entry, which may be in any layer or tab.
  private func position(
    of id: BackStackEntryID
  ) throws(NavigationError) -> (level: Int, tab: Int, index: Int) {
    for level in new.layers.indices.reversed() {
      for (tab, path) in new.layers[level].tabs.enumerated() {
        if let index = path.lastIndex(where: { $0.id == id }) { return (level, tab, index) }
      }
    }
    throw notOnStack("\(id)", among: new.entries)
  }

  private mutating func selectTab(_ index: Int) throws(NavigationError) {
    // A layer with a single path has no tabs.
    let count = new.layers[last].tabs.count > 1 ? new.layers[last].tabs.count : 0
    guard (0..<count).contains(index) else { throw .noSuchTab(index: index, count: count) }
    new.layers[last].selected = index
  }

  private func tab(of root: ErasedDestination) throws(NavigationError) -> (level: Int, tab: Int) {
    if let found = new.tab(of: root) { return found }
    let tabs = new.layers.filter { $0.tabs.count > 1 }.flatMap(\.tabs)
    throw .noTab(of: root.screenName, tabs: tabs.map { $0[0].destination.screenName })
  }

  /// Opens a path in a tab, and keeps the entries of the tab with which it begins.
  private mutating func open(
    _ destinations: [ErasedDestination],
    inTabOf root: ErasedDestination
  ) throws(NavigationError) {
    let (level, tab) = try tab(of: root)
    let destinations = destinations.first == root ? destinations : [root] + destinations
    new.layers[level].selected = tab
    let path = new.layers[level].path
    try cut(level, to: zip(path, destinations).prefix { $0.destination == $1 }.count)
    for destination in destinations.dropFirst(self.path.count) { push(destination) }
  }

  /// Makes tabs, and keeps each old path that begins with the root of a new tab.
  private mutating func makeTabs(
    _ roots: [ErasedDestination],
    _ selected: Int
  ) throws(NavigationError) {
    guard roots.indices.contains(selected) else {
      throw .noSuchTab(index: selected, count: roots.count)
    }
    let before = new.layers[last].entries
    var oldTabs = new.layers[last].tabs
    var tabs: [[Entry]] = []
    for root in roots {
      let index = oldTabs.firstIndex { $0[0].destination == root }
      tabs.append(index.map { oldTabs.remove(at: $0) } ?? new.makePath([root]))
    }
    new.layers[last].tabs = tabs
    new.layers[last].selected = selected
    let left = Set(oldTabs.flatMap { $0.map(\.id) })
    removed = before.map(\.id).filter(left.contains)
    added = new.layers[last].entries.filter { isNew($0.id) }
  }

  /// Opens a path, and keeps the entries of the base with which it begins.
  private mutating func open(_ destinations: [ErasedDestination]) {
    let base = new.layers[0].path
    let count = zip(base, destinations).prefix { $0.destination == $1 }.count
    removeLayers(from: 0)
    let kept = Array(base.prefix(count))
    let keptIDs = Set(kept.map(\.id))
    removed.removeAll(where: keptIDs.contains)
    added = new.makePath(Array(destinations.dropFirst(count)))
    new.layers = [ErasedStack.Layer(tabs: [kept + added], selected: 0)]
  }
}

extension ErasedStack.Layer {
  /// The entries whose openers may receive the result of the whole layer.
  ///
  /// The first screens of all tabs, oldest first, follow that of the shown one, because the layer may
  /// have been opened with a screen that is now in a tab that is not shown, or whose place another
  /// screen has taken there.
  fileprivate var givers: [BackStackEntryID] {
    [path[0].id] + tabs.map { $0[0].id }.sorted { $0.rawValue < $1.rawValue }
  }

  fileprivate mutating func removeLast(_ count: Int) {
    tabs[selected].removeLast(count)
  }
}
