import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Property wrappers, and which values count as a change.
@MainActor
struct SubjectTests {
  private struct Point {
    var x: Int
  }

  @MainActor
  private final class Model {
    @InitializedSubject var name = "first"
    @InitializedSubject(changePolicy: .by { $0.x == $1.x }) var point = Point(x: 1)
    @InitializedSubject(changePolicy: .everyWrite) var frame = Point(x: 1)
    @DefaultSubject(default: "Anonymous") var nick: String
    @DefaultSubject(default: "Anonymous") var alias = "Ada"
    @DefaultSubject(default: Point(x: 1), changePolicy: .by { $0.x == $1.x }) var origin
    @UninitializedSubject<String> var title
    @UninitializedSubject<Point>(changePolicy: .by { $0.x == $1.x }) var target
  }

  private let model = Model()

  @Test func `a wrapped property is a view of its subject`() {
    let names = ValueRecorder(model.$name)
    #expect([model.name, model.nick, model.alias] == ["first", "Anonymous", "Ada"])
    #expect(DefaultSubject(default: "Anonymous", initial: "Ada").current == "Ada")
    model.name = "new"
    model.nick = "new"
    model.title = .value("new")
    let current = [model.$name.current, model.$nick.current, model.$title.currentOrNil]
    #expect(current == ["new", "new", "new"])
    model.$name.current = "newer"
    model.$nick.raw = nil
    model.$title.post("newer")
    #expect([model.name, model.nick, model.title.valueOrNil] == ["newer", "Anonymous", "newer"])
    #expect(names.values == ["first", "new", "newer"])
  }

  @Test func `a read side cannot be cast back`() {
    let name: BasicObservable<String> = model.$name.asObservable()
    let nick: BasicObservable<String> = model.$nick.asObservable()
    let title: BasicObservable<ObservableOptional<String>> = model.$title.asObservable()
    #expect(name as? InitializedSubject<String> == nil)
    #expect(nick as? DefaultSubject<String> == nil)
    #expect(title as? UninitializedSubject<String> == nil)
    model.$title.post("title")
    #expect(title.current == .value("title"))
    #expect(model.$nick.asObservable().defaultValue == "Anonymous")
  }

  @Test func `values that are not Equatable are compared by the closure`() {
    let points = ValueRecorder(model.$point)
    model.point = Point(x: 1)
    model.point = Point(x: 2)
    model.point.x = 2
    #expect(points.values.map(\.x) == [1, 2])
    let origins = ValueRecorder(model.$origin)
    model.origin = Point(x: 1)
    #expect(model.$origin.raw?.x == 1)
    for x in [2, 2] { model.origin = Point(x: x) }
    model.$origin.raw = nil
    #expect(origins.values.map(\.x) == [1, 2, 1])
    let targets = ValueRecorder(model.$target)
    for x in [1, 1, nil, nil, 1] { model.target = x.map { .value(Point(x: $0)) } ?? .nothing }
    #expect(targets.values.map(\.valueOrNil?.x) == [nil, 1, nil, 1])
  }

  @Test func `the comparison gets the old value first`() {
    let rising = InitializedSubject(wrappedValue: 1, changePolicy: .by { old, new in new <= old })
    let recorder = ValueRecorder(rising)
    rising.current = 3
    rising.current = 2
    #expect(rising.current == 3)
    rising.current = 4
    #expect(recorder.values == [1, 3, 4])
  }

  @Test func `every write counts if the policy says so`() async {
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

  @Test func `values that are not Sendable can be written on the main actor`() {
    final class Object {}
    let object = Object()
    let subject = InitializedSubject(wrappedValue: Object(), changePolicy: .by { $0 === $1 })
    let recorder = ValueRecorder(subject)
    for _ in 0..<2 { subject.current = object }
    #expect(recorder.values.count == 2)
    #expect(recorder.values.last === object)
  }

  @Test func `set in a cancelled task still writes`() async {
    let subject = model.$name
    let task = Task { @MainActor in await subject.set("new") }
    task.cancel()
    await task.value
    #expect(subject.current == "new")
  }

  @Test func `values of any type can be observed`() async {
    func seen<Value>(_ first: Value, _ second: Value) async -> [String] {
      let subject = InitializedSubject(wrappedValue: first, changePolicy: .everyWrite)
      let releases = ReleaseLog()
      var seen: [String] = []
      let tokens = (0..<3).map { _ in
        subject.observe(releases.observer { (value: Value) in seen.append("\(value)") })
      }
      subject.current = second
      for token in tokens { token.dispose() }
      await until(releases.count == 3)
      return seen
    }
    func thrice(_ first: String, _ second: String) -> [String] {
      Array(repeating: first, count: 3) + Array(repeating: second, count: 3)
    }
    #expect(await seen((), ()) == thrice("()", "()"))
    #expect(await seen((1, "a"), (2, "b")) == thrice(#"(1, "a")"#, #"(2, "b")"#))
    #expect(await seen(1...2, 3...4) == thrice("1...2", "3...4"))
    #expect(await seen([0.5], []) == thrice("[0.5]", "[]"))
    #expect(await seen(1 as Any, "b" as Any) == thrice("1", "b"))
    #expect(await seen(Int.self as Any.Type, String.self) == thrice("Int", "String"))
    #expect(await seen(UInt8?.none, 7) == thrice("nil", "Optional(7)"))
  }

  // MARK: Changes in place

  @Test func `mutate changes each subject in place, and counts as one change`() {
    let items = InitializedSubject(wrappedValue: [1, 2])
    let defaulted = DefaultSubject<[Int]>(default: [1, 2])
    let later = UninitializedSubject<[Int]>()
    let backed = InitializedSubject(MutableStateFlow([1, 2]))
    #expect(later.mutate { $0.removeLast() } == nil)
    later.current = .value([1, 2])
    let read = later.withDefault([])
    let recorders = [items, defaulted, read, backed].map { ValueRecorder($0) }
    let changes = trackedReads { _ = items.current }
    #expect(items.mutate { $0.removeLast() } == 2)
    #expect(defaulted.mutate { $0.removeLast() } == 2)
    #expect(later.mutate { $0.removeLast() } == 2)
    #expect(backed.mutate { $0.removeLast() } == 2)
    #expect(recorders.map(\.values) == Array(repeating: [[1, 2], [1]], count: 4))
    #expect(changes.count == 1)
    // A stored value is not compared, and changes that are made before an error stay.
    items.mutate { _ in }
    #expect(throws: SourceError.self) {
      try items.mutate { items in
        items.append(3)
        throw SourceError()
      }
    }
    #expect(recorders[0].values == [[1, 2], [1], [1], [1, 3]])
  }

  @Test(arguments: [false, true])
  func `mutate does not copy a collection that nothing else holds`(isObserved: Bool) {
    let subject = InitializedSubject(wrappedValue: Array(0..<1_000))
    let later = UninitializedSubject<[Int]>()
    later.current = .value(Array(0..<1_000))
    let tokens =
      isObserved ? [subject.observe { _ in }, later.observe { _ in }] as [any Disposable] : []
    func change(_ array: inout [Int]) -> UInt {
      array[0] -= 1
      return array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(subject.mutate(change) == subject.mutate(change))
    #expect(later.mutate(change) == later.mutate(change))
    for token in tokens { token.dispose() }
  }
}
