import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct TransitionTranscriptTests {
  /// Records some operations, each with the same rows.
  private func record(
    _ specs: NavigationSpec<Place>...,
    rows: [NavigationBundleRow] = []
  ) throws -> TransitionTranscript {
    let driver = makeDriver()
    let recorder = TranscriptRecorder(driver)
    driver.start()
    for spec in specs { try driver.perform(spec, action: "test", rows: rows) }
    return recorder.transcript
  }

  @Test func `an entry has the parts of its line`() throws {
    let row = NavigationBundleRow(key: "id", value: .integer(1))
    let entries = try record(.push(.sheet), rows: [row]).entries
    #expect(entries.map(\.kind) == ["start", "push"])
    #expect(entries.map(\.from) == [nil, "home"])
    #expect(entries.map(\.to) == ["home", "sheet"])
    #expect(entries.map(\.rows) == [[], [row]])
    #expect(entries.map(\.stack) == ["[home]", "[home, sheet]"])
  }

  @Test func `a transcript contains no private values`() throws {
    let secret = NavigationBundleRow(key: "token", value: .string("sesame"), isPrivate: true)
    let deep = NavigationBundleRow(key: "deep", value: .array([.bundle([secret])]))
    let transcript = try record(.push(.sheet), rows: [secret, deep])
    var dumped = ""
    dump(transcript, to: &dumped)
    #expect(!dumped.contains("sesame"))
    #expect(
      transcript.entries.last?.description
        == "push     home → sheet {token: <private>, deep: [{token: <private>}]}   [home, sheet]"
    )
  }

  @Test func `a stopped or released recorder records nothing more`() throws {
    let driver = makeDriver()
    var recorder: TranscriptRecorder? = TranscriptRecorder(driver)
    let other = TranscriptRecorder(driver)
    weak let weakRecorder = recorder
    driver.start()
    other.stop()
    try driver.perform(.push(.sheet), action: "test")
    #expect(recorder?.transcript.entries.count == 2)
    #expect(other.transcript.entries.count == 1)
    recorder = nil
    #expect(weakRecorder == nil)
    try driver.perform(.pop(), action: "test")
  }

  @Test func `transcripts are equal if their texts are equal`() throws {
    func rows(_ number: NavigationBundleValue) -> [NavigationBundleRow] {
      [NavigationBundleRow(key: "x", value: number)]
    }
    let one = try record(.push(.sheet), rows: rows(.serialized("1")))
    let same = try record(.push(.sheet), rows: rows(.integer(1)))
    let other = try record(.push(.sheet), rows: rows(.integer(2)))
    #expect(one == same && one.hashValue == same.hashValue)
    #expect(one != other && one != TransitionTranscript())
    #expect(TransitionTranscript(one.entries) == one)
  }

  /// Names that only cases in backquotes and custom descriptions can have, and their printed forms.
  @Test(arguments: [
    ("a b", "a b"), ("→ b", "→ b"), ("{x: 1}", "{x: 1}"), ("\\", "\\"),
    ("Box<Int, String>", "Box<Int, String>"), ("a → b", "`a → b`"), ("a →", "`a →`"),
    ("a\u{301} → \u{301}", "`a\u{301} → \u{301}`"), ("a {x: 1}", "`a {x: 1}`"),
    ("a {", "`a {`"), ("a   [b]", "`a   [b]`"), (" a", "` a`"), ("a ", "`a `"), ("", "``"),
    ("   ", "`   `"), ("`a`", "`\\`a\\``"), ("a`", "`a\\``"),
  ])
  func `a name that contains separators is printed in backquotes`(
    name: String,
    printed: String
  ) throws {
    let driver = NavigationDriver(root: OddPlace.home) { _, _ in BaseLifecycleViewModel() }
    let recorder = TranscriptRecorder(driver)
    driver.start()
    try OddPlace.$name.withValue(name) {
      try driver.perform(.push(.odd), action: "test")
      try driver.perform(.push(.home), action: "test")
    }
    let lines = recorder.transcript.entries.map { "\($0)".replacing("   \($0.stack)", with: "") }
    #expect(lines == ["start    home", "push     home → \(printed)", "push     \(printed) → home"])
  }
}

/// A screen that can have any name.
private enum OddPlace: NavigationDestination, CustomStringConvertible {
  case home
  case odd

  @TaskLocal static var name = ""

  var description: String { self == .home ? "home" : Self.name }
}
