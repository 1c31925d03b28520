import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Checks that repeated actions leave nothing behind.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct GetterRefreshTests {
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
    for _ in 0..<100_000 { observable.refreshGetters() }
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
}
