import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What a scope says about the work that runs in it.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct TaskScopeNamesTests {
  enum End: CaseIterable {
    case cancelScope, cancelChildren, cancelChild, releaseChild
  }

  private let scope = TaskScope()
  private let gate = Gate()

  private func launch(_ name: String?, in scope: TaskScope?) {
    scope?.launch(name: name) { [gate] in await gate.passIgnoringCancellation() }
  }

  private func expectEmptyAfterOpening() async {
    gate.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningCount == 0)
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `running tasks are named in the order of launch, in child scopes too`() async {
    let child = scope.childScope()
    launch("first", in: scope)
    launch("second", in: child)
    launch(nil, in: scope)
    launch("fourth", in: child)
    #expect(scope.runningNames == ["first", "second", "task", "fourth"])
    #expect(child.runningNames == ["second", "fourth"])
    await expectEmptyAfterOpening()
  }

  @Test func `a name is gone at once when its task has ended`() async {
    launch("long", in: scope)
    let short = scope.launch(name: "short") {}
    #expect(scope.runningNames == ["long", "short"])
    await short?.value
    #expect(scope.runningNames == ["long"])
    await expectEmptyAfterOpening()
  }

  @Test(arguments: End.allCases)
  func `tasks that have not ended are still counted and named, however their scope ends`(
    end: End
  ) async {
    var child: TaskScope? = scope.childScope()
    let grandchild = child?.childScope()
    launch("own", in: scope)
    launch("child", in: child)
    launch("grandchild", in: grandchild)
    switch end {
    case .cancelScope: scope.cancel()
    case .cancelChildren: scope.cancelChildren()
    case .cancelChild: child?.cancel()
    case .releaseChild: child = nil
    }
    #expect(grandchild?.isActive == false)
    launch("new", in: scope)
    let names = ["own", "child", "grandchild"] + (end == .cancelScope ? [] : ["new"])
    #expect(scope.runningNames == names)
    #expect(scope.runningCount == names.count)
    #expect(child?.runningNames ?? ["child", "grandchild"] == ["child", "grandchild"])
    await expectEmptyAfterOpening()
  }

  @Test func `a clean-up is counted and named while it runs`() async {
    scope.addCleanUp { [gate] in await gate.passIgnoringCancellation() }
    #expect(scope.runningCount == 0)
    scope.cancel()
    #expect(scope.runningCount == 1)
    #expect(scope.runningNames == ["clean-up"])
    await expectEmptyAfterOpening()
  }
}
