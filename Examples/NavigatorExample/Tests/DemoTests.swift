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
    Demo.addDemo(to: app, file: file)
    Demo.addSteps(to: app)
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
      #expect(second.contains("explored \(Demo.report)"))
      #expect(!(first + second).contains { $0.hasPrefix("error") || $0.hasPrefix("same") })
    }
  }

  @Test func `the demonstration begins on any screen`() async throws {
    try await withFile { file in
      for path in [["sheet", "sub"], ["tabs", "tab 2"], ["background"]] {
        let lines = await lines(of: path + Demo.beginning(file).dropLast(), file)
        #expect(lines.contains("saved    \(file.debugDescription)"))
        #expect(!lines.contains { $0.hasPrefix("error") })
      }
    }
  }

  @Test func `only a file that was saved replaces the process`() async {
    let lines = await lines(of: ["help kill", "kill /proc/none"], "/proc/none")
    #expect(lines.contains { $0.hasPrefix("  kill [FILE]   ") })
    #expect(lines.contains(#"error    kill: expected a file of `save`, found "/proc/none""#))
  }

  @Test func `the file of the demonstration is removed when it has been read`() async throws {
    try await withFile { file in
      let output = StringSink()
      let script = ["save \(file)", "restore \(file)", "restore \(file)"]
      let app = ExampleApp.make(on: .script(script, output: output), ticker: ManualTicker())
      Demo.remove(file, after: app)
      await app.run()
      #expect(output.lines.count { $0.hasPrefix("start") } == 2)
      #expect(output.lines.count { $0.contains("cannot be read: no such file") } == 1)
    }
  }

  @Test func `without a terminal, there is no demonstration`() async {
    let lines = await lines(of: ["demo"], "")
    #expect(lines.contains("error    demo: types only at a terminal that can redraw lines"))
  }
}
