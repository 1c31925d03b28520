import Foundation
import KalugaArchitecture
import Testing

@testable import KalugaTerminal

@MainActor
struct TerminalLaunchTests {
  private func launch(_ arguments: String...) -> TerminalLaunch {
    let options = [
      TerminalLaunch.Option("--file", "PATH", "reads a file"),
      TerminalLaunch.Option("--resume-after-restart", "STEP", nil),
    ]
    return TerminalLaunch("Tea", "makes tea", "1.2", options, arguments)
  }

  @Test func `options have values, and the trace is off unless it is asked for`() {
    let plain = launch("--file", "leaves")
    #expect(plain["--file"] == "leaves")
    #expect(plain["--water"] == nil)
    #expect(launch("--resume-after-restart", "2")["--resume-after-restart"] == "2")
    #expect(plain.request == .run(values: ["--file": "leaves"], isTracing: false))
    #expect(launch("--trace").request == .run(values: [:], isTracing: true))
  }

  @Test(arguments: ["--help", "-h"])
  func `help lists every option that has a summary`(option: String) {
    let text = """
      Tea: makes tea

        --file PATH   reads a file
        --trace       prints what the architecture does
        --columns N   the width of a script's window; 100 shows a list beside its detail
        --version     prints the version
        --help        prints this text

      Type `help` in the program for its commands.
      """
    #expect(launch("--trace", option).request == .print(text))
  }

  @Test func `the version is printed with the name`() {
    #expect(launch("--version").request == .print("Tea 1.2"))
  }

  @Test func `a script has the width of an option`() {
    let width = TerminalLaunch.Request.run(values: [:], isTracing: false, columns: 120)
    #expect(launch("--columns", "120").request == width)
    let expected = "--columns: expected a number above 0, found "
    #expect(launch("--columns").request == .refuse(expected + "nothing"))
    #expect(launch("--columns", "0").request == .refuse(expected + "\"0\""))
    #expect(launch("--columns", "wide").request == .refuse(expected + "\"wide\""))
  }

  private enum Screen: NavigationDestination {
    case tea
  }

  // In a separate process, because `run` ends it.
  @Test(arguments: [[], ["--trace"]])
  func `a program traces from its start if it is asked to`(arguments: [String]) async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) { [arguments] in
      await TerminalLaunch("Tea", "makes tea", "1.2", [], arguments).run { launch in
        TerminalApp(root: Screen.tea, on: launch.console) { _, _ in BaseLifecycleViewModel() }
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.contains("start    tea"))
    #expect(output.contains("· alive    BaseLifecycleViewModel") == (arguments == ["--trace"]))
  }

  @Test func `wrong arguments are refused`() {
    #expect(launch("tea").request == .refuse(#"unknown option "tea"; try --help"#))
    #expect(launch("--file").request == .refuse("--file: expected PATH, found nothing"))
  }

  @Test func `a write that fails closes the output`() throws {
    let pipe = Pipe()
    let output = StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    output.writeLine("read")
    #expect(!output.isClosed)
    try pipe.fileHandleForReading.close()
    output.writeLine("lost")
    #expect(output.isClosed)
  }
}
