import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Subjects of a getter and a setter, and of key paths.
@MainActor
struct GetterSubjectTests {
  @Observable @MainActor
  final class Model {
    var name = "initial"
    var nick: String?
  }

  private final class Plain {
    var name = "initial"
    var writes: [String] = []
  }

  private let model = Model()
  private let plain = Plain()

  private func plainSubject() -> InitializedSubject<String> {
    InitializedSubject {
      [plain] in
      plain.name
    } set: { [plain] name in
      plain.name = name
      plain.writes.append(name)
    }
  }

  @Test func `each write calls the setter once, and observers before it returns`() async {
    let subject = plainSubject()
    let recorder = ValueRecorder(subject)
    subject.current = "1"
    #expect(recorder.values.last == "1")
    subject.wrappedValue = "2"
    #expect(recorder.values.last == "2")
    subject.post("3")
    #expect(recorder.values.last == "3")
    await subject.set("4")
    #expect(recorder.values.last == "4")
    await Task.detached { subject.post("5") }.value
    await queuedWorkDidRun()
    #expect(plain.writes == ["1", "2", "3", "4", "5"])
    #expect(recorder.values == ["initial", "1", "2", "3", "4", "5"])
  }

  @Test func `the setter is not called for equal values, with or without observers`() async {
    let subject = plainSubject()
    subject.current = "initial"
    subject.post("initial")
    let recorder = ValueRecorder(subject)
    await subject.set("initial")
    // What counts is what the getter returns now, not what observers saw last.
    plain.name = "other"
    subject.current = "other"
    #expect(plain.writes.isEmpty)
    subject.current = "initial"
    #expect(plain.writes == ["initial"])
    #expect(recorder.values == ["initial"])
  }

  @Test func `a setter may refuse or change the value`() {
    var stored = 0
    let subject = InitializedSubject {
      stored
    } set: { value in
      if value >= 0 { stored = min(value, 10) }
    }
    let recorder = ValueRecorder(subject)
    subject.current = -1
    #expect(subject.current == 0)
    subject.current = 99
    #expect(subject.current == 10)
    #expect(recorder.values == [0, 10])
  }

  @Test func `a key path of a tracked model is written at once and called once`() async {
    let subject = InitializedSubject(model, \.name)
    let recorder = ValueRecorder(subject)
    subject.current = "1"
    #expect(model.name == "1")
    #expect(recorder.values == ["initial", "1"])
    await mainActorTurns(until: recorder.values == ["initial", "1"])
    #expect(recorder.values == ["initial", "1"])
    model.name = "2"
    #expect(subject.current == "2")
    await queuedWorkDidRun()
    #expect(recorder.values == ["initial", "1", "2"])
  }

  @Test func `one write is one call also if every write counts`() async {
    let subject = InitializedSubject(conflation: .never) {
      [model] in
      model.name
    } set: {
      [model] in
      model.name = $0
    }
    let recorder = ValueRecorder(subject)
    subject.current = "1"
    await mainActorTurns()
    #expect(recorder.values == ["initial", "1"])
  }

  @Test func `a default is never handed to the setter`() async {
    var writes: [String?] = []
    let subject = DefaultSubject(default: "default") {
      [model] in
      model.nick
    } set: { [model] nick in
      model.nick = nick
      writes.append(nick)
    }
    let recorder = ValueRecorder(subject)
    #expect(subject.current == "default")
    subject.current = "default"
    #expect(model.nick == "default")
    subject.post(nil)
    #expect(subject.current == "default")
    #expect(subject.raw == nil)
    subject.post("1")
    await subject.set(nil)
    await mainActorTurns()
    #expect(writes == ["default", nil, "1", nil])
    #expect(recorder.values == ["default", "1", "default"])
  }

  @Test func `an observer may write a subject of a setter`() async {
    let subject = plainSubject()
    var order: [String] = []
    let token = subject.observe { value in
      order.append("A" + value)
      if value == "1" { subject.current = "2" }
    }
    defer { token.dispose() }
    _ = subject.observe { order.append("B" + $0) }
    subject.current = "1"
    #expect(order == ["Ainitial", "Binitial", "A1", "B1", "A2", "B2"])
    #expect(plain.writes == ["1", "2"])
  }

  @Test func `two subjects of one tracked property follow each other`() async {
    let first = InitializedSubject(model, \.name)
    let second = InitializedSubject(model, \.name)
    let recorder = ValueRecorder(second)
    first.current = "1"
    #expect(second.current == "1")
    await queuedWorkDidRun()
    #expect(recorder.values == ["initial", "1"])
    second.current = "2"
    await queuedWorkDidRun()
    #expect(first.current == "2")
    #expect(recorder.values == ["initial", "1", "2"])
  }

  @Test func `queued posts are applied before a write on the main actor`() async {
    let subject = plainSubject()
    let writing = plain
    await withCheckedContinuation { continuation in
      Task.detached {
        subject.post("1")
        subject.post("2")
        continuation.resume()
      }
    }
    subject.current = "3"
    await queuedWorkDidRun()
    #expect(writing.writes == ["1", "2", "3"])
  }
}
