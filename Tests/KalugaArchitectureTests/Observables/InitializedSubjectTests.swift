import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct InitializedSubjectTests {
  private struct Point {
    var x: Int
  }

  @MainActor
  private final class Model {
    @InitializedSubject var name = "first"
    @InitializedSubject(conflation: .by { $0.x == $1.x }) var point = Point(x: 1)
    @InitializedSubject(conflation: .never) var frame = Point(x: 1)
  }

  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `observe calls back before it returns and then on each change`() {
    var seen: [Int] = []
    let observation = subject.observe { seen.append($0) }
    #expect(seen == [0])
    subject.current = 1
    #expect(seen == [0, 1])
    subject.current = 2
    #expect(seen == [0, 1, 2])
    observation.dispose()
  }

  @Test func `equal values are dropped for every way in`() async {
    let recorder = ValueRecorder(subject)
    subject.current = 0
    subject.wrappedValue = 0
    subject.post(0)
    await subject.set(0)
    await Task.detached { [subject] in subject.post(0) }.value
    await queuedWorkDidRun()
    #expect(recorder.values == [0])
  }

  @Test func `all ways to write and to read are views of one storage`() async {
    let model = Model()
    let recorder = ValueRecorder(model.$name)
    let readSide = model.$name.asObservable()
    let derived = model.$name.map { $0 }
    func expect(_ value: String) {
      #expect(model.name == value)
      #expect(model.$name.current == value)
      #expect(model.$name.wrappedValue == value)
      #expect(readSide.current == value)
      #expect(derived.current == value)
      #expect(recorder.values.last == value)
    }
    expect("first")
    model.$name.post("post")
    expect("post")
    await model.$name.set("set")
    expect("set")
    model.name = "property"
    expect("property")
    model.$name.current = "current"
    expect("current")
    #expect(recorder.values == ["first", "post", "set", "property", "current"])
  }

  /// Kaluga: `MutableStateFlowTest.testPostBeforeObservingInitializedSubject`.
  @Test func `post before observing`() {
    subject.post(1)
    #expect(subject.current == 1)
    #expect(ValueRecorder(subject).values == [1])
  }

  /// Kaluga: `MutableStateFlowTest.testSetBeforeObservingInitializedSubject`.
  @Test func `set before observing`() async {
    await subject.set(1)
    #expect(subject.current == 1)
    #expect(ValueRecorder(subject).values == [1])
  }

  /// Kaluga: `MutableStateFlowTest.testUpdateDelegatedValueBeforeObservingInitializedSubject`.
  @Test func `write the property before observing`() {
    let model = Model()
    model.name = "new"
    #expect(model.$name.current == "new")
    #expect(ValueRecorder(model.$name).values == ["new"])
  }

  @Test func `post from elsewhere before observing`() async {
    await Task.detached { [subject] in subject.post(1) }.value
    await queuedWorkDidRun()
    #expect(ValueRecorder(subject).values == [1])
  }

  @Test func `set from elsewhere returns when every observer has been called`() async {
    let recorder = ValueRecorder(subject)
    let derived = ValueRecorder(subject.map { $0 * 10 })
    let seen = await Task.detached { [subject] in
      await subject.set(1)
      return await (recorder.values, derived.values)
    }.value
    #expect(seen.0 == [0, 1])
    #expect(seen.1 == [0, 10])
  }

  @Test func `set applies first what its caller posted before`() async {
    let recorder = ValueRecorder(subject)
    await Task.detached { [subject] in
      subject.post(1)
      subject.post(2)
      await subject.set(3)
    }.value
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1, 2, 3])
  }

  @Test func `set in a cancelled task still writes`() async {
    let task = Task { @MainActor [subject] in await subject.set(1) }
    task.cancel()
    await task.value
    #expect(subject.current == 1)
  }

  @Test func `values that are not Equatable are compared by the closure`() {
    let model = Model()
    let recorder = ValueRecorder(model.$point)
    model.point = Point(x: 1)
    model.point = Point(x: 2)
    model.point.x = 2
    #expect(recorder.values.map(\.x) == [1, 2])
  }

  @Test func `the comparison gets the old value first`() {
    let rising = InitializedSubject(wrappedValue: 1, conflation: .by { old, new in new <= old })
    let recorder = ValueRecorder(rising)
    rising.current = 3
    rising.current = 2
    #expect(rising.current == 3)
    rising.current = 4
    #expect(recorder.values == [1, 3, 4])
  }

  @Test func `a value is compared once, however many observers there are`() {
    var comparisons = 0
    let subject = InitializedSubject(
      wrappedValue: 0,
      conflation: .by { old, new in
        comparisons += 1
        return old == new
      }
    )
    let recorders = (0..<10).map { _ in ValueRecorder(subject) }
    subject.current = 1
    subject.current = 1
    #expect(comparisons == 2)
    #expect(recorders.allSatisfy { $0.values == [0, 1] })
  }

  @Test func `every write counts if that is said`() async {
    let model = Model()
    let recorder = ValueRecorder(model.$frame)
    model.frame = Point(x: 1)
    model.frame.x = 1
    await model.$frame.set(Point(x: 1))
    #expect(recorder.values.map(\.x) == [1, 1, 1, 1])
  }

  @Test func `changing a part of the value in place is one write`() {
    let list = InitializedSubject(wrappedValue: [1])
    let recorder = ValueRecorder(list)
    list.current.append(2)
    list.wrappedValue.removeAll()
    list.current.removeAll()
    #expect(recorder.values == [[1], [1, 2], []])
  }

  @Test func `nil is a value like others`() {
    let optional = InitializedSubject<Int?>(wrappedValue: nil)
    let recorder = ValueRecorder(optional)
    optional.current = 1
    optional.current = nil
    optional.post(nil)
    #expect(recorder.values == [nil, 1, nil])
  }

  @Test func `a read side cannot be cast back`() {
    let readSide = subject.asObservable()
    #expect((readSide as BasicObservable<Int>) as? InitializedSubject<Int> == nil)
    let recorder = ValueRecorder(readSide)
    subject.current = 1
    #expect(recorder.values == [0, 1])
  }

  @Test func `values that are not Sendable can be written on the main actor`() async {
    final class Box {}
    let box = Box()
    let boxes = InitializedSubject(wrappedValue: Box(), conflation: .by { $0 === $1 })
    let recorder = ValueRecorder(boxes)
    boxes.current = box
    boxes.current = box
    #expect(recorder.values.count == 2)
    #expect(recorder.values.last === box)
  }

  /// Asked by bridges that keep a value until it is wanted.
  @Test func `the rule of an observable says which values are the same`() {
    #expect(subject.isSame(1, 1) && !subject.isSame(1, 2))
    let frames = InitializedSubject(wrappedValue: 0, conflation: .never)
    #expect(!frames.isSame(1, 1))
  }
}
