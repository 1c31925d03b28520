import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Uses and ends scopes from several threads at the same time.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeTreeStressTests {
  /// Four threads perform random actions in several rounds, each with its own random numbers.
  private func stress(
    seed: Int,
    actions: Int,
    _ act: @escaping @Sendable (inout SeededRandom) -> Void
  ) async {
    await withTaskGroup { group in
      for worker in 0..<4 {
        group.addTask {
          var random = SeededRandom(seed: seed * 10 + worker)
          for _ in 0..<actions { act(&random) }
        }
      }
    }
  }

  @Test(arguments: 1...5)
  func `objects in a scope may use the scope while they are released or disposed`(seed: Int) async {
    let (made, released) = (Tally(), Tally())
    for round in 0..<20 {
      let scope = TaskScope { _ in }
      @Sendable func use(_ kind: Int) {
        switch kind % 6 {
        case 0: scope.launch(on: .pool) {}
        case 1: scope.add(SimpleDisposable {})
        case 2: _ = scope.childScope().runningCount
        case 3: scope.cancelChildren()
        case 4: scope.addCleanUp {}
        default: _ = scope.runningNames
        }
      }
      await stress(seed: seed * 100 + round, actions: 30) { random in
        let kind = random.below(60)
        made.add()
        let touch = closure {
          released.add()
          use(kind)
        }
        switch random.below(5) {
        case 0: scope.launch { touch() }
        case 1: scope.launch(on: .pool) { touch() }
        case 2:
          scope.add(
            SimpleDisposable {
              touch()
              use(kind / 6)
            }
          )
        case 3: scope.addCleanUp { touch() }
        default:
          let child = scope.childScope()
          child.launch(on: .pool) {
            await untilCancelled()
            touch()
          }
          if random.isTrue(50) { child.cancel() }
        }
        switch random.below(60) {
        case 0...2: scope.cancelChildren()
        case 3: scope.cancel()
        default: break
        }
      }
      scope.cancel()
      await scope.waitUntilEmpty()
      #expect(!scope.isActive)
    }
    await until(released.value == made.value)
  }
}
