import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What a scope says about the work that runs in it.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct TaskScopeNamesTests {
  private let scope = TaskScope()
  private let latch = Latch()

  private func launch(_ name: String?, in scope: TaskScope) {
    scope.launch(name: name) { [latch] in await latch.passed() }
  }

  @Test func `the names of running tasks come in the order of launch`() async {
    for number in 0..<20 { launch("\(number)", in: scope) }
    launch(nil, in: scope)
    #expect(scope.runningNames == (0..<20).map { "\($0)" } + ["task"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `the names of child scopes stand in the order of launch too`() async {
    let child = scope.childScope()
    launch("first", in: scope)
    launch("second", in: child)
    launch("third", in: scope)
    launch("fourth", in: child)
    #expect(scope.runningNames == ["first", "second", "third", "fourth"])
    #expect(child.runningNames == ["second", "fourth"])
    latch.open()
    await scope.waitUntilEmpty()
  }

  @Test func `a name is gone at once when its task has ended`() async {
    launch("long", in: scope)
    let short = scope.launch(name: "short") {}
    #expect(scope.runningNames == ["long", "short"])
    await short?.value
    #expect(scope.runningNames == ["long"])
    latch.open()
    await scope.waitUntilEmpty()
  }

  @Test func `tasks that have not ended after cancel are still counted and named`() async {
    launch("stubborn", in: scope)
    scope.cancel()
    #expect(scope.runningCount == 1)
    #expect(scope.runningNames == ["stubborn"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `tasks of child scopes that have not ended after cancel are still named`() async {
    let child = scope.childScope()
    let grandchild = child.childScope()
    launch("child", in: child)
    launch("grandchild", in: grandchild)
    scope.cancel()
    #expect(scope.runningCount == 2)
    #expect(scope.runningNames == ["child", "grandchild"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
    #expect(scope.runningCount == 0)
  }

  @Test func `tasks of a child scope that ended by itself are still named by its parent`() async {
    let child = scope.childScope()
    launch("child", in: child)
    child.cancel()
    #expect(scope.runningCount == 1)
    #expect(child.runningNames == ["child"])
    #expect(scope.runningNames == ["child"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `tasks of a child scope that was released are still named by its parent`() async {
    do {
      let child = scope.childScope()
      launch("child", in: child)
    }
    #expect(scope.runningCount == 1)
    #expect(scope.runningNames == ["child"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `tasks that have not ended after cancelChildren are still named`() async {
    let child = scope.childScope()
    launch("own", in: scope)
    launch("child", in: child)
    scope.cancelChildren()
    launch("new", in: scope)
    #expect(scope.runningCount == 3)
    #expect(scope.runningNames == ["own", "child", "new"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `a clean-up that runs is counted, and has a name as whatever is counted`() async {
    scope.addCleanUp { [latch] in await latch.passed() }
    scope.cancel()
    #expect(scope.runningCount == 1)
    #expect(scope.runningNames.count == 1)
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
    #expect(scope.runningCount == 0)
  }

  @Test func `the number and the names of running tasks agree in any tree of scopes`() async {
    var random = SeededRandom(seed: 11)
    for _ in 0..<30 {
      let root = TaskScope()
      let latches = (0..<3).map { _ in Latch() }
      var scopes = [root]
      for _ in 0..<40 {
        let scope = scopes[random.below(scopes.count)]
        switch random.below(9) {
        case 0, 1: scopes.append(scope.childScope())
        case 2 where scope !== root: scope.cancel()
        case 3: scope.cancelChildren()
        case 4:
          let latch = latches[random.below(latches.count)]
          scope.addCleanUp { await latch.passed() }
        default:
          let latch = latches[random.below(latches.count)]
          scope.launch(name: "x") { await latch.passed() }
        }
        for scope in scopes { #expect(scope.runningCount == scope.runningNames.count) }
      }
      root.cancel()
      for scope in scopes { #expect(scope.runningCount == scope.runningNames.count) }
      for latch in latches { latch.open() }
      await root.waitUntilEmpty()
      #expect(scopes.allSatisfy { $0.runningCount == 0 && $0.runningNames.isEmpty })
    }
  }
}
