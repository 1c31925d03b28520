import KalugaArchitecture
import Testing

/// Calls in the wrong order do nothing, and a diagnostic tells.
///
/// In the suite of those that replace the handler of the whole process, one at a time.
extension ArchitectureDiagnosticsTests {
  private final class OutOfOrder: BaseLifecycleViewModel {
    var hooks = 0

    override func onResume(scope: TaskScope) { hooks += 1 }
    override func onPause() { hooks += 1 }
    override func onCleared() { hooks += 1 }
  }

  private func ignored(_ calls: (OutOfOrder) -> Void) -> [String] {
    let log = Log<ArchitectureDiagnostic>()
    ArchitectureDiagnostics.setHandler { log.append($0) }
    defer { ArchitectureDiagnostics.setHandler(nil) }
    calls(OutOfOrder())
    return log.all
      .filter { $0.kind == .ignoredLifecycleCall && $0.description.contains("OutOfOrder") }
      .map(\.description)
  }

  @Test func `calls in their order are not reported`() {
    let reports = ignored { model in
      model.didResume()
      model.didPause()
      model.didResume()
      model.clear()
      #expect(model.hooks == 5)
    }
    #expect(reports.isEmpty)
  }

  @Test func `what the toolkit itself calls to be sure is not reported`() {
    let reports = ignored { model in
      let parent = BaseLifecycleViewModel()
      parent.adopt(model)
      parent.release(model)
      let host = parent
      let manager = LifecycleManager(model, host: host)
      manager.hostDidDisappear()
      manager.unbind()
    }
    #expect(reports.isEmpty)
  }

  @Test func `a child that has been paused by itself is paused with its parent without a report`() {
    let reports = ignored { model in
      let parent = BaseLifecycleViewModel()
      parent.adopt(model)
      parent.didResume()
      model.didPause()
      parent.didPause()
      #expect(model.hooks == 2)
    }
    #expect(reports.isEmpty)
  }

  /// Kaluga Q22.
  @Test func `a second resume is reported with the view model's type and stage`() throws {
    let reports = ignored { model in
      model.didResume()
      model.didResume()
      #expect(model.hooks == 1)
    }
    let report = try #require(reports.first)
    #expect(reports.count == 1)
    #expect(
      report == "OutOfOrder is resumed: to resume it does nothing. "
        + "Let one host make these calls: resume, pause, clear."
    )
  }

  @Test func `a pause without resume is reported`() throws {
    let reports = ignored { model in
      model.didPause()
      #expect(model.hooks == 0)
      #expect(model.stage.current == .created)
    }
    #expect(reports.count == 1)
    #expect(try #require(reports.first).contains("pause"))
  }

  /// Kaluga Q23.
  @Test func `calls after clear are reported, each`() {
    let reports = ignored { model in
      model.clear()
      model.clear()
      model.didResume()
      model.didPause()
      #expect(model.hooks == 1)
    }
    #expect(reports.count == 3)
    #expect(reports.allSatisfy { $0.contains("cleared") })
  }

  @Test func `every order of four calls is harmless and reports what did nothing`() {
    let calls: [(String, (OutOfOrder) -> Void)] = [
      ("resume", { $0.didResume() }), ("pause", { $0.didPause() }), ("clear", { $0.clear() }),
    ]
    for number in 0..<81 {
      let order = [number % 3, number / 3 % 3, number / 9 % 3, number / 27].map { calls[$0] }
      var (stage, hooks, senseless) = ("created", 0, 0)
      for (call, _) in order {
        switch (call, stage) {
        case ("resume", "created"), ("resume", "paused"): (stage, hooks) = ("resumed", hooks + 1)
        case ("pause", "resumed"): (stage, hooks) = ("paused", hooks + 1)
        case ("clear", "resumed"): (stage, hooks) = ("cleared", hooks + 2)
        case ("clear", "created"), ("clear", "paused"): (stage, hooks) = ("cleared", hooks + 1)
        default: senseless += 1
        }
      }
      let reports = ignored { model in
        for (_, call) in order { call(model) }
        #expect("\(model.stage.current)" == stage, "\(order.map(\.0))")
        #expect(model.hooks == hooks, "\(order.map(\.0))")
      }
      #expect(reports.count == senseless, "\(order.map(\.0))")
    }
  }

  @Test func `a handler that calls back makes no nested call`() {
    let log = Log<String>()
    let model = OutOfOrder()
    ArchitectureDiagnostics.setHandler { [weak model] diagnostic in
      guard diagnostic.description.contains("OutOfOrder") else { return }
      log.append("reported")
      MainActor.assumeIsolated { model?.didResume() }
    }
    defer { ArchitectureDiagnostics.setHandler(nil) }
    model.didPause()
    #expect(log.all == ["reported"])
    #expect(model.stage.current == .resumed)
    model.clear()
  }
}
