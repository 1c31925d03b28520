import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Trees of scopes that several threads use and end at the same time.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeTreeStressTests {
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `whatever threads do, all work ends and each clean-up runs once`(seed: UInt64) async {
    for round in 0..<20 {
      let root = TaskScope()
      let scopes = Log<TaskScope>()
      scopes.append(root)
      let accepted = Log<Void>()
      let ended = Log<Void>()
      let added = Log<Void>()
      let givenBack = Log<Void>()
      await withTaskGroup { group in
        for worker in 0..<4 {
          group.addTask {
            var random = SeededRandom(seed: seed &* 1000 &+ UInt64(round * 10 + worker))
            for _ in 0..<50 {
              let pick = random.next()
              let known = scopes.all
              let scope = known[Int(pick % UInt64(known.count))]
              switch random.below(20) {
              case 0..<4:
                scopes.append(scope.childScope())
              case 4..<8:
                let task = scope.launch(on: nil) {
                  await untilCancelled()
                  ended.append(())
                }
                if task != nil { accepted.append(()) }
              case 8..<12:
                let task = scope.launch { ended.append(()) }
                if task != nil { accepted.append(()) }
              case 12..<15:
                added.append(())
                scope.add(1) { _ in givenBack.append(()) }
              case 15..<18:
                added.append(())
                scope.addCleanUp { givenBack.append(()) }
              case 18: scope.cancelChildren()
              default: if scope !== root { scope.cancel() }
              }
            }
          }
        }
      }
      root.cancel()
      await root.waitUntilEmpty()
      #expect(ended.count == accepted.count)
      #expect(givenBack.count == added.count)
      #expect(scopes.all.allSatisfy { $0.runningCount == 0 && !$0.isActive })
      #expect(root.runningNames.isEmpty)
    }
  }

  @Test func `a wait that races with cancel returns only after the clean-ups`() async {
    for _ in 0..<200 {
      let scope = TaskScope()
      let child = scope.childScope()
      let done = Log<Void>()
      scope.launch(on: nil) { await untilCancelled() }
      for owner in [child, scope] {
        owner.launch(on: nil) { await untilCancelled() }
        owner.addCleanUp { done.append(()) }
      }
      async let waited: Int = {
        await scope.waitUntilEmpty()
        return done.count
      }()
      scope.cancel()
      #expect(await waited == 2)
    }
  }
}
