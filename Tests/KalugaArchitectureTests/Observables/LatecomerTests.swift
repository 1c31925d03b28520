import KalugaArchitecture
import Testing

/// Observations that begin, and values that are read, during the delivery of a change.
///
/// Each observer sees the newest value, and sees it once. The critical computation or comparison
/// depends on the implementation. Each test therefore tries several: the hook first skips a number
/// of them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LatecomerTests {
  /// A flow, a value derived from it, and code that runs during the next computation of the value.
  @MainActor
  private final class Scene {
    let flow = MutableStateFlow(1)
    let source: InitializedSubject<Int>
    let hook = Hook()
    let derived: InitializedObservable<Int>
    let bag = DisposeBag()

    init() {
      source = InitializedSubject(flow)
      derived = source.map { [hook] value in
        hook.callNext()
        return value
      }
    }
  }

  /// Runs a test with the hook's bodies at several moments.
  ///
  /// All bodies must run in at least one of these moments.
  private func atSeveralMoments(
    _ test: (_ skipped: [() -> Void]) async -> Hook
  ) async {
    var hits = 0
    for count in 0..<4 {
      let hook = await test(Array(repeating: {}, count: count))
      if hook.bodies.isEmpty { hits += 1 }
      // A body that has not run still retains objects that retain the hook.
      hook.bodies = []
    }
    #expect(hits > 0)
  }

  @Test(arguments: [false, true])
  func `a write from elsewhere while a latecomer is added reaches it afterwards`(
    isNested: Bool
  ) async {
    await atSeveralMoments { skipped in
      let scene = Scene()
      var seen: [[Int]] = [[], []]
      let writeAgain = {
        scene.flow.value = 4
        // Adds a latecomer while the other one is being added.
        if isNested { scene.derived.observe { seen[1].append($0) }.addTo(scene.bag) }
      }
      scene.derived.observe { value in
        guard value == 1 else { return }
        scene.flow.value = 2
        scene.hook.bodies = skipped + [{ scene.flow.value = 3 }, writeAgain]
        scene.derived.observe { seen[0].append($0) }.addTo(scene.bag)
      }.addTo(scene.bag)
      await mainActorQueueDrained()
      for values in isNested && scene.hook.bodies.isEmpty ? seen : [seen[0]] {
        #expect(values.last == scene.flow.value)
        #expect(Set(values).count == values.count)
      }
      scene.bag.dispose()
      return scene.hook
    }
  }

  @Test(arguments: [(1, false), (1, true), (3, false)])
  func `an observer added by a comparison gets the newest value, and no value twice`(
    rounds: Int,
    isDerived: Bool
  ) async {
    await atSeveralMoments { skipped in
      let hook = Hook()
      let subject = InitializedSubject(
        wrappedValue: 0,
        changePolicy: isDerived ? .equatable : hook.comparison()
      )
      let observable = isDerived ? subject.map(changePolicy: hook.comparison()) { $0 } : subject
      let flow = observable.stateFlow
      var first: [Int] = []
      var added: [Int] = []
      let bag = DisposeBag()
      observable.observe { value in
        first.append(value)
        if value > 0, value < rounds { subject.current = value + 1 }
      }.addTo(bag)
      hook.bodies = skipped + [{ observable.observe { added.append($0) }.addTo(bag) }]
      subject.current = 1
      #expect(first == Array(0...rounds))
      #expect(Set(added).count == added.count && (added.isEmpty || added.last == rounds))
      #expect(flow.value == rounds)
      bag.dispose()
      return hook
    }
  }

  @Test func `a state flow keeps the newest value, even if a comparison asks for the flow`() async {
    await atSeveralMoments { skipped in
      let hook = Hook()
      let flow = MutableStateFlow(0)
      let source = InitializedSubject(flow)
      let derived = source.map(changePolicy: hook.comparison()) { $0 }
      let view = derived.stateFlow
      hook.bodies =
        skipped + [
          {
            flow.value = 5
            // Updates the state flow.
            _ = derived.stateFlow
          }
        ]
      source.current = 1
      await mainActorQueueDrained()
      #expect([view.value, derived.current] == [flow.value, flow.value])
      return hook
    }
  }

  @Test func `a value that was computed inside a computation stays the newest`() async {
    let scene = Scene()
    var seen: [Int] = []
    scene.derived.observe { seen.append($0) }.addTo(scene.bag)
    scene.flow.value = 2
    scene.hook.bodies = [
      {
        scene.flow.value = 3
        _ = scene.derived.current
        scene.flow.value = 4
        scene.source.current = 4
      }
    ]
    #expect(scene.derived.current == 4)
    scene.flow.value = 5
    await mainActorQueueDrained()
    #expect(seen == [1, 4, 5])
    scene.bag.dispose()
  }

  @Test(arguments: [1, 2])
  func `a derived value that is observed and left during its first computation keeps following`(
    observations: Int
  ) async {
    let source = InitializedSubject(wrappedValue: 1)
    let hook = Hook()
    let derived = source.map { value in
      hook.callNext()
      return value * 10
    }
    hook.bodies = [{ for _ in 0..<observations { derived.observe { _ in }.dispose() } }]
    var seen: [Int] = []
    let token = derived.observe { seen.append($0) }
    source.current = 2
    await mainActorQueueDrained()
    source.current = 3
    #expect(hook.bodies.isEmpty)
    #expect(seen == [10, 20, 30])
    token.dispose()
  }

  @Test func `an observer added after a change in place is not called again with an equal value`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let bag = DisposeBag()
    var late: [Int] = []
    subject.observe { [unowned subject, unowned bag] value in
      guard value == 1 else { return }
      subject.mutate { $0 = 2 }
      subject.observe { late.append($0) }.addTo(bag)
      subject.current = 3
      subject.current = 2
    }.addTo(bag)
    subject.current = 1
    #expect(late == [2])
  }

  /// The change in place is one that the policy does not see.
  @Test func `an observer added in a callback receives the next change in place`() {
    struct User {
      var id = 1
      var name = "a"
    }
    let user = InitializedSubject(wrappedValue: User(), changePolicy: .by { $0.id == $1.id })
    let bag = DisposeBag()
    var first: [String] = []
    var late: [String] = []
    user.observe { value in
      first.append(value.name)
      if first.count == 1 { user.observe { late.append($0.name) }.addTo(bag) }
    }
    .addTo(bag)
    user[\.name].current = "b"
    #expect(first == ["a", "b"])
    #expect(late == ["a", "b"])
    bag.dispose()
  }
}
