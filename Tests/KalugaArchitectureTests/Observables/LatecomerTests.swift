import KalugaArchitecture
import Testing

/// Observers that begin, and values that are read, while a change is on its way: everybody sees the newest
/// value, and sees it once.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LatecomerTests {
  @MainActor
  private final class Hook {
    var bodies: [() -> Void] = []

    func callNext() {
      if !bodies.isEmpty { bodies.removeFirst()() }
    }
  }

  /// A flow, a value derived from it, and what happens while the value is being computed next.
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

  /// The computations stand for another thread, which writes after the value was read: when the node
  /// catches up before the latecomer is added, and when it is read for the latecomer.
  @Test func `a write from elsewhere while a latecomer is added reaches it afterwards`() async {
    let scene = Scene()
    var seen: [Int] = []
    scene.derived.observe { value in
      guard value == 1 else { return }
      scene.flow.value = 2
      scene.hook.bodies = [{ scene.flow.value = 3 }, { scene.flow.value = 4 }]
      scene.derived.observe { seen.append($0) }.addTo(scene.bag)
    }.addTo(scene.bag)
    await queuedWorkDidRun()
    #expect(seen.last == 4)
    #expect(Set(seen).count == seen.count)
    scene.bag.dispose()
  }

  @Test func `two latecomers that are added one inside the other are told apart`() async {
    let scene = Scene()
    var outer: [Int] = []
    var inner: [Int] = []
    scene.derived.observe { value in
      guard value == 1 else { return }
      scene.flow.value = 2
      let observeInside = {
        scene.flow.value = 4
        scene.derived.observe { inner.append($0) }.addTo(scene.bag)
      }
      scene.hook.bodies = [{ scene.flow.value = 3 }, observeInside]
      scene.derived.observe { outer.append($0) }.addTo(scene.bag)
    }.addTo(scene.bag)
    await queuedWorkDidRun()
    for seen in [outer, inner] {
      #expect(seen.last == 4)
      #expect(Set(seen).count == seen.count)
    }
    scene.bag.dispose()
  }

  @Test(arguments: [true, false])
  func `an observer added by the comparison with a state flow is called once`(
    isDerived: Bool
  ) async {
    let hook = Hook()
    let rule = Conflation<Int>.by { old, new in
      if old != new { MainActor.assumeIsolated { hook.callNext() } }
      return old == new
    }
    let subject = InitializedSubject(wrappedValue: 0, conflation: isDerived ? .equal : rule)
    let observable = isDerived ? subject.map(conflation: rule) { $0 } : subject
    let flow = observable.stateFlow
    var first: [Int] = []
    var added: [Int] = []
    let bag = DisposeBag()
    observable.observe { first.append($0) }.addTo(bag)
    // The first comparison is that of the change itself, the second that of the flow.
    hook.bodies = [{}, { observable.observe { added.append($0) }.addTo(bag) }]
    subject.current = 1
    #expect(hook.bodies.isEmpty)
    #expect(first == [0, 1])
    #expect(added == [1])
    #expect(flow.value == 1)
    bag.dispose()
  }

  @Test func `a state flow keeps the newest value also if a comparison leads to it`() async {
    let hook = Hook()
    let flow = MutableStateFlow(0)
    let source = InitializedSubject(flow)
    let derived = source.map(
      conflation: .by { old, new in
        if old != new { MainActor.assumeIsolated { hook.callNext() } }
        return old == new
      }
    ) { $0 }
    let view = derived.stateFlow
    // Stands for another thread, which writes while the view compares; who asks for it then brings it
    // up to date.
    hook.bodies = [
      {},
      {
        flow.value = 5
        _ = derived.stateFlow
      },
    ]
    source.current = 1
    await queuedWorkDidRun()
    #expect(hook.bodies.isEmpty)
    #expect(view.value == 5)
    #expect(derived.current == 5)
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
    await queuedWorkDidRun()
    #expect(seen == [1, 4, 5])
    scene.bag.dispose()
  }

  @Test func `a node that is started and stopped while it computes its first value follows on`()
    async
  {
    let source = InitializedSubject(wrappedValue: 1)
    let hook = Hook()
    let derived = source.map { value in
      hook.callNext()
      return value * 10
    }
    hook.bodies = [
      {
        derived.observe { _ in }.dispose()
        // Asked, so that the node lets its inputs go at once.
        #expect(derived.observerCount == 0)
      }
    ]
    var seen: [Int] = []
    let token = derived.observe { seen.append($0) }
    source.current = 2
    await queuedWorkDidRun()
    #expect(hook.bodies.isEmpty)
    #expect(seen == [10, 20])
    token.dispose()
  }
}
