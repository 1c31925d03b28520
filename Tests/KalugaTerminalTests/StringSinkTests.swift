import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct StringSinkTests {
  @Test func `a sink keeps text as it was written`() {
    let sink = StringSink()
    #expect(sink.text.isEmpty && sink.lines.isEmpty && !sink.isClosed)
    sink.write("a")
    sink.write("b\n\n")
    sink.writeLine("c")
    #expect(sink.text == "ab\n\nc\n")
    #expect(sink.lines == ["ab", "", "c"])
  }

  @Test func `what was written without an end of line is in the lines too`() {
    let sink = StringSink()
    sink.write("a\nb")
    #expect(sink.lines == ["a", "b"])
  }

  @Test func `an array gives its lines in order and then ends for good`() async {
    let source = ArrayLineSource(["a", "", "b"])
    #expect(await source.next() == "a")
    #expect(await source.next() == "")
    #expect(await source.next() == "b")
    #expect(await source.next() == nil)
    #expect(await source.next() == nil)
  }

  @Test func `a screen of lines never changes`() {
    #expect(TerminalScreen(["a", "b"]).lines.current == ["a", "b"])
    #expect(TerminalScreen([]).lines.current.isEmpty)
  }
}
