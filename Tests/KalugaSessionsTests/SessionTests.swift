import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

private enum Move: AppMove {
  case text(String)
  case login(user: String, pin: String)
  case patient(Patient)
  case profile(Profile)
  case renamed(Renamed)
  case refused(Refused)
}

private struct Patient: Codable, Hashable, Sendable {
  enum Diagnosis: Codable, Hashable, Sendable {
    case secretDisease
    case other(String)
  }
  struct Address: Codable, Hashable, Sendable {
    var street: String
    var number: Int
  }
  var age = 36
  var weight = 70.5
  var isAlive = true
  var notes = ["secret note"]
  var contacts = ["secret name": ["secret@example.org"]]
  var numbers = [777_001: "secret number"]
  var address = Address(street: "secret street", number: 777_002)
  var diagnosis: Diagnosis?
  var id: UUID?
}

private struct Profile: Codable, Hashable, NavigationBundleContent {
  var name: String
  var card: String
  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
}

/// The key of the private row is not the name of the property.
private struct Renamed: Codable, Hashable, NavigationBundleContent {
  var card: String
  static let bundleSpec = NavigationBundleSpec(
    Renamed.init,
    NavigationBundleSpecRow("CARD", \Renamed.card, .string, isPrivate: true)
  )
}

/// The spec is refused, and does not know its private rows.
private struct Refused: Codable, Hashable, NavigationBundleContent {
  var diagnosis: Patient.Diagnosis
  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.diagnosis)
}

private struct SecretError: Error {
  let text = "secret text"
}

@Suite(.timeLimit(.minutes(5)))
struct SessionTests {
  private let patientKeys: Set = [
    "age", "weight", "isAlive", "notes", "contacts", "numbers", "address", "diagnosis", "id",
  ]

  private func json(_ move: Move, private keys: Set<String>) throws -> String {
    let recorder = SessionRecorder<Move>(privateKeys: keys)
    recorder.record(.move(move))
    return try recorder.session.json()
  }

  @Test func `values under private keys are replaced by placeholders of the same kind`() throws {
    let json = try json(.patient(Patient()), private: patientKeys)
    let value = #""value":{"patient":{"_0":{"address":{"number":0,"street":"•••"},"age":0,"#
    #expect(json.contains(value), "\(json)")
    #expect(json.contains(#""contacts":{},"isAlive":false,"notes":[],"numbers":{},"weight":0}}}"#))
    #expect(json.contains(#""redacted":["patient._0.address","patient._0.age","#))
  }

  @Test func `no private value is in any byte of a session`() async throws {
    let secrets: [(Move, Set<String>)] = [
      (.login(user: "ada", pin: "secret pin"), ["pin"]),
      (.text("secret text"), ["text"]),
      (.patient(Patient()), patientKeys),
      (.patient(Patient(diagnosis: .secretDisease)), patientKeys),
      (.patient(Patient(diagnosis: .other("secret"))), patientKeys),
      (.patient(Patient()), ["patient"]),
      (.profile(Profile(name: "Ada", card: "secret card")), []),
      (.renamed(Renamed(card: "secret card")), []),
      (.refused(Refused(diagnosis: .secretDisease)), []),
    ]
    for (move, keys) in secrets {
      let text = try json(move, private: keys)
      for part in ["secret", "7770", "70.5"] { #expect(!text.contains(part), "\(text)") }
    }
    let recorder = SessionRecorder<String>(privateKeys: ["pin", "card"])
    recorder.record(.move("pin secret"))
    _ = await recorder.answer("cards") { ["ada": Profile(name: "Ada", card: "secret card")] }
    _ = try? await recorder.answer("fails") { () throws -> Int in throw SecretError() }
    recorder.recordFailure(SecretError())
    let session = try recorder.session.json()
    #expect(!session.contains("secret"), "\(session)")
    #expect(session.contains(#""error":"SecretError""#))
  }

  @Test func `a move that does not decode without its private values is redacted as a whole`()
    throws
  {
    let json = try json(.patient(Patient(id: UUID())), private: ["id"])
    #expect(json.contains(#""redacted":["*","patient._0.id"]}"#), "\(json)")
    #expect(!json.contains("value"))
  }

  @Test func `the texts of errors are recorded only if the app allows it`() throws {
    let recorder = SessionRecorder<String>(recordsErrorTexts: true)
    recorder.recordFailure(SecretError())
    #expect(try recorder.session.json().contains("secret text"))
  }

  @Test(arguments: [[], ["pin"]] as [Set<String>])
  func `a decimal keeps its digits`(keys: Set<String>) async throws {
    let digits = "1234567890123456789.0123456789"
    let recorder = SessionRecorder<String>(privateKeys: keys)
    _ = await recorder.answer("price") { Decimal(string: digits) }
    let json = try recorder.session.json()
    #expect(json.contains(digits))
    #expect(try Session(Data(json.utf8)).json() == json)
  }

  @Test func `a full recorder drops the oldest events and counts them`() throws {
    let recorder = SessionRecorder<String>(capacity: 3)
    for number in 1...5 { recorder.record(.move("\(number)")) }
    let session = recorder.session
    #expect(session.droppedCount == 2)
    #expect(session.steps.map { "\($0)" } == [#""3""#, #""4""#, #""5""#])

    let next = SessionRecorder<String>(capacity: 4, continuing: session)
    next.record(.back)
    #expect(next.session.droppedCount == 3)
    #expect(next.session.steps.map(\.event) == [.move, .move, .restart, .back])
  }

  @Test func `a session is the same after it has been written and read`() async throws {
    let recorder = SessionRecorder<String>(privateKeys: ["card"])
    recorder.record(.move("a \u{202E}\u{2028}\u{7}\"\"\"#\\#(b) ✓"))
    recorder.record(.restart)
    _ = await recorder.answer("none") { nil as Int? }
    _ = await recorder.answer("numbers") { [1.5, .infinity, Double(UInt64.max)] }
    let session = recorder.session
    let json = try session.json()
    #expect(try Session(Data(json.utf8)).json() == json)
    #expect(json.contains(#"a \u202e\u2028\u0007"#))
    #expect(json.contains("1.5"))
  }

  @Test(arguments: [
    ("nonsense", "the session is damaged: the file: expected JSON, found other data"),
    ("[1.5]", "the session is damaged: the file: expected Dictionary<String, Any>, found an array"),
    (#"{"version": 2}"#, "the session has version 2, expected 1"),
    (
      #"{"version": 1, "droppedCount": 0, "calls": {}, "steps": [{"at": "0", "event": "back"}]}"#,
      "the session is damaged: steps[0].at: expected Int64, found a string"
    ),
    (
      #"{"version": 1, "droppedCount": 0, "calls": {}, "steps": [{"at": 0, "event": "secret"}]}"#,
      "the session is damaged: steps[0].event: expected a valid value, found a string"
    ),
    (
      #"{"version": 1, "droppedCount": 0, "calls": {}, "steps": [{"at": 0, "event": "answer"}]}"#,
      "the session is damaged: steps[0].name: expected the name of a service, found nothing"
    ),
    (
      #"{"version": 1, "droppedCount": -1, "calls": {}, "steps": []}"#,
      "the session is damaged: droppedCount: expected a number from 0 to \(Int.max / 2), "
        + "found another number"
    ),
    (
      #"{"version": 1, "droppedCount": 0, "calls": {}, "steps": [{"at": -1, "event": "back"}]}"#,
      "the session is damaged: steps[0].at: expected a number from 0 to \(Int64.max / 2), "
        + "found another number"
    ),
  ])
  func `damaged data is refused with the field`(_ json: String, _ text: String) {
    #expect { try Session(Data(json.utf8)) } throws: { "\($0)" == text }
  }
}
