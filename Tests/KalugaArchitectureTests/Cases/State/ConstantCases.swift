import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A constant, and an observable without a value, compare as their type does.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ConstantCases {
  private let isOn = InitializedSubject(wrappedValue: false)
  private let bag = DisposeBag()

  @Test func `a selection of equal constants is no change for observers and trackers`() {
    let (first, second) = (
      InitializedObservable(wrappedValue: 0), InitializedObservable(wrappedValue: 0)
    )
    let chosen = isOn.flatMapLatest { $0 ? first : second }
    let changes = trackedReads { _ = chosen.current }
    let recorder = ValueRecorder(chosen)
    isOn.current = true
    #expect(recorder.values == [0])
    #expect(changes.count == 0)
  }

  @Test func `a tracker of a selection of equal constants is not notified without an observer`() {
    let (first, second) = (
      InitializedObservable(wrappedValue: 0), InitializedObservable(wrappedValue: 0)
    )
    let chosen = isOn.flatMapLatest { $0 ? first : second }
    let changes = trackedReads { _ = chosen.current }
    isOn.current = true
    #expect(changes.count == 0)
  }

  @Test func `no value after no value is no change`() {
    final class Value {}
    let selected = UninitializedSubject<Int>()
    let value = InitializedObservable(changePolicy: .everyWrite) { Value() }
    let chosen = selected.flatMapLatest { _ in value }
    var calls = 0
    chosen.observe { _ in calls += 1 }.addTo(bag)
    let without = combine(isOn, chosen) { isOn, chosen in isOn ? chosen.valueOrNil == nil : true }
    without.observe { _ in }.addTo(bag)
    isOn.current = true
    #expect(calls == 1)
    let either = isOn.flatMapLatest { _ in UninitializedSubject<Int>().flatMapLatest { _ in value }
    }
    var eitherCalls = 0
    either.observe { _ in eitherCalls += 1 }.addTo(bag)
    isOn.current = false
    #expect(eitherCalls == 1)
  }

  @MainActor
  private final class SearchViewModel: BaseLifecycleViewModel {
    let query: InitializedObservable<String>
    var loads: [String] = []
    private(set) lazy var result = makeResult()

    init(_ query: InitializedObservable<String>) {
      self.query = query
      super.init()
    }

    private func makeResult() -> Loader<Int> {
      load(latest: query) { [weak self] query in
        self?.loads.append(query)
        return query.count
      }
    }
  }

  @Test func `a loader of a constant loads once`() async {
    let model = SearchViewModel(InitializedObservable(wrappedValue: "ada"))
    for _ in 0..<3 {
      model.didResume()
      await until(model.result.current == .loaded(3))
      model.didPause()
    }
    #expect(model.loads == ["ada"])
    model.clear()
  }

  @Test func `a loader behind a selection of equal constants does not load again`() async {
    let (first, second) = (
      InitializedObservable(wrappedValue: "ada"), InitializedObservable(wrappedValue: "ada")
    )
    let model = SearchViewModel(isOn.flatMapLatest { $0 ? first : second })
    model.didResume()
    await until(model.result.current == .loaded(3))
    isOn.current = true
    await mainActorQueueDrained()
    #expect(model.result.current == .loaded(3))
    #expect(model.loads == ["ada"])
    model.clear()
  }
}
