import KalugaArchitecture
import Testing

/// The handler belongs to the whole process, so these do not run side by side.
///
/// What other tests report meanwhile is told apart by name.
@Suite(.serialized)
@MainActor
struct ArchitectureDiagnosticsTests {
  private struct Failure: Error {}

  private func collecting(
    _ name: String,
    _ body: () async -> Void
  ) async -> [ArchitectureDiagnostic] {
    let log = Log<ArchitectureDiagnostic>()
    ArchitectureDiagnostics.setHandler { log.append($0) }
    defer { ArchitectureDiagnostics.setHandler(nil) }
    await body()
    return log.all.filter { $0.description.contains(name) }
  }

  @Test func `an error without a handler is reported with the name of its scope`() async throws {
    let diagnostics = await collecting("scope-without-handler") {
      let scope = TaskScope(name: "scope-without-handler")
      let child = scope.childScope(name: "child")
      child.launch { throw Failure() }
      await scope.waitUntilEmpty()
    }
    #expect(diagnostics.map(\.kind) == [.uncaughtError])
    #expect(try #require(diagnostics.first).description.contains("Failure"))
  }

  @Test func `an error with a handler is not reported`() async {
    let diagnostics = await collecting("scope-with-handler") {
      let scope = TaskScope(name: "scope-with-handler", onError: { _ in })
      scope.launch { throw Failure() }
      await scope.waitUntilEmpty()
    }
    #expect(diagnostics.isEmpty)
  }

  @Test func `after 100 rounds in a row a diagnostic names the observable`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    subject.label = "the-busy-subject"
    let diagnostics = await collecting("the-busy-subject") {
      let observation = subject.observe { value in
        if (1..<500).contains(value) { subject.current = value + 1 }
      }
      subject.current = 1
      observation.dispose()
    }
    #expect(subject.current == 500)
    #expect(diagnostics.map(\.kind) == [.endlessRounds])
  }

  @Test func `fewer than 100 rounds in a row are not reported`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    subject.label = "the-calm-subject"
    let diagnostics = await collecting("the-calm-subject") {
      let observation = subject.observe { value in
        if (1..<99).contains(value) { subject.current = value + 1 }
      }
      subject.current = 1
      observation.dispose()
    }
    #expect(subject.current == 99)
    #expect(diagnostics.isEmpty)
  }

  @Test func `rounds that end in between are not counted together`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    subject.label = "the-patient-subject"
    let diagnostics = await collecting("the-patient-subject") {
      let observation = subject.observe { _ in }
      for value in 1...300 { subject.current = value }
      observation.dispose()
    }
    #expect(diagnostics.isEmpty)
  }

  @Test func `a handler may replace itself while it is called`() async {
    let log = Log<String>()
    ArchitectureDiagnostics.setHandler { diagnostic in
      guard diagnostic.description.contains("self-replacing") else { return }
      log.append("first")
      ArchitectureDiagnostics.setHandler { diagnostic in
        if diagnostic.description.contains("self-replacing") { log.append("second") }
      }
    }
    defer { ArchitectureDiagnostics.setHandler(nil) }
    let scope = TaskScope(name: "self-replacing")
    scope.launch { throw Failure() }
    scope.launch { throw Failure() }
    await scope.waitUntilEmpty()
    #expect(log.all == ["first", "second"])
  }

  /// No user code runs under a lock: the release of a handler may run a user's `deinit`.
  @Test func `a handler that is replaced may come back in its deinit`() {
    let log = Log<String>()
    ArchitectureDiagnostics.setHandler {
      [
        end = closure {
          ArchitectureDiagnostics.setHandler(nil)
          log.append("released")
        }
      ] _ in
      end()
    }
    ArchitectureDiagnostics.setHandler(nil)
    #expect(log.all == ["released"])
  }
}
