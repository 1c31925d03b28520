import KalugaArchitecture

/// View models: created, bound to a host, resumed, paused, and cleared.
@MainActor
enum ViewModelRows {
  private static let floor = "bare objects"
  /// So few that their memory stays in the cache.
  private static let batch = 100

  static var rows: [Row] {
    [
      row("view model: create, bind, resume, pause, clear", hasTask: false, limit: 3),
      row("view model with a task: create, bind, resume, pause, clear", hasTask: true, limit: 1.5),
    ]
  }

  private static func row(_ name: String, hasTask: Bool, limit: Double) -> Row {
    Row(
      name,
      goals: [Goal(atMost: limit, times: floor, accepting: 3, because: Reasons.lifecycle)],
      [
        Contestant(floor) {
          try await measure { sink, host in
            let viewModel = BareViewModel { scope in
              if hasTask { scope.launch { sink.note(1) } } else { sink.note(1) }
            }
            return (BareBinding(viewModel, host: host), WeakReference(viewModel))
          } appear: {
            $0.hostDidAppear()
          } end: {
            $0.hostDidDisappear()
            $0.unbind()
          }
        },
        Contestant(Names.toolkit) {
          try await measure { sink, host in
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
    make: (Sink, Host) -> (Binding, WeakReference),
    appear: (Binding) -> Void,
    end: (Binding) -> Void
  ) async throws -> Double {
    let batches = 50
    let host = Host()
    return try await withSink { sink in
      let cost = try await timeOfProcess(batches * batch) {
        for number in 1...batches {
          var made = (0..<batch).map { _ in
            let binding = make(sink, host)
            appear(binding.0)
            return binding
          }
          while sink.pointee.count < number * batch { await Task.yield() }
          for (binding, _) in made { end(binding) }
          let last = made[batch - 1].1
          made = []
          await Task.yield()
          try await waitUntilReleased(last)
        }
      }
      try require("lives", sink.pointee.count, batches * batch)
      return cost
    }
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
    if hasTask { scope.launch { sink.note(1) } } else { sink.note(1) }
  }
}
