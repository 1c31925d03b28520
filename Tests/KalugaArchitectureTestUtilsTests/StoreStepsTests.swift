import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// Tests the steps of a store that count; `FailureTextsTests` has those that fail.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreStepsTests {
  private enum Intent: Hashable, Sendable { case set(Int), count(to: Int), publish(String) }

  private func makeStore() -> ReducerStore<Intent, [Int], Int, String> {
    ReducerStore(initialState: [0]) { state, number in
      state.append(number)
    } execute: { intent, context in
      switch intent {
      case .set(let number):
        for number in 1...number { context.dispatch(number) }
      case .count(let end):
        context.launch { effect in
          for number in 1...end { effect.dispatch(number) }
        }
      case .publish(let label): context.publish(label)
      }
    }
  }

  @Test(.exhaustive) func `steps compare the state after an intent, and each state of an effect`()
    async
  {
    let steps = StoreSteps(makeStore())
    steps.send(.set(2)) { $0 += [1, 2] }
    steps.send(.count(to: 2))
    await steps.receive { $0.append(1) }
    await steps.receive { $0.append(2) }
    steps.send(.publish("a"))
    await steps.labels.expect("a")
  }

  @Test func `steps begin with the current state, which needs no inspection`() async throws {
    try await withExhaustiveChecks {
      let store = makeStore()
      store.send(.set(1))
      let steps = StoreSteps(store)
      steps.send(.set(1)) { $0 = [0, 1, 1] }
    }
  }

  @Test func `states and labels that the test does not inspect fail it`() async throws {
    for intent in [Intent.count(to: 1), .publish("a")] {
      let reported = Log<String>()
      try await withKnownIssue {
        try await withExhaustiveChecks {
          let store = makeStore()
          StoreSteps(store).send(intent)
          await mainActorQueueDrained()
          withExtendedLifetime(store) {}
        }
      } matching: { issue in
        reported.append(issue.comments.map(\.rawValue).joined())
        return true
      }
      #expect(reported.count == 1 && reported.all[0].contains(": recorded but not inspected"))
    }
  }

  @Test func `after a step that fails, the next one begins with the state that was found`() async {
    let steps = StoreSteps(makeStore())
    withKnownIssue { steps.send(.set(1)) { $0.append(7) } }
    steps.send(.set(1)) { $0 = [0, 1, 1] }
    steps.send(.count(to: 1))
    await mainActorQueueDrained()
    // A state that was not received fails the next step only.
    withKnownIssue { steps.send(.set(1)) { $0.append(1) } }
    steps.send(.set(1)) { $0 = [0, 1, 1, 1, 1, 1] }
  }
}
