import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Objects of a scope whose release, disposal or clean-up comes back to the scope, while threads end it.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeReentryTests {
  @Test(arguments: 0..<6)
  func `what a scope holds may come back to it when it is released or disposed`(seed: Int) async {
    let released = Log<Int>()
    let cleaned = Log<Int>()
    let made = Log<Int>()
    for round in 0..<20 {
      let scope = TaskScope { _ in }
      @Sendable func comeBack(_ kind: Int) {
        switch kind % 6 {
        case 0: scope.launch(on: nil) {}
        case 1: scope.add(SimpleDisposable {})
        case 2: _ = scope.childScope().runningCount
        case 3: scope.cancelChildren()
        case 4: scope.addCleanUp { cleaned.append(0) }
        default: _ = scope.runningNames
        }
      }
      await withTaskGroup { group in
        for worker in 0..<3 {
          group.addTask {
            var random = SeededRandom(seed: seed * 1_000 + round * 10 + worker)
            for _ in 0..<30 {
              let kind = random.below(60)
              made.append(1)
              let onRelease = closure {
                released.append(1)
                comeBack(kind)
              }
              switch random.below(5) {
              case 0: scope.launch { onRelease() }
              case 1: scope.launch(on: nil) { onRelease() }
              case 2:
                scope.add(
                  SimpleDisposable {
                    onRelease()
                    comeBack(kind / 6)
                  }
                )
              case 3: scope.addCleanUp { onRelease() }
              default:
                let child = scope.childScope()
                child.launch(on: nil) {
                  await untilCancelled()
                  onRelease()
                }
                if random.below(2) == 0 { child.cancel() }
              }
              if random.below(20) == 0 { scope.cancelChildren() }
            }
            scope.cancel()
          }
        }
      }
      await scope.waitUntilEmpty()
      #expect(!scope.isActive)
    }
    await mainActorTurns(until: released.count == made.count)
    #expect(released.count == made.count)
  }
}
