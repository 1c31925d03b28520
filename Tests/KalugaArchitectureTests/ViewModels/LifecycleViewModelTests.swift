import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct LifecycleViewModelTests {
  private final class ScreenModel: LifecycleViewModel {
    let log: Log<String>

    init(_ log: Log<String> = Log()) { self.log = log }

    deinit { log.append("released") }

    override func onCleared() {
      log.append("cleared, scope active: \(scope.isActive)")
    }
  }

  /// Kaluga Q23: `onCleared` ran on each call, and the scope stayed usable.
  @Test func `clear is final and onCleared runs once`() async {
    let model = ScreenModel()
    let recorder = ValueRecorder(model.stage)
    let task = model.scope.launch { await untilCancelled() }
    model.clear()
    model.clear()
    #expect(model.log.all == ["cleared, scope active: false"])
    #expect(recorder.values == [.created, .cleared])
    #expect(model.scope.launch {} == nil)
    await model.scope.waitUntilEmpty()
    #expect(task?.isCancelled == true)
  }

  @Test func `a view model with a plain deinit can be released off the main actor`() async {
    /// Only one thread uses it at a time.
    final class Holder: @unchecked Sendable {
      var model: ScreenModel?

      init(_ model: ScreenModel) { self.model = model }
    }
    let log = Log<String>()
    let holder = Holder(ScreenModel(log))
    let task = holder.model?.scope.launch { await untilCancelled() }
    await Task.detached { holder.model = nil }.value
    await task?.value
    #expect(log.all == ["released"])
    #expect(task?.isCancelled == true)
  }
}
