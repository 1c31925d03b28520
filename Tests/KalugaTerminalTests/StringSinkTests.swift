import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct StringSinkTests {
  @Test func `a sink keeps text unchanged, and returns its lines`() {
    let sink = StringSink()
    #expect(sink.text.isEmpty && sink.lines.isEmpty && !sink.isClosed)
    sink.write("a")
    sink.write("b\n\n")
    sink.writeLine("c")
    #expect(sink.text == "ab\n\nc\n")
    #expect(sink.lines == ["ab", "", "c"])
    sink.write("no end")
    #expect(sink.lines == ["ab", "", "c", "no end"])
  }

  @Test func `an array source returns its lines in order, and then only nil`() async {
    let source = ArrayLineSource(["a", "", "b"])
    var lines: [String?] = []
    for _ in 0..<5 { lines.append(await source.next()) }
    #expect(lines == ["a", "", "b", nil, nil])
  }
}
