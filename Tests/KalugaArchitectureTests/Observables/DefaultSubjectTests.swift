import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct DefaultSubjectTests {
  @MainActor
  private final class Model {
    @DefaultSubject(default: "Anonymous") var nick: String
    @DefaultSubject(default: "Anonymous") var name = "Ada"
  }

  private let subject = DefaultSubject(default: "D")

  /// Kaluga: `testReadWritePropertyDefaultObservable`, without the property.
  @Test func `the default stands in for nil when reading`() async {
    let subject = DefaultSubject(default: "default", initial: "something")
    let recorder = ValueRecorder(subject)
    #expect(subject.current == "something")
    await subject.set("new")
    #expect(subject.current == "new")
    await subject.set(nil)
    #expect(subject.current == "default")
    await subject.set("newer")
    #expect(recorder.values == ["something", "new", "default", "newer"])
  }

  /// Kaluga Q4: the default was written back.
  @Test func `the default is never written back`() {
    let recorder = ValueRecorder(subject)
    #expect(subject.current == "D")
    #expect(subject.raw == nil)
    subject.post("a")
    subject.post(nil)
    #expect(subject.current == "D")
    #expect(subject.raw == nil)
    #expect(recorder.values == ["D", "a", "D"])
  }

  /// Kaluga 1.4: default "D", current "D": posting null or "D" notifies nobody.
  @Test func `observers compare after the substitution and raw values are stored raw`() {
    let recorder = ValueRecorder(subject)
    subject.post(nil)
    subject.post("D")
    #expect(subject.raw == "D")
    subject.post(nil)
    #expect(subject.raw == nil)
    subject.raw = "D"
    #expect(subject.raw == "D")
    #expect(recorder.values == ["D"])
    subject.current = "a"
    #expect(recorder.values == ["D", "a"])
  }

  @Test func `raw values are compared raw without an observer too`() {
    subject.raw = "D"
    #expect(subject.raw == "D")
    subject.raw = nil
    #expect(subject.raw == nil)
  }

  @Test func `all ways to write and to read are views of one storage`() async {
    let model = Model()
    #expect(model.name == "Ada")
    #expect(model.nick == "Anonymous")
    let recorder = ValueRecorder(model.$nick)
    let readSide = model.$nick.asObservable()
    func expect(_ value: String, raw: String?) {
      #expect(model.nick == value)
      #expect(model.$nick.current == value)
      #expect(model.$nick.raw == raw)
      #expect(readSide.current == value)
      #expect(readSide.raw == raw)
      #expect(readSide.defaultValue == "Anonymous")
      #expect(recorder.values.last == value)
    }
    expect("Anonymous", raw: nil)
    model.$nick.post("post")
    expect("post", raw: "post")
    await model.$nick.set("set")
    expect("set", raw: "set")
    model.nick = "property"
    expect("property", raw: "property")
    model.$nick.current = "current"
    expect("current", raw: "current")
    model.$nick.raw = nil
    expect("Anonymous", raw: nil)
    #expect(recorder.values.count == 6)
  }

  /// Kaluga: `testPostBeforeObservingDefaultSubject`.
  @Test func `post before observing`() {
    subject.post("1")
    #expect(ValueRecorder(subject).values == ["1"])
  }

  /// Kaluga: `testSetBeforeObservingDefaultSubject`.
  @Test func `set before observing`() async {
    await subject.set("1")
    #expect(ValueRecorder(subject).values == ["1"])
  }

  /// Kaluga: `testUpdateDelegatedValueBeforeObservingDefaultSubject`.
  @Test func `write the property before observing`() {
    let model = Model()
    model.nick = "1"
    #expect(ValueRecorder(model.$nick).values == ["1"])
  }

  @Test func `set returns when every observer has been called`() async {
    let recorder = ValueRecorder(subject)
    let seen = await Task.detached { [subject] in
      await subject.set("1")
      return await recorder.values
    }.value
    #expect(seen == ["D", "1"])
  }

  @Test func `a read side cannot be cast back and shows later writes`() {
    let readSide = subject.asObservable()
    #expect((readSide as BasicObservable<String>) as? DefaultSubject<String> == nil)
    let recorder = ValueRecorder(readSide)
    subject.current = "a"
    #expect(recorder.values == ["D", "a"])
  }

  /// Kaluga: `toDefaultObservable`.
  @Test func `an observable with a default follows its source and leaves it alone`() {
    let source = InitializedSubject<String?>(wrappedValue: nil)
    let observable = source.withDefault("default")
    let recorder = ValueRecorder(observable)
    #expect(observable.current == "default")
    #expect(observable.raw == nil)
    source.current = "1"
    source.current = nil
    source.current = "default"
    #expect(observable.raw == "default")
    source.current = "3"
    #expect(recorder.values == ["default", "1", "default", "3"])
  }

  @Test func `values that are not Equatable are compared by the closure`() {
    struct Point {
      var x: Int
    }
    let subject = DefaultSubject(default: Point(x: 0), conflation: .by { $0.x == $1.x })
    let recorder = ValueRecorder(subject)
    subject.current = Point(x: 0)
    #expect(subject.raw?.x == 0)
    subject.current = Point(x: 1)
    subject.current = Point(x: 1)
    subject.raw = nil
    #expect(recorder.values.map(\.x) == [0, 1, 0])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `set inside a round returns when that value has reached every observer`() async {
    var later: ValueRecorder<String>?
    var task: Task<[String]?, Never>?
    let first = subject.observe { [subject] value in
      guard value == "1" else { return }
      task = Task.immediate {
        await subject.set("2")
        return later?.values
      }
    }
    later = ValueRecorder(subject)
    subject.current = "1"
    #expect(await task?.value == ["D", "1", "2"])
    first.dispose()
  }

  @Test func `nil over nil is no change, for those who track either`() {
    let told = trackedReads { _ = subject.raw }
    subject.raw = nil
    #expect(told.count == 0)
    subject.raw = "1"
    #expect(told.count == 1)
  }
}
