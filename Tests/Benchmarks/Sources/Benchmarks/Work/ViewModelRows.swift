import KalugaArchitecture
import OpenCombine

/// View models: created, bound to a host, resumed, paused, and cleared.
@MainActor
enum ViewModelRows {
  private static let floor = "bare objects"
  /// So few that their memory stays in the cache.
  private static let batch = 100

  static var rows: [Row] {
    [
      life("view model: create, bind, resume, pause, clear", hasTask: false, limit: 3),
      life("view model with a task: create, bind, resume, pause, clear", hasTask: true, limit: 1.5),
      creation,
    ]
  }

  private static func life(_ name: String, hasTask: Bool, limit: Double) -> Row {
    Row(
      name,
      goals: [
        Goal(
          Names.toolkit,
          .atMost(limit, times: floor),
          accepting: 3,
          because: Reasons.lifecycle
        )
      ],
      [
        Contestant(floor) { effort in
          try await measure(effort, hasTask: hasTask) { sink, host in
            let viewModel = BareViewModel { scope in
              if hasTask { scope.launch { sink.seen.note(1) } } else { sink.seen.note(1) }
            }
            return (BareBinding(viewModel, host: host), WeakReference(viewModel))
          } appear: {
            $0.hostDidAppear()
          } end: {
            $0.hostDidDisappear()
            $0.unbind()
          }
        },
        Contestant(Names.toolkit) { effort in
          try await measure(effort, hasTask: hasTask) { sink, host in
            let viewModel = CountingViewModel(sink, hasTask: hasTask)
            return (LifecycleManager(viewModel, host: host), WeakReference(viewModel))
          } appear: {
            $0.hostDidAppear()
          } end: {
            $0.hostDidDisappear()
            $0.unbind()
          }
        },
      ]
    )
  }

  /// Measures lives, until the last view model is released.
  private static func measure<Binding>(
    _ effort: Effort,
    hasTask: Bool,
    make: (Sink, Host) -> (Binding, WeakReference),
    appear: (Binding) -> Void,
    end: (Binding) -> Void
  ) async throws -> Double {
    let batches = effort.operations(50)
    let host = Host()
    let sink = Sink()
    let cost = try await timeOfProcess(batches * batch) {
      for number in 1...batches {
        var bindings: [Binding] = []
        bindings.reserveCapacity(batch)
        var last = WeakReference(nil)
        for _ in 0..<batch {
          let (binding, viewModel) = make(sink, host)
          appear(binding)
          bindings.append(binding)
          last = viewModel
        }
        while sink.seen.pointee.count < number * batch { await Task.yield() }
        for binding in bindings { end(binding) }
        bindings = []
        await Task.yield()
        try await waitUntilReleased(last)
      }
    }
    try sink.check("lives", count: batches * batch, last: 1)
    return cost
  }

  private static var creation: Row {
    Row(
      "view model with 100 subjects: create and release",
      [
        Contestant(floor) { effort in
          try create(effort) { ManyHolders(many { _ in ClosureHolder() }) }
        },
        Contestant(Names.toolkit) { effort in
          try create(effort) {
            ManySubjects(many { InitializedSubject(wrappedValue: $0) })
          }
        },
        Contestant(Names.openCombine, isPeer: true) { effort in
          try create(effort) {
            ManyPublishers(many { CurrentValueSubject<Int, Never>($0) })
          }
        },
      ]
    )
  }

  private static func many<Subject>(_ make: (Int) -> Subject) -> [Subject] {
    var subjects: [Subject] = []
    subjects.reserveCapacity(100)
    for number in 0..<100 { subjects.append(make(number)) }
    return subjects
  }

  private static func create<Created: AnyObject>(
    _ effort: Effort,
    _ make: () -> Created
  ) throws -> Double {
    let count = effort.operations(500)
    var last = WeakReference(nil)
    let cost = time(count) {
      for _ in 0..<count { last = WeakReference(opaque(make())) }
    }
    try require("released", last.object == nil, true)
    return cost
  }
}

private final class Host {}

private final class CountingViewModel: BaseLifecycleViewModel {
  private let sink: Sink
  private let hasTask: Bool

  init(_ sink: Sink, hasTask: Bool) {
    self.sink = sink
    self.hasTask = hasTask
    super.init()
  }

  override func onResume(scope: TaskScope) {
    let sink = sink
    if hasTask { scope.launch { sink.seen.note(1) } } else { sink.seen.note(1) }
  }
}

@MainActor
private final class ManyHolders {
  let holders: [ClosureHolder]

  init(_ holders: [ClosureHolder]) {
    self.holders = holders
  }
}

private final class ManySubjects: BaseLifecycleViewModel {
  let subjects: [InitializedSubject<Int>]

  init(_ subjects: [InitializedSubject<Int>]) {
    self.subjects = subjects
    super.init()
  }
}

private final class ManyPublishers {
  let subjects: [CurrentValueSubject<Int, Never>]

  init(_ subjects: [CurrentValueSubject<Int, Never>]) {
    self.subjects = subjects
  }
}
