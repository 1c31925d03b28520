import KalugaArchitecture
import Testing

/// The handler belongs to the whole process, so these tests do not run side by side.
///
/// Other tests that run at the same time may report too. Their diagnostics contain other names.
@Suite(.serialized)
@MainActor
struct ArchitectureDiagnosticsTests {
  /// Returns what is reported with this name in it while the body runs.
  static func diagnostics(
    about name: String,
    _ body: @MainActor () async -> Void
  ) async -> [ArchitectureDiagnostic] {
    let log = Log<ArchitectureDiagnostic>()
    let previous = ArchitectureDiagnostics.setHandler { log.append($0) }
    defer { ArchitectureDiagnostics.setHandler(previous) }
    await body()
    return log.all.filter { $0.description.contains(name) }
  }

  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `an error without a handler is reported with the name of its scope`() async {
    let reports = await Self.diagnostics(about: "scope-of-errors") {
      let scope = TaskScope(name: "scope-of-errors")
      let child = scope.childScope(name: "child")
      child.launch { throw SourceError() }
      let handled = TaskScope(name: "scope-of-errors", onError: { _ in })
      handled.launch { throw SourceError() }
      await scope.waitUntilEmpty()
      await handled.waitUntilEmpty()
    }
    #expect(reports.map(\.kind) == [.uncaughtError])
    #expect(reports.first?.description.contains("SourceError") == true)
  }

  /// Observes the subject with an observer that counts on up to a limit, and writes 1.
  private func count(upTo limit: Int, label: String) async -> [ArchitectureDiagnostic] {
    subject.label = label
    return await Self.diagnostics(about: label) {
      let observation = subject.observe { [subject] value in
        if (1..<limit).contains(value) { subject.current = value + 1 }
      }
      subject.current = 1
      observation.dispose()
    }
  }

  @Test(arguments: [101, 500])
  func `after 100 rounds in a row a diagnostic names the observable`(limit: Int) async {
    let reports = await count(upTo: limit, label: "the-busy-subject")
    #expect(subject.current == limit)
    #expect(reports.map(\.kind) == [.endlessRounds])
  }

  @Test func `fewer than 100 rounds in a row are not reported`() async {
    #expect(await count(upTo: 100, label: "the-calm-subject").isEmpty)
    #expect(subject.current == 100)
    let separateRounds = await Self.diagnostics(about: "the-calm-subject") {
      let observation = subject.observe { _ in }
      for value in 101...400 { subject.current = value }
      observation.dispose()
    }
    #expect(separateRounds.isEmpty)
  }

  @Test func `the previous handler is returned, and can be put back`() async {
    let log = Log<String>()
    let original = ArchitectureDiagnostics.setHandler { diagnostic in
      if diagnostic.description.contains("put-back") { log.append("outer") }
    }
    let outer = ArchitectureDiagnostics.setHandler { diagnostic in
      if diagnostic.description.contains("put-back") { log.append("inner") }
    }
    let scope = TaskScope(name: "put-back")
    scope.launch { throw SourceError() }
    await scope.waitUntilEmpty()
    #expect(ArchitectureDiagnostics.setHandler(outer) != nil)
    scope.launch { throw SourceError() }
    await scope.waitUntilEmpty()
    #expect(log.all == ["inner", "outer"])
    ArchitectureDiagnostics.setHandler(nil)
    #expect(ArchitectureDiagnostics.setHandler(original) == nil)
  }

  /// A lock that was held here would stop the program.
  @Test func `the deinit of a replaced handler may set a new one`() {
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
