import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A constant, and an observable without a value, compare as their type does.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ConstantCases {
  private let isOn = InitializedSubject(wrappedValue: false)
  private let bag = DisposeBag()

  /// A selection of one of two equal constants.
  private func constant<Value: Equatable>(_ value: Value) -> InitializedObservable<Value> {
    let (first, second) = (
      InitializedObservable(wrappedValue: value), InitializedObservable(wrappedValue: value)
    )
    return isOn.flatMapLatest { $0 ? first : second }
  }

  @Test(arguments: [true, false])
  func `a selection of equal constants does not notify observers and trackers`(isObserved: Bool) {
    let chosen = constant(0)
    let changes = trackedReads { _ = chosen.current }
    let recorder = isObserved ? ValueRecorder(chosen) : nil
    isOn.current = true
    #expect(recorder?.values ?? [0] == [0])
    #expect(changes.count == 0)
  }

  @Test func `no value after no value does not notify`() {
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
    let either = isOn.flatMapLatest { _ in
      UninitializedSubject<Int>().flatMapLatest { _ in value }
    }
    var eitherCalls = 0
    either.observe { _ in eitherCalls += 1 }.addTo(bag)
    isOn.current = false
    #expect(eitherCalls == 1)
  }

  private struct Point: Equatable, Sendable { var x: Double }

  enum Input: CaseIterable {
    case constant, plain, derived, flow, derivedFlow
  }

  /// The numbers are not equal to themselves.
  @Test(arguments: Input.allCases)
  func `an input that has not been written is not loaded again`(input: Input) async {
    let model = BaseLifecycleViewModel()
    let number = UninitializedSubject<Double>()
    number.current = .value(.nan)
    let point = InitializedSubject(MutableStateFlow(Point(x: .nan)))
    var loads = 0
    func load() -> Int {
      loads += 1
      return loads
    }
    model.didResume()
    let loader: Loader<Int> =
      switch input {
      case .constant: model.load(latest: constant("ada")) { _ in load() }
      case .plain: model.load(latest: number) { _ in load() }
      case .derived: model.load(latest: number.map { $0 }) { _ in load() }
      case .flow: model.load(latest: point) { _ in load() }
      case .derivedFlow: model.load(latest: point.map { $0 }) { _ in load() }
      }
    await until(loader.current.value == 1)
    isOn.current = true
    await mainActorQueueDrained()
    model.didPause()
    model.didResume()
    await mainActorQueueDrained()
    await model.scope.waitUntilEmpty()
    #expect(loads == 1)
    model.clear()
  }
}
