import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChildStoresTests {
  private typealias Children = ChildStores<String, RowIntent, Int, RowLabel>

  private enum RowIntent: Sendable {
    case count, work, say(RowLabel)
  }

  private enum RowLabel: Hashable, Sendable {
    case done, remove
  }

  private enum ListIntent: Sendable {
    case show([String])
    case row(String, RowLabel)
  }

  private struct ListState: StoreState {
    var ids: [String] = []
    var said: [String] = []

    var first: String? { ids.first }
  }

  private let list = ReducerStore<ListIntent, ListState, ListIntent, Never>(
    initialState: ListState()
  ) { state, intent in
    switch intent {
    case .show(let ids): state.ids = ids
    case .row(let id, let label):
      state.said.append("\(id) \(label)")
      if label == .remove { state.ids.removeAll { $0 == id } }
    }
  }
  private let made = Log<String>()
  private let gate = Gate()

  private func makeRow(_ id: String) -> any Store<RowIntent, Int, RowLabel> {
    made.append(id)
    return ReducerStore<RowIntent, Int, Int, RowLabel>(initialState: 0) {
      $0 += $1
    } execute: { [gate] intent, context in
      switch intent {
      case .count: context.dispatch(1)
      case .work:
        context.launch { effect in
          await gate.passIgnoringCancellation()
          effect.dispatch(100)
          effect.publish(.done)
        }
      case .say(let label): context.publish(label)
      }
    }
  }

  private func makeChildren() -> Children {
    Children(of: list, ids: \.ids) {
      makeRow($0)
    } intent: {
      .row($0, $1)
    }
  }

  private func ids(_ children: Children) -> [String] { children.all.current.map(\.id) }

  // MARK: Identities

  @Test func `a child begins and ends with its identity, and moves with it`() {
    list.send(.show(["a", "b"]))
    let children = makeChildren()
    #expect(ids(children) == ["a", "b"])
    children["a"]?.send(.count)
    children["b"]?.send(.count)

    list.send(.show(["c", "b", "b", "c"]))
    #expect(ids(children) == ["c", "b"])
    #expect(children["a"] == nil)
    #expect(children["b"]?.state.current == 1)
    list.send(.show(["a", "b"]))
    #expect(made.all == ["a", "b", "c", "a"])
    #expect(children["a"]?.state.current == 0)
  }

  @Test func `observers are called only if the children change, with stores that live`() {
    let children = makeChildren()
    let seen = Log<[String]>()
    let token = children.all.observe { all in
      for child in all { child.store.send(.count) }
      seen.append(all.map { "\($0.id)\($0.store.state.current)" })
    }
    list.send(.show(["a"]))
    list.send(.row("b", .done))
    list.send(.show(["a", "b"]))
    #expect(seen.all == [[], ["a1"], ["a2", "b1"]])
    token.dispose()
  }

  @Test func `an optional child has another store for another identity`() {
    let child = Children(of: list, id: \.first) {
      makeRow($0)
    } intent: {
      .row($0, $1)
    }
    #expect(ids(child) == [])
    list.send(.show(["a"]))
    list.send(.show(["a", "b"]))
    #expect(ids(child) == ["a"])
    list.send(.show(["b"]))
    #expect(ids(child) == ["b"])
    list.send(.show([]))
    #expect(ids(child) == [])
    #expect(made.all == ["a", "b"])
  }

  @Test func `creating a child may send intents to the parent`() {
    let children = Children(of: list, ids: \.ids) { id in
      if id == "a" { list.send(.show(["a", "b"])) }
      return makeRow(id)
    }
    list.send(.show(["a"]))
    #expect(ids(children) == ["a", "b"])
    #expect(made.all == ["a", "b"])
  }

  // MARK: The end

  /// TCA #2402: effects of a child continue after its state is nil.
  ///
  /// TCA #625, #849: a binding writes to a child that has no state any more. TCA #183: the timer of a row
  /// that was deleted still changes it. TCA #1800: a row that was deleted still reads its state.
  @Test func `the work of a child that has left changes nothing, and neither do its intents`() async
  {
    let children = makeChildren()
    list.send(.show(["a"]))
    let row = children["a"]
    row?.send(.work)
    await mainActorQueueDrained()
    list.send(.show([]))
    row?.send(.count)
    row?.send(.say(.done))
    gate.open()
    await mainActorQueueDrained()
    #expect(row?.state.current == 0)
    #expect(list.state.current.said == [])
  }

  enum End: CaseIterable { case dispose, release, insideCreation }

  @Test(arguments: End.allCases)
  func `the children end with their owner`(end: End) async {
    var children: Children? = Children(of: list, ids: \.ids) { [self] id in
      if id == "end" { bag.dispose() }
      return makeRow(id)
    } intent: {
      .row($0, $1)
    }
    if end != .release { children?.addTo(bag) }
    list.send(.show(["a"]))
    var rows = [children?["a"]]
    switch end {
    case .dispose: children?.dispose()
    case .release: children = nil
    case .insideCreation:
      list.send(.show(["a", "end"]))
      rows.append(children?["end"])
    }
    for row in rows {
      row?.send(.count)
      row?.send(.say(.remove))
    }
    await mainActorQueueDrained()
    #expect(rows.map { $0?.state.current } == rows.map { _ in 0 })
    #expect(list.state.current.said == [])
    list.send(.show(["late"]))
    #expect(!made.all.contains("late"))
  }

  private let bag = DisposeBag()

  @Test func `neither the parent nor a store that has left is retained`() {
    weak var parent: AnyObject?
    weak var row: AnyObject?
    var children: Children?
    do {
      let list = ReducerStore<[String], [String], [String], Never>(initialState: ["a"]) { $0 = $1 }
      children = Children(of: list, ids: \.self) {
        makeRow($0)
      } intent: { id, _ in
        [id]
      }
      row = children?["a"].map { $0 as AnyObject }
      #expect(row != nil)
      list.send([])
      #expect(row == nil)
      parent = list
    }
    #expect(parent == nil)
    children = nil
  }

  // MARK: Labels

  @Test func `labels of all children become intents of the parent, in order`() async {
    let children = makeChildren()
    list.send(.show(["a", "b"]))
    for label in [RowLabel.done, .done] { children["a"]?.send(.say(label)) }
    #expect(list.state.current.said == [])
    await until(list.state.current.said == ["a done", "a done"])
    children["b"]?.send(.say(.done))
    await until(list.state.current.said.last == "b done")
  }

  /// MVICore #156: what a feature publishes before it is bound is lost.
  @Test func `a label that a child publishes while it is made reaches the parent`() async {
    let children = Children(of: list, ids: \.ids) { id in
      let row = makeRow(id)
      row.send(.say(.done))
      return row
    } intent: {
      .row($0, $1)
    }
    list.send(.show(["a", "b"]))
    await until(list.state.current.said == ["a done", "b done"])
    #expect(ids(children) == ["a", "b"])
  }

  /// TCA #496: a child that its own action removes shows an older state.
  @Test func `a label may remove its own child, whose waiting labels are dropped`() async {
    let children = makeChildren()
    list.send(.show(["a"]))
    let row = children["a"]
    row?.send(.count)
    let states = Log<Int>()
    let token = row?.state.observe { states.append($0) }
    for label in [RowLabel.remove, .done] { row?.send(.say(label)) }
    await until(ids(children) == [])
    await mainActorQueueDrained()
    #expect(list.state.current.said == ["a remove"])
    #expect(states.all == [1])
    token?.dispose()
  }

  @Test func `labels wait for another consumer if they have no intents`() async {
    let children = Children(of: list, ids: \.ids) { makeRow($0) }
    list.send(.show(["a"]))
    let row = children["a"]
    row?.send(.say(.done))
    await mainActorQueueDrained()
    let labels = row.map { ValueRecorder(following: $0.labels) }
    await labels?.expect(.done)
  }

  // MARK: Subjects

  @Test func `a subject writes a part of the state by an intent`() async {
    let store = ReducerStore<String, ListState, String, Never>(initialState: ListState()) {
      $0.said = [String($1.prefix(3))]
    }
    let text = store.subject(\.said) { $0.last ?? "" }
    let seen = Log<[String]>()
    let token = text.observe { seen.append($0) }
    text.current = ["one"]
    text.current = ["one"]
    #expect(seen.all == [[], ["one"]])
    // What the store has made of it.
    text.current = ["three"]
    #expect(text.current == ["thr"])
    #expect(seen.all.last == ["thr"])

    store.send("two")
    #expect(text.current == ["two"])
    await until(seen.all.last == ["two"])
    #expect(seen.count == 4)
    token.dispose()
  }
}
