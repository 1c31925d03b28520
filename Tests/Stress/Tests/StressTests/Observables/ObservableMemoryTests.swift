import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Checks that repeated actions leave nothing behind, and do not become slower.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableMemoryTests {
  /// A model that counts how often Observation handles one of its trackings.
  @MainActor
  private final class CountingModel: Observable {
    private let registrar = ObservationRegistrar()
    private let handled = Log<Int>()
    private var stored = 0

    var handledCount: Int { handled.count }

    subscript(note: Note) -> Bool { true }

    var value: Int {
      get {
        registrar.access(self, keyPath: \.[Note(log: handled)])
        return stored
      }
      set {
        registrar.withMutation(of: self, keyPath: \.[Note(log: handled)]) { stored = newValue }
      }
    }

    /// Observation hashes a key path when it begins, notifies or ends a tracking.
    struct Note: Hashable {
      let log: Log<Int>

      static func == (left: Note, right: Note) -> Bool { left.log === right.log }

      func hash(into hasher: inout Hasher) {
        log.append(1)
        hasher.combine(ObjectIdentifier(log))
      }
    }
  }

  @Test func `refreshes, reads and short observations leave nothing in a model`() async {
    let model = CountingModel()
    let observable = InitializedObservable(get: { model.value })
    let recorder = ValueRecorder(observable)
    for _ in 0..<100_000 { observable.refresh() }
    for _ in 0..<1_000 {
      _ = observable.current
      _ = observable.stateFlow.value
      observable.observe { _ in }.dispose()
    }
    await mainActorQueueDrained()
    #expect(recorder.values == [0])
    let before = model.handledCount
    model.value = 1
    // The change notifies one tracking, not the thousands that refreshes have begun.
    #expect(model.handledCount - before < 20)
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1])
  }

  /// Kaluga Q20.
  @Test func `the cost of adding and disposing does not grow with the number of observers`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { $0 * 2 }
    let releases = ReleaseLog()
    var added = 0
    /// Returns the time of the shortest of a few runs, which other tests disturbed least.
    func duration(_ count: Int) async -> Duration {
      var shortest = Duration.seconds(100)
      for _ in 0..<3 {
        let time = ContinuousClock().measure {
          let tokens = (0..<count).map { _ in derived.observe(releases.observer()) }
          subject.current += 1
          for token in tokens { token.dispose() }
          // Removes disposed observers.
          derived.observe(releases.observer()).dispose()
        }
        shortest = min(shortest, time)
        added += count + 1
        await mainActorQueueDrained()
      }
      return shortest
    }
    let small = await duration(2_000)
    let large = await duration(32_000)
    // There are 16 times as many observers. A quadratic cost would be 256 times as high.
    #expect(large < small * 100)
    await until(releases.count == added)
  }
}
