import KalugaArchitecture
public import KalugaStores

/// Checks a store step by step: what each intent changes at once, and what its effects change later.
///
///     let steps = StoreSteps(store)
///     steps.send(.load) { $0.isLoading = true }
///     await steps.receive { $0 = QuotesState(quotes: ["one"]) }
///     steps.send(.tap(0))
///     await steps.labels.expect(.share("one"))
///
/// Each step compares the state with the one before, changed by a closure. So a change that the
/// test does not state fails the step. The test continues with the state that was found, unless a
/// step finds none: the closures of later steps are then not called. Messages are the business of
/// the store: a test sees the states and labels that they lead to. An effect that still runs at the
/// end ends with the store.
///
/// States are recorded from the creation on, and so are labels, which no other consumer then
/// receives. Inside ``withExhaustiveChecks(except:allowing:limit:file:line:_:)``
/// and similar checks, the test must inspect all of them.
@MainActor
public final class StoreSteps<Intent: Sendable, State: Equatable & Sendable, Label: Sendable> {
  /// The states of the store; steps take them from this recorder.
  public let states: ValueRecorder<State>

  /// The labels of the store.
  public let labels: ValueRecorder<Label>

  private let store: any Store<Intent, State, Label>
  /// The state after the last step.
  private var state: State
  /// Whether a step has found no state, so that later steps begin with another than they expect.
  private var hasMissedState = false

  /// Starts recording the states and labels of a store.
  ///
  /// The steps retain the store, and so do the checks around them until their end.
  public init(
    _ store: any Store<Intent, State, Label>,
    limit: Duration = .seconds(5),
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.store = store
    state = store.state.current
    states = ValueRecorder(
      store.state,
      name: "states",
      limit: limit,
      file: file,
      line: line
    )
    labels = ValueRecorder(
      following: store.labels,
      name: "labels",
      limit: limit,
      file: file,
      line: line
    )
    _ = states.takeRecorded()
    // Effects that the last step began may still change the state, or fail.
    TestWatch.current?.retain(store)
  }

  /// Sends an intent, and compares the state when `send` of the store has returned.
  ///
  /// Fails if effects have changed the state since the last step: take these changes with
  /// ``receive(file:line:changes:)`` first. If the intent leads to several states at once, the last
  /// one counts.
  public func send(
    _ intent: Intent,
    file: StaticString = #filePath,
    line: UInt = #line,
    changes: (inout State) -> Void = { _ in }
  ) {
    let location = CallLocation(file, line)
    let name = "send(\(intent))"
    if let found = states.takeRecorded().last {
      check(
        found,
        "\(name): before it, the states",
        "Receive what effects change before you send",
        location
      )
    }
    store.send(intent)
    check(
      states.takeRecorded().last ?? state,
      "\(name): the states",
      "State in the closure what the intent changes at once, or correct the store",
      location,
      changes
    )
  }

  /// Takes the next state, which an effect has made or will make, and compares it.
  ///
  /// Waits for the state if necessary.
  public func receive(
    file: StaticString = #filePath,
    line: UInt = #line,
    changes: (inout State) -> Void
  ) async {
    let location = CallLocation(file, line)
    switch await states.take("a further state", { _ in true }) {
    case .success(let found):
      check(
        found,
        "receive: the states",
        "State the change in the closure, or correct the store",
        location,
        changes
      )
    case .failure(let problem):
      hasMissedState = true
      states.report("receive: \(problem.text)", location)
    }
  }

  private func check(
    _ found: State,
    _ subject: String,
    _ advice: String,
    _ location: CallLocation,
    _ changes: (inout State) -> Void = { _ in }
  ) {
    // The closure of a later step might stop the program, and would say nothing new.
    if hasMissedState { return }
    var expected = state
    changes(&expected)
    state = found
    if found == expected { return }
    let difference = differenceText(of: subject, expected: expected, found: found)
    states.report("\(difference)\n\(advice)", location)
  }
}
