import KalugaArchitecture
import Testing

/// Calls in the wrong order do nothing, and a diagnostic says so.
///
/// In the serialized suite of tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  /// The name of the type distinguishes its diagnostics from those of other tests.
  private final class OutOfOrder: NarratingViewModel {}

  private func reports(_ calls: (OutOfOrder) -> Void) async -> [String] {
    await Self.diagnostics(about: "OutOfOrder") { calls(OutOfOrder()) }.map(\.description)
  }

  @Test func `every order of four calls is harmless, and each call that did nothing is reported`()
    async
  {
    let calls = ["resume", "pause", "clear"]
    for number in 0..<81 {
      let order = [number % 3, number / 3 % 3, number / 9 % 3, number / 27].map { calls[$0] }
      var (stage, story, ignored) = ("created", [String](), [String]())
      for call in order {
        switch (call, stage) {
        case ("resume", "created"), ("resume", "paused"):
          (stage, story) = ("resumed", story + ["+model"])
        case ("pause", "resumed"): (stage, story) = ("paused", story + ["-model"])
        case ("clear", "resumed"):
          (stage, story) = ("cleared", story + ["-model", "×model"])
        case ("clear", "created"), ("clear", "paused"):
          (stage, story) = ("cleared", story + ["×model"])
        default:
          ignored.append(
            "OutOfOrder is \(stage), so the call to \(call) it was ignored. "
              + "Make lifecycle calls from one host, in the order resume, pause, clear."
          )
        }
      }
      let reports = await reports { model in
        for call in order {
          switch call {
          case "resume": model.didResume()
          case "pause": model.didPause()
          default: model.clear()
          }
        }
        #expect("\(model.stage.current)" == stage, "\(order)")
        #expect(model.story.all == story, "\(order)")
      }
      #expect(reports == ignored, "\(order)")
    }
  }

  @Test func `calls that the toolkit itself makes are not reported`() async {
    let reports = await reports { model in
      let parent = BaseLifecycleViewModel()
      parent.addChild(model)
      parent.didResume()
      model.didPause()
      parent.didPause()
      parent.removeChild(model)
      let manager = LifecycleManager(model, host: parent)
      manager.hostDidDisappear()
      manager.unbind()
      #expect(model.story.text == "+model -model ×model")
    }
    #expect(reports == [])
  }
}
