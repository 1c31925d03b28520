import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Kaluga's suites `FlowTest`, `ReadOnlyPropertyTest` and `ReadWritePropertyTest`.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KalugaObservableSuiteTests {
  private final class Property<Value> {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let scope = TaskScope()

  /// What Kaluga's `testObservable` checks: each update in all ways to read and in an observer, and the
  /// last one after the observer was disposed.
  private func check<Value: Equatable & Sendable>(
    _ observable: BasicObservable<Value>,
    _ initial: Value,
    _ updates: [(expected: Value, update: () async -> Void)]
  ) async {
    #expect(observable.current == initial)
    #expect(observable.stateFlow.value == initial)
    let recorder = ValueRecorder(observable)
    #expect(recorder.values == [initial])
    var last = initial
    for (index, (expected, update)) in updates.enumerated() {
      let isLast = index == updates.count - 1
      if isLast { recorder.stop() }
      let recorded = isLast ? last : expected
      await update()
      await mainActorTurns(
        8,
        until: observable.current == expected && recorder.values.last == recorded
      )
      #expect(observable.current == expected)
      #expect(observable.stateFlow.value == expected)
      #expect(recorder.values.last == recorded)
      last = expected
    }
  }

  // MARK: FlowTest

  @Test func `Kaluga FlowTest testFlow`() async {
    let flow = ScriptedSequence<String>()
    await check(
      UninitializedObservable(following: flow, in: scope),
      .nothing,
      [
        (.nothing, {}),
        (.value("1"), { flow.send("1") }),
        (.value("2"), { flow.send("2") }),
        (.value("3"), { flow.send("3") }),
      ]
    )
  }

  @Test func `Kaluga FlowTest testInitializedFlow`() async {
    let flow = ScriptedSequence<String>()
    await check(
      InitializedObservable("initial", following: flow, in: scope),
      "initial",
      [
        ("initial", {}),
        ("1", { await Task.detached { flow.send("1") }.value }),
        ("2", { await Task.detached { flow.send("2") }.value }),
        ("3", { await Task.detached { flow.send("3") }.value }),
      ]
    )
  }

  @Test func `Kaluga FlowTest testNullableFlow`() async {
    let flow = ScriptedSequence<String?>()
    await check(
      UninitializedObservable(following: flow, in: scope),
      .nothing,
      [
        (.nothing, {}),
        (.value("1"), { flow.send("1") }),
        (.value(nil), { flow.send(nil) }),
        (.value("3"), { flow.send("3") }),
      ]
    )
  }

  @Test func `Kaluga FlowTest testNullableDefaultFlow`() async {
    let flow = ScriptedSequence<String?>()
    await check(
      InitializedObservable("initial", following: flow, in: scope).withDefault("default"),
      "initial",
      [
        ("initial", {}),
        ("1", { flow.send("1") }),
        ("default", { flow.send(nil) }),
        ("3", { flow.send("3") }),
      ]
    )
  }

  // MARK: ReadOnlyPropertyTest

  @Test func `Kaluga ReadOnlyPropertyTest testReadOnlyPropertyDefaultObservable`() async {
    let property = Property<String?>(nil)
    let observable = InitializedObservable(property, \.value).withDefault("default")
    let recorder = ValueRecorder(observable)
    property.value = "new"
    #expect(recorder.values == ["default"])
    #expect(observable.current == "new")
    observable.refresh()
    #expect(recorder.values == ["default", "new"])
    property.value = nil
    observable.refresh()
    #expect(observable.current == "default")
    #expect(recorder.values == ["default", "new", "default"])
  }

  private func checkProperty<Value: Equatable & Sendable>(_ values: Value...) async {
    let property = Property(values[0])
    let observable = InitializedObservable(property, \.value)
    await check(
      observable,
      values[0],
      values.dropFirst().map { value in
        (
          value,
          {
            property.value = value
            #expect(observable.current == value)
            observable.refresh()
          }
        )
      }
    )
  }

  @Test func `Kaluga ReadOnlyPropertyTest testReadOnlyPropertyObservable`() async {
    await checkProperty("initial", "new", "other")
  }

  /// Kaluga: `testReadOnlyNullablePropertyObservableWithInitialValue`.
  @Test func `Kaluga ReadOnlyPropertyTest a nullable property with a value`() async {
    await checkProperty("initial", "new", nil, "other")
  }

  /// Kaluga: `testReadOnlyNullablePropertyObservableWithInitialNull`.
  @Test func `Kaluga ReadOnlyPropertyTest a nullable property without a value`() async {
    await checkProperty(nil, "new", nil, "other")
  }

  // MARK: ReadWritePropertyTest

  private func checkDefault(
    initial: String?,
    _ first: String,
    write: @escaping (DefaultSubject<String>, String?) async -> Void
  ) async {
    let property = Property(initial)
    let subject = DefaultSubject(default: "default") {
      property.value
    } set: {
      property.value = $0
    }
    await check(
      subject,
      first,
      [
        ("new", { await write(subject, "new") }),
        ("default", { await write(subject, nil) }),
        ("newer", { await write(subject, "newer") }),
      ]
    )
    #expect(property.value == "newer")
  }

  @Test func `Kaluga ReadWritePropertyTest testReadWritePropertyDefaultObservable`() async {
    await checkDefault(initial: "something", "something") { await $0.set($1) }
  }

  /// Kaluga: `testReadWritePropertyDefaultObservableWithInitialNull`.
  @Test func `Kaluga ReadWritePropertyTest a default and no value`() async {
    await checkDefault(initial: nil, "default") { $0.post($1) }
  }

  private func checkSubject<Value: Equatable & Sendable>(_ values: Value...) async {
    let property = Property(values[0])
    let subject = InitializedSubject(property, \.value)
    await check(
      subject,
      values[0],
      values.dropFirst().map { value in (value, { subject.post(value) }) }
    )
    #expect(property.value == values.last)
  }

  @Test func `Kaluga ReadWritePropertyTest testReadWritePropertyObservable`() async {
    await checkSubject("initial", "new", "other")
  }

  /// Kaluga: `testReadWriteNullablePropertyObservableWithInitialValue`.
  @Test func `Kaluga ReadWritePropertyTest a nullable property with a value`() async {
    await checkSubject("initial", "new", nil, "other")
  }

  @Test func `Kaluga ReadWritePropertyTest testReadWriteNullablePropertyObservable`() async {
    await checkSubject(nil, "new", nil, "other")
  }
}
