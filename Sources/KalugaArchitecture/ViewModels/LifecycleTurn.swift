/// The turn of a view model that handles a lifecycle call, and then the calls that wait in its queue.
///
///     next step ──▶ begin ──▶ turns of the members ──▶ end ──▶ next step … ──▶ over
///
/// The turns of a family are kept in an array. If a turn ran inside the turn of the parent instead,
/// a deeply nested family would exhaust the stack of the thread.
@MainActor
struct LifecycleTurn {
  typealias Step = LifecycleStateMachine.Call

  private let viewModel: LifecycleViewModel
  /// The call to handle before the queued ones; nil once it is being handled.
  private var first: LifecycleViewModel.QueuedCall?
  /// The call that is being handled.
  private var call: LifecycleStateMachine.Call?
  /// The step that has begun and not ended.
  private var step: Step?
  /// The members that have not had their turn in the step, last first.
  private var members: [BaseLifecycleViewModel] = []

  /// Begins a turn; without a call, it handles only the queued ones.
  init(of viewModel: LifecycleViewModel, _ call: LifecycleViewModel.QueuedCall? = nil) {
    self.viewModel = viewModel
    first = call
    viewModel.turnDidBegin()
  }

  /// Runs the turn, and those of all members that it moves, to the end.
  consuming func run() {
    var turn = self
    // Those that wait for the end of a member's turn, outermost first.
    var waiting: [LifecycleTurn] = []
    while true {
      if let member = turn.next() {
        waiting.append(turn)
        turn = member
      } else if let outer = waiting.popLast() {
        turn = outer
      } else {
        return
      }
    }
  }

  /// Continues until a member has its turn, and returns that turn; nil if this turn is over.
  private mutating func next() -> LifecycleTurn? {
    while true {
      if let step {
        while let member = members.popLast() {
          if let turn = viewModel.turn(of: member, in: step) { return turn }
        }
        self.step = nil
        viewModel.end(step)
      }
      guard let step = nextStep() else {
        viewModel.turnDidEnd()
        return nil
      }
      self.step = step
      viewModel.begin(step)
      members = viewModel.members(in: step)
    }
  }

  private mutating func nextStep() -> Step? {
    if let call, let step = viewModel.nextStep(of: call) { return step }
    while let next = first.take() ?? viewModel.nextQueuedCall() {
      call = next.call
      if let step = viewModel.nextStep(of: next.call) { return step }
      if !next.isQuiet { viewModel.reportIgnored(next.call) }
    }
    return nil
  }
}
