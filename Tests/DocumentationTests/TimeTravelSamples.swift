// The Swift blocks of the article on travelling in time, word for word.
import KalugaArchitecture
import KalugaTerminal
import Testing

private enum Table: NavigationDestination {
  case table
}

@MainActor
private func makeTeaApp(on console: TerminalConsole) -> TerminalApp<Table> {
  let app = TerminalApp(root: Table.table, on: console) { _, _ in BaseLifecycleViewModel() }
  app.commands { _ in TerminalCommand("pour", "pours tea") {} }
  return app
}

@MainActor
struct TimeTravelSamples {
  @Test func `the tea is undone`() async throws {
    let output = StringSink()
    try await TerminalApp.run(on: .script(["pour", ":back"], output: output)) { console in
      makeTeaApp(on: console)
    }
    #expect(output.lines.contains("step     0 of 1   [table]"))
  }

  @Test func `the article on travelling in time shows a part of the example's transcript`() throws {
    let article = "Sources/KalugaTerminal/KalugaTerminal.docc/Articles/travelling-in-time.md"
    let blocks = Documentation.blocks("text", of: try Documentation.text(article))
    let golden = try Documentation.text("Examples/NavigatorExample/Tests/Transcripts/tour.out")
    #expect(blocks.count == 1)
    for block in blocks { #expect(golden.contains(block)) }
  }
}
