import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests what a process writes when it stops, or when an error has no handler.
struct StoppedProcessTests {
  private func text(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"))
  func `a sequence of results has at least one value`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MockFunction<Int>("count").on().returns(inSequence: [])
    }
    let text = try text(result)
    #expect(text.contains("returns(inSequence:) needs at least one value, found none. Pass one"))
  }

  @Test func `a call that cannot throw ends the process if no stub matches`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MockFunction<Int, String>("count").call("a", throwing: Never.self)
    }
    let text = try text(result)
    #expect(text.contains(#"count("a"): no stub matches, and the mock has no default; stubs: "#))
  }

  @Test func `a call that cannot throw its stub's error ends the process`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = MockFunction<Int, String>("count")
      count.on(.any).throws(CancellationError())
      _ = try count.call("a", throwing: NoNetwork.self)
    }
    let text = try text(result)
    #expect(text.contains(#"count("a"): the stub throws CancellationError CancellationError(), "#))
    #expect(text.contains("but the function throws only NoNetwork"))
  }

  @Test func `no diagnostic shows private values`() async throws {
    struct Failed: Error {
      let vault = Vault()
    }
    // In a separate process, because other tests may replace the handler of this process.
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let scope = TaskScope(name: "private")
      scope.launch { throw Failed() }
      await scope.waitUntilEmpty()
    }
    let text = try text(result)
    #expect(text.contains("<private>"))
    #expect(Vault.markers.filter(text.contains) == [], "\(text)")
  }
}
