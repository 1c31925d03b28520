import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TaskScopeSchedulesTests {
  @Test
  func `whatever tasks do to a tree of scopes, its counts are right and nothing outlives its end`()
    async throws
  {
    try await underAllMainActorSchedules { random in
      let scene = TaskScopeScene()
      try await inTasks { tasks in
        tasks.add(2 + random.below(3), &random) { try await scene.act(&$0) }
        tasks.add(random.below(3), &random) { _ in try await scene.waitForTheEnd() }
        await random.pause(upTo: 40)
        scene.end()
      }
      try await scene.checkIsOver()
    }
  }
}

/// A tree of scopes that several tasks use, and a model of its contents.
@MainActor
private final class TaskScopeScene {
  /// A scope and its model.
  @MainActor
  private final class Node {
    let parent: Node?
    /// Nil after it has been released.
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

    var isCleanUp: Bool { name == "clean-up" }
  }

  private let root: Node
  private var nodes: [Node]
  private let hasEnded = Gate()

  private let ids = Tally()
  /// The running work, in the order of launch.
  private var running: [Work] = []
  /// The names of work that was cancelled before it began.
  ///
  /// It must not begin, but is still counted for a while.
  private var dropped: Set<String> = []
  private var failed = 0
  private let reported = Tally()
  /// The rules that were broken.
  private let problems = Log<String>()

  init() {
    let reported = reported
    root = Node(TaskScope(name: "root", onError: { _ in reported.add() }), parent: nil)
    nodes = [root]
  }

  // MARK: What tasks do

  func act(_ random: inout SeededRandom) async throws {
    for _ in 0..<random.below(12) {
      await random.pause(upTo: 2)
      let node = nodes[random.below(nodes.count)]
      switch random.below(20) {
      case 0..<3:
        if let child = node.scope?.childScope() { nodes.append(Node(child, parent: node)) }
      case 3..<10: launch(in: node, random.fork())
      case 10..<13: addResource(to: node)
      case 13..<16: addCleanUp(to: node, random.fork())
      case 16:
        node.scope?.cancelChildren()
        drop(node)
        didEnd(nodes.filter { $0 !== node && $0.isIn(node) })
      case 17 where node !== root: cancel(node)
      case 18 where node !== root:
        node.scope = nil
        didEnd(nodes.filter { $0.isIn(node) })
      default: if node.hasEnded { await wait(for: node) }
      }
      try checkState()
    }
  }

  func end() {
    cancel(root)
    hasEnded.open()
  }

  func waitForTheEnd() async throws {
    try await hasEnded.pass()
    await wait(for: root)
  }

  private func cancel(_ node: Node) {
    node.scope?.cancel()
    didEnd(nodes.filter { $0.isIn(node) })
  }

  private func didEnd(_ nodes: [Node]) {
    for node in nodes where !node.hasEnded {
      node.hasEnded = true
      drop(node)
      for id in node.cleanUps { running.append(Work(id: id, name: "clean-up", node: node)) }
    }
  }

  private func drop(_ node: Node) {
    let isDropped = { (work: Work) in work.node === node && !work.hasBegun && !work.isCleanUp }
    dropped.formUnion(running.filter(isDropped).map(\.name))
    running.removeAll(where: isDropped)
  }

  private func launch(in node: Node, _ random: SeededRandom) {
    guard let scope = node.scope else { return }
    let id = ids.add()
    var random = random
    let isOnMainActor = random.isTrue(50)
    let (fails, waits) = (random.isTrue(20), random.isTrue(40))
    let work: @Sendable () async throws -> Void = { [self, random] in
      var pauses = random
      await begin(id)
      await pauses.pause()
      if pauses.isTrue(20) { await launch(in: node, pauses) }
      if waits { await untilCancelled() }
      await pauses.pause()
      await finish(id, fails: fails)
      if fails { throw SourceError() }
      try Task.checkCancellation()
    }
    let task =
      isOnMainActor
      ? scope.launch(name: "\(id)", work) : scope.launch(on: .pool, name: "\(id)", work)
    problems.expect((task == nil) == node.hasEnded, "launched \(id): \(task != nil)")
    guard task != nil else { return }
    running.append(Work(id: id, name: "\(id)", node: node))
  }

  private func begin(_ id: Int) {
    let index = running.firstIndex { $0.id == id && !$0.hasBegun }
    problems.expect(index != nil, "\(id) began again")
    if let index { running[index].hasBegun = true }
  }

  private func finish(_ id: Int, fails: Bool = false) {
    running.removeAll { $0.id == id }
    // An error of a cancelled run is dropped.
    if fails, !Task.isCancelled { failed += 1 }
  }

  private func addResource(to node: Node) {
    guard let scope = node.scope else { return }
    let id = ids.add()
    node.resources.append(id)
    scope.add(id) { [disposed = node.disposed] in disposed.append($0) }
  }

  private func addCleanUp(to node: Node, _ random: SeededRandom) {
    guard let scope = node.scope else { return }
    let id = ids.add()
    scope.addCleanUp { [self] in
      await begin(id)
      var random = random
      await random.pause(upTo: 5)
      problems.expect(!Task.isCancelled, "the clean-up \(id) was cancelled")
      await finish(id)
    }
    if node.hasEnded {
      running.append(Work(id: id, name: "clean-up", node: node))
    } else {
      node.cleanUps.append(id)
    }
  }

  /// Waits for a scope, and checks that the work that runs in it now has ended afterwards.
  private func wait(for node: Node) async {
    guard let scope = node.scope else { return }
    let awaited = Set(running.map(\.id))
    await scope.waitUntilEmpty()
    let left = running.filter { $0.node.isIn(node) && awaited.contains($0.id) }
    problems.expect(left.isEmpty, "\(left.map(\.name)) run after the wait")
  }

  // MARK: Checks

  private func checkState() throws {
    for node in nodes {
      let (resources, disposed) = (node.hasEnded ? node.resources : [], node.disposed.all)
      problems.expect(disposed == resources, "disposed \(disposed); expected \(resources)")
      guard let scope = node.scope else { continue }
      let names = running.filter { $0.node.isIn(node) }.map(\.name)
      let found = scope.runningNames
      let expected = (names, found.count, !node.hasEnded)
      let state = (found.filter { !dropped.contains($0) }, scope.runningCount, scope.isActive)
      problems.expect(state == expected, "\(state); expected \(expected)")
    }
    try check(problems.count == 0, problems.text)
  }

  func checkIsOver() async throws {
    await wait(for: root)
    problems.expect(running.isEmpty, "\(running.map(\.name)) still run")
    problems.expect(root.scope?.runningCount == 0, "the root is not empty")
    problems.expect(reported.value == failed, "\(reported.value) of \(failed) errors were reported")
    try checkState()
    // Runs everything that can still run.
    await ManualClock().run(for: .zero)
    try checkState()
  }
}
