import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct LifecycleViewModelTests {
  private final class Recording: LifecycleViewModel {
    var log: [String] = []

    override func onCleared() {
      log.append("cleared, scope active: \(scope.isActive)")
    }
  }

  @Test func `a view model begins as created`() async throws {
    try await withViewModel(Recording()) { harness in
      #expect(harness.viewModel.stage.current == .created)
      #expect(harness.viewModel.scope.isActive)
    }
  }

  /// Kaluga Q23: `onCleared` ran on each call, and the scope stayed usable.
  @Test func `clear is final and onCleared runs once`() {
    let model = Recording()
    model.clear()
    model.clear()
    #expect(model.log == ["cleared, scope active: false"])
    #expect(model.stage.current == .cleared)
    #expect(model.scope.launch {} == nil)
  }

  @Test func `clear cancels the tasks of the scope`() async {
    let model = Recording()
    let task = model.scope.launch { _ = await Settlement<Void>().wait() }
    await mainActorTurns(1)
    model.clear()
    await model.scope.waitUntilEmpty()
    #expect(task?.isCancelled == true)
  }

  @Test func `the stage can be observed`() {
    let model = Recording()
    let recorder = ValueRecorder(model.stage)
    model.clear()
    #expect(recorder.values == [.created, .cleared])
  }

  @Test func `a view model with a plain deinit is released elsewhere`() async {
    final class WithDeinit: LifecycleViewModel {
      let end: @Sendable () -> Void

      init(end: @escaping @Sendable () -> Void) {
        self.end = end
      }

      deinit {
        end()
      }
    }
    let log = Log<Int>()
    let box = Lock<WithDeinit?>(WithDeinit { log.append(1) })
    let task = box.withLock { $0?.scope }?.launch { _ = await Settlement<Void>().wait() }
    await Task.detached { box.withLock { $0 = nil } }.value
    await task?.value
    #expect(log.all == [1])
    #expect(task?.isCancelled == true)
  }
}
