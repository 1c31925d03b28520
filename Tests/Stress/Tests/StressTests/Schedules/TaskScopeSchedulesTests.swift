import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TaskScopeSchedulesTests {
  @Test
  func `whatever tasks do to a tree of scopes, all is accounted for and nothing runs after it`()
    async throws
  {
    try await underAllMainActorSchedules { random in
      var random = random
      let scene = TaskScopeScene()
      try await withThrowingTaskGroup { group in
        for _ in 0...(1 + random.below(3)) {
          let numbers = random.fork()
          group.addTask { @concurrent in try await scene.act(numbers) }
        }
        for _ in 0..<random.below(3) {
          group.addTask { @concurrent in try await scene.waitForTheEnd() }
        }
        await random.pause(upTo: 40)
        try scene.end()
        try await group.waitForAll()
      }
      try await scene.checkIsOver()
    }
  }
}

/// A tree of scopes that several tasks use, and what is in it by the rules.
@MainActor
private final class TaskScopeScene {
  /// A scope, and what it was given.
  @MainActor
  private final class Node {
    let parent: Node?
    /// Nil when it has been released.
    var scope: TaskScope?
    var hasEnded: Bool
    var resources: [Int] = []
    var cleanUps: [Int] = []
    let disposed = Log<Int>()

    init(_ scope: TaskScope, parent: Node?) {
      self.scope = scope
      self.parent = parent
      hasEnded = parent?.hasEnded ?? false
    }

    func isIn(_ other: Node) -> Bool { self === other || parent?.isIn(other) == true }
  }

  private struct Work {
    let id: Int
    let name: String
    let node: Node
    var hasBegun = false
  }

  private let root: Node
  private var nodes: [Node]
  private let hasEnded = Gate()

  private var lastID = 0
  /// In the order of launch.
  private var running: [Work] = []
  private var failed = 0
  private let reported = Tally()
  /// What went wrong in code that cannot throw.
  private var problem: String?

  init() {
    let reported = reported
    root = Node(TaskScope(name: "root", onError: { _ in reported.add() }), parent: nil)
    nodes = [root]
  }

  private func makeID() -> Int {
    lastID += 1
    return lastID
  }

  // MARK: What tasks do

  func act(_ random: SeededRandom) async throws {
    var random = random
    for _ in 0..<random.below(12) {
      await random.pause(upTo: 2)
      let node = nodes[random.below(nodes.count)]
      switch random.below(20) {
      case 0..<3: makeChild(of: node)
      case 3..<10: try launch(in: node, random.fork())
      case 10..<13: try addResource(to: node)
      case 13..<16: addCleanUp(to: node, random.fork())
      case 16: try cancelChildren(of: node)
      case 17 where node !== root: try cancel(node)
      case 18 where node !== root: try release(node)
      default: if node.hasEnded { try await wait(for: node) }
      }
      try checkCounts()
    }
  }

  func end() throws {
    try cancel(root)
    hasEnded.open()
  }

  func waitForTheEnd() async throws {
    try await hasEnded.pass()
    try await wait(for: root)
  }

  private func makeChild(of node: Node) {
    guard let child = node.scope?.childScope() else { return }
    nodes.append(Node(child, parent: node))
  }

  private func cancelChildren(of node: Node) throws {
    guard node.scope?.cancelChildren() != nil else { return }
    for child in nodes where child !== node { try didEnd(child, with: node) }
  }

  private func cancel(_ node: Node) throws {
    guard node.scope?.cancel() != nil else { return }
    for child in nodes { try didEnd(child, with: node) }
  }

  private func release(_ node: Node) throws {
    node.scope = nil
    for child in nodes { try didEnd(child, with: node) }
  }

  /// Notes that a scope has ended, if it is in one that has.
  private func didEnd(_ child: Node, with node: Node) throws {
    guard child.isIn(node), !child.hasEnded else { return }
    child.hasEnded = true
    try checkResources(of: child)
    for id in child.cleanUps { running.append(Work(id: id, name: "clean-up", node: child)) }
  }

  private func launch(in node: Node, _ random: SeededRandom) throws {
    guard let scope = node.scope else { return }
    let id = makeID()
    var random = random
    let isOnMainActor = random.isTrue(50)
    let (fails, waits) = (random.isTrue(20), random.isTrue(40))
    let pauses = random
    let work: @Sendable () async throws -> Void = { [self] in
      await begin(id)
      var pauses = pauses
      await pauses.pause()
      if pauses.isTrue(20) { await launchMore(in: node, pauses) }
      if waits { await untilCancelled() }
      await pauses.pause()
      await finish(id)
      if fails { throw SourceError() }
      try Task.checkCancellation()
    }
    let task =
      isOnMainActor
      ? scope.launch(name: "\(id)") { try await work() }
      : scope.launch(on: nil, name: "\(id)") { try await work() }
    try check((task == nil) == node.hasEnded, "launched \(id): \(task != nil)")
    guard task != nil else { return }
    if fails { failed += 1 }
    running.append(Work(id: id, name: "\(id)", node: node))
  }

  /// From inside of work of the same scope.
  private func launchMore(in node: Node, _ random: SeededRandom) {
    do {
      try launch(in: node, random)
    } catch {
      problem = problem ?? "\(error)"
    }
  }

  private func begin(_ id: Int) {
    guard let index = running.firstIndex(where: { $0.id == id }), !running[index].hasBegun else {
      problem = problem ?? "\(id) began, and not for the first time"
      return
    }
    running[index].hasBegun = true
  }

  private func finish(_ id: Int) {
    running.removeAll { $0.id == id }
  }

  private func addResource(to node: Node) throws {
    guard let scope = node.scope else { return }
    let id = makeID()
    node.resources.append(id)
    scope.add(id) { [disposed = node.disposed] in disposed.append($0) }
    try checkResources(of: node)
  }

  private func addCleanUp(to node: Node, _ random: SeededRandom) {
    guard let scope = node.scope else { return }
    let id = makeID()
    scope.addCleanUp { [self] in
      await begin(id)
      var random = random
      await random.pause(upTo: 5)
      await finish(id, isCancelled: Task.isCancelled)
    }
    if node.hasEnded {
      running.append(Work(id: id, name: "clean-up", node: node))
    } else {
      node.cleanUps.append(id)
    }
  }

  private func finish(_ id: Int, isCancelled: Bool) {
    if isCancelled { problem = problem ?? "the clean-up \(id) was cancelled" }
    finish(id)
  }

  /// Waits for a scope, and checks that nothing is left of what runs in it now.
  private func wait(for node: Node) async throws {
    guard let scope = node.scope else { return }
    let awaited = Set(running.map(\.id))
    await scope.waitUntilEmpty()
    let left = running.filter { $0.node.isIn(node) && awaited.contains($0.id) }
    try check(left.isEmpty, "\(left.map(\.name)) run after the wait")
  }

  // MARK: What must hold

  private func checkResources(of node: Node) throws {
    let (expected, disposed) = (node.hasEnded ? node.resources : [], node.disposed.all)
    try check(disposed == expected, "\(disposed), and not \(expected) are disposed")
  }

  private func checkCounts() throws {
    if let problem { throw BrokenPromise(description: problem) }
    for node in nodes {
      guard let scope = node.scope else { continue }
      let expected = running.filter { $0.node.isIn(node) }.map(\.name)
      let (names, count) = (scope.runningNames, scope.runningCount)
      try check(names == expected, "\(names), and not \(expected) run")
      try check(count == expected.count, "\(count) run, and these are \(expected)")
      try check(scope.isActive != node.hasEnded, "a scope is active: \(scope.isActive)")
    }
  }

  func checkIsOver() async throws {
    try await wait(for: root)
    try checkCounts()
    try check(running.isEmpty, "\(running.map(\.name)) are left")
    for node in nodes { try checkResources(of: node) }
    try check(reported.value == failed, "\(reported.value) of \(failed) errors were reported")
    // Everything that can still run runs now.
    await ManualClock().run(for: .zero)
    try checkCounts()
  }
}
