import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What holds for every flavour and every kind of source.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableContractTests {
  @Test(arguments: ObservableFixture.all)
  func `the first callback comes before observe returns`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var seen: [Int] = []
    let token = source.observable.observe { seen.append($0) }
    #expect(seen == [0])
    token.dispose()
    await source.change(1)
    let second = source.observable.observe { seen.append($0) }
    #expect(seen == [0, 1])
    second.dispose()
  }

  @Test(arguments: ObservableFixture.all)
  func `all ways to read agree after each change`(fixture: ObservableFixture) async {
    let source = fixture.make()
    let recorder = ValueRecorder(source.observable)
    let derived = source.observable.map { -$0 }
    let derivedRecorder = ValueRecorder(derived)
    let readSide = source.observable.asObservable()
    let flow = source.observable.stateFlow
    for value in [1, 5, 2, 0] {
      await source.change(value)
      #expect(source.observable.current == value)
      #expect(source.observable.wrappedValue == value)
      #expect(source.observable.projectedValue.current == value)
      #expect(source.observable.stateFlow.value == value)
      #expect(flow.value == value)
      #expect(readSide.current == value)
      #expect(derived.current == -value)
      #expect(recorder.values.last == value)
      #expect(derivedRecorder.values.last == -value)
      var iterator = flow.makeAsyncIterator()
      #expect(await iterator.next() == value)
    }
    #expect(recorder.values == [0, 1, 5, 2, 0])
    #expect(derivedRecorder.values == [0, -1, -5, -2, 0])
  }

  @Test(arguments: ObservableFixture.all)
  func `equal values are dropped`(fixture: ObservableFixture) async {
    let source = fixture.make()
    let recorder = ValueRecorder(source.observable)
    for value in [0, 0, 1, 1, 0, 2, 2] { await source.change(value) }
    #expect(recorder.values == [0, 1, 0, 2])
  }

  @Test(arguments: ObservableFixture.all)
  func `observers are called in the order of registration`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var order: [String] = []
    let tokens = ["A", "B", "C"].map { name in
      source.observable.observe { order.append("\(name)\($0)") }
    }
    await source.change(1)
    tokens[1].dispose()
    await source.change(2)
    _ = source.observable.observe { order.append("D\($0)") }
    await source.change(3)
    #expect(
      order == ["A0", "B0", "C0", "A1", "B1", "C1", "A2", "C2", "D2", "A3", "C3", "D3"]
    )
  }

  @Test(arguments: ObservableFixture.all)
  func `after dispose no call begins`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var first: [Int] = []
    var second: [Int] = []
    let inside = DisposeBag()
    let token = source.observable.observe { first.append($0) }
    source.observable.observe { value in
      second.append(value)
      if value == 2 { inside.dispose() }
    }.addTo(inside)
    await source.change(1)
    token.dispose()
    token.dispose()
    await source.change(2)
    await source.change(3)
    #expect(first == [0, 1])
    #expect(second == [0, 1, 2])
    #expect(source.observable.current == 3)
  }

  @Test(arguments: ObservableFixture.all)
  func `observers are told again after all of them had gone`(fixture: ObservableFixture) async {
    let source = fixture.make()
    for value in 1...3 {
      let recorder = ValueRecorder(source.observable)
      #expect(recorder.values == [value - 1])
      await source.change(value)
      #expect(recorder.values == [value - 1, value])
      recorder.stop()
      await mainActorTurns(1)
    }
  }

  @Test(arguments: ObservableFixture.all)
  func `Swift Observation tells of each change`(fixture: ObservableFixture) async {
    let source = fixture.make()
    for value in 1...3 {
      let told = trackedReads { _ = source.observable.current }
      let derivedTold = trackedReads { _ = source.observable.map { $0 * 2 }.current }
      await source.change(value)
      #expect(told.count == 1)
      // Of a derived observable that nobody holds its inputs tell all the same.
      #expect(derivedTold.count == 1)
    }
  }

  @Test(arguments: ObservableFixture.all.filter(\.isWritable))
  func `writes inside callbacks are delivered after the round`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var order: [String] = []
    let token = source.observable.observe { value in
      order.append("A\(value)")
      if value == 1 {
        source.write(2)
        #expect(source.observable.current == 2)
        source.write(3)
      }
    }
    defer { token.dispose() }
    _ = source.observable.observe { order.append("B\($0)") }
    source.write(1)
    #expect(order == ["A0", "B0", "A1", "B1", "A3", "B3"])
    await mainActorTurns()
    #expect(order.count == 6)
    #expect(source.observable.current == 3)
    #expect(source.observable.stateFlow.value == 3)
  }

  @Test(arguments: ObservableFixture.all.filter(\.isWritable))
  func `an observer added in a round gets the newest value once`(fixture: ObservableFixture) async {
    let source = fixture.make()
    var late: [Int] = []
    var isAdded = false
    let token = source.observable.observe { value in
      guard value == 1, !isAdded else { return }
      isAdded = true
      _ = source.observable.observe { late.append($0) }
    }
    defer { token.dispose() }
    source.write(1)
    #expect(late == [1])
    source.write(2)
    await mainActorTurns(until: late == [1, 2])
    #expect(late == [1, 2])
  }

  @Test(arguments: ObservableFixture.all.filter(\.isWritable))
  func `each way in reaches each way out`(fixture: ObservableFixture) async {
    let source = fixture.make()
    let recorder = ValueRecorder(source.observable)
    let derived = source.observable.map { $0 * 10 }
    let derivedRecorder = ValueRecorder(derived)
    let flow = source.observable.stateFlow
    var iterator = derived.stateFlow.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    func expect(_ value: Int, _ way: String) async {
      #expect(source.observable.current == value, "current after \(way)")
      #expect(flow.value == value, "stateFlow after \(way)")
      #expect(recorder.values.last == value, "observer after \(way)")
      #expect(source.observable.wrappedValue == value, "property after \(way)")
      #expect(derived.current == value * 10, "derived after \(way)")
      #expect(derivedRecorder.values.last == value * 10, "observer of derived after \(way)")
      #expect(await iterator.next() == value * 10, "iteration after \(way)")
    }
    source.write(1)
    await expect(1, "current =")
    source.writeProperty(2)
    await expect(2, "the property")
    source.post(3)
    await expect(3, "post")
    await source.set(4)
    await expect(4, "set")
    await Task.detached { await source.set(5) }.value
    await expect(5, "set from elsewhere")
    await Task.detached { source.postFromElsewhere(6) }.value
    await queuedWorkDidRun()
    await expect(6, "post from elsewhere")
    await source.change(7)
    await expect(7, "a write at the source")
    #expect(recorder.values == Array(0...7))
  }
}
