// The Swift blocks of the article on the prompt, word for word.
import KalugaTerminal
import Testing

@MainActor
struct PromptSamples {
  @Test func `the samples of the article on the prompt run`() async {
    let console = TerminalConsole.script([], output: StringSink())
    let session = TerminalSession(
      input: console.input,
      output: console.output,
      isInteractive: false
    )
    let links = ["app://host/home"]
    let commands = ["link ", "quit"]

    session.setCompletions { text in
      text.hasPrefix("link ") ? links.map { "link \($0)" } : commands
    }

    #expect(await session.run { _ in .next } == .endOfInput)
  }
}
