import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct UninitializedSubjectTests {
  private struct Point {
    var x: Int
  }

  @MainActor
  private final class Model {
    @UninitializedSubject<String> var name
    @UninitializedSubject<String?> var nick
    @UninitializedSubject<Point>(conflation: .by { $0.x == $1.x }) var point
  }

  private let subject = UninitializedSubject<Int>()

  /// Kaluga Q18: the callback got null for both.
  @Test func `nothing yet and nil are different in callbacks`() {
    let model = Model()
    let recorder = ValueRecorder(model.$nick)
    model.nick = .value(nil)
    model.nick = .value("a")
    model.nick = .nothing
    model.$nick.post(nil)
    #expect(recorder.values == [.nothing, .value(nil), .value("a"), .nothing, .value(nil)])
  }

  @Test func `nothing yet and nil are different in streams`() async {
    let model = Model()
    var consumer = model.$nick.stateFlow.makeAsyncIterator()
    var seen: [ObservableOptional<String?>?] = [await consumer.next()]
    for next in [.value(nil), .value("a"), .nothing] as [ObservableOptional<String?>] {
      model.nick = next
      seen.append(await consumer.next())
    }
    #expect(seen == [.nothing, .value(nil), .value("a"), .nothing])
  }

  @Test func `observe calls back before it returns, with nothing too`() {
    var seen: [ObservableOptional<Int>] = []
    let observation = subject.observe { seen.append($0) }
    #expect(seen == [.nothing])
    observation.dispose()
  }

  /// Kaluga: `MutableSharedFlowTest.testUninitializedSubject`, without the flow.
  @Test func `all ways to write and to read are views of one storage`() async {
    let model = Model()
    let recorder = ValueRecorder(model.$name)
    let readSide = model.$name.asObservable()
    func expect(_ value: String?) {
      #expect(model.name.valueOrNil == value)
      #expect(model.$name.currentOrNil == value)
      #expect(model.$name.current.valueOrNil == value)
      #expect(readSide.currentOrNil == value)
      #expect(recorder.values.last?.valueOrNil == value)
    }
    expect(nil)
    model.$name.post("post")
    expect("post")
    await model.$name.set("set")
    expect("set")
    model.name = .value("property")
    expect("property")
    model.$name.current = .value("current")
    expect("current")
    model.name = .nothing
    expect(nil)
    #expect(recorder.values.count == 6)
  }

  /// Kaluga: `MutableSharedFlowTest.testPostBeforeObservingUninitializedSubject`.
  @Test func `post before observing`() {
    subject.post(1)
    #expect(subject.currentOrNil == 1)
    #expect(ValueRecorder(subject).values == [.value(1)])
  }

  /// Kaluga: `MutableSharedFlowTest.testSetBeforeObservingUninitializedSubject`.
  @Test func `set before observing`() async {
    await subject.set(1)
    #expect(ValueRecorder(subject).values == [.value(1)])
  }

  /// Kaluga: `MutableSharedFlowTest.testUpdateDelegatedValueBeforeObservingUninitializedSubject`.
  @Test func `write the property before observing`() {
    let model = Model()
    model.name = .value("new")
    #expect(ValueRecorder(model.$name).values == [.value("new")])
  }

  @Test func `equal values are dropped for every way in`() async {
    let recorder = ValueRecorder(subject)
    subject.current = .nothing
    subject.current = .value(1)
    subject.wrappedValue = .value(1)
    subject.post(1)
    await subject.set(1)
    await Task.detached { [subject] in subject.post(1) }.value
    await queuedWorkDidRun()
    #expect(recorder.values == [.nothing, .value(1)])
  }

  @Test func `values that are not Equatable are compared by the closure`() {
    let model = Model()
    let recorder = ValueRecorder(model.$point)
    model.$point.current = .value(Point(x: 1))
    model.$point.current = .value(Point(x: 1))
    model.$point.current = .nothing
    model.$point.current = .value(Point(x: 1))
    #expect(recorder.values.map(\.valueOrNil?.x) == [nil, 1, nil, 1])
  }

  @Test func `map leaves nothing as it is and drops equal results`() {
    let derived = subject.map { $0 / 10 }
    let recorder = ValueRecorder(derived)
    #expect(derived.current == .nothing)
    subject.post(10)
    subject.post(11)
    subject.post(20)
    subject.current = .nothing
    #expect(recorder.values == [.nothing, .value(1), .value(2), .nothing])
  }

  @Test func `map keeps a nil result apart from nothing`() {
    let derived = subject.map { $0 > 0 ? $0 : nil }
    let recorder = ValueRecorder(derived)
    subject.post(0)
    subject.post(1)
    #expect(recorder.values == [.nothing, .value(nil), .value(1)])
  }

  @Test func `map with the rule that every write counts`() {
    let derived = subject.map(conflation: .never) { _ in Point(x: 0) }
    let recorder = ValueRecorder(derived)
    subject.post(1)
    subject.post(2)
    subject.post(2)
    #expect(recorder.values.count == 3)
  }
}
