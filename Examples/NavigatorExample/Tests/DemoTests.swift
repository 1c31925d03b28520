import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

/// Tests what the demonstration types, without a terminal.
@MainActor
struct DemoTests {
  private func lines(of script: [String], _ file: String) async -> [String] {
    let output = StringSink()
    let app = ExampleApp.make(on: .script(script, output: output), ticker: ManualTicker())
    Demo.addCommands(to: app, file: file)
    await app.run()
    return output.lines
  }

  @Test func `the result arrives in the process that restores the file`() async throws {
    try await withFile { file in
      let script = Demo.beginning(file)
      // Only a process can be replaced.
      #expect(script.last == "kill \(file)")
      let first = await lines(of: script.dropLast(), file)
      #expect(
        first.contains(#"push     home → details {name: "Ada", number: 42}   [home, details]"#)
      )
      #expect(first.contains("saved    \(file.debugDescription)"))

      let second = await lines(of: Demo.end(file), file)
      #expect(second.contains(#"pop      details → home {name: "adA", number: 24}   [home]"#))
      #expect(second.contains(#"  received {name: "adA", number: 24}"#))
      #expect(second.joined(separator: "\n").contains(ExampleAtlas.text))
      #expect(!(first + second).contains { $0.hasPrefix("error") })
    }
  }

  @Test func `without a terminal, there is no demonstration`() async {
    let output = StringSink()
    await ExampleApp.make(
      on: .script(["demo", "panel on"], output: output),
      ticker: ManualTicker()
    )
    .run()
    #expect(output.lines.count { $0.hasPrefix("error    unknown command") } == 2)
  }
}
