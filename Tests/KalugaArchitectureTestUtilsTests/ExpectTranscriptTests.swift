import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

@MainActor
struct ExpectTranscriptTests {
  private let golden = """
    start    home   [home]
    push     home → first   [home, first]
    """

  private func recorded(_ screens: CheckedScreen...) throws -> TransitionTranscript {
    let driver = NavigationDriver(root: CheckedScreen.home) { _, _ in BaseLifecycleViewModel() }
    let recorder = TranscriptRecorder(driver)
    driver.start()
    for screen in screens { try driver.perform(.push(screen), action: "test") }
    return recorder.transcript
  }

  /// A folder that is gone after the test.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path + "/")
  }

  @Test func `a transcript that is as expected passes`() throws {
    expectTranscript(try recorded(.first), equals: golden)
    expectTranscript(try recorded(.first), equals: try recorded(.first))
    expectTranscript("any\ntext\n", equals: "any\ntext")
  }

  @Test func `another transcript fails with the lines that differ`() throws {
    let transcript = try recorded(.second)
    let message = failureText {
      expectTranscript(transcript, equals: golden, fileID: "Tests/File.swift", line: 7)
    }
    #expect(
      message == """
        Tests/File.swift:7: the transcript is another one: expected the lines with -, found those with +:
        line 2
        - push     home → first   [home, first]
        + push     home → second   [home, second]
        """
    )
  }

  @Test func `a golden file is recorded, and compared`() throws {
    try withFolder { folder in
      let transcript = try recorded(.first)
      let file = folder + "tour.out"

      let missing = failureText { expectTranscript(transcript, goldenFile: file) }
      let advice = "there is no golden file \(file): make it with 'record: true'"
      #expect(missing?.contains(advice) == true)

      let recording = failureText { expectTranscript(transcript, goldenFile: file, record: true) }
      let reminder = "the golden file was recorded: now leave out 'record: true'"
      #expect(recording?.contains(reminder) == true)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == transcript.description)

      expectTranscript(transcript, goldenFile: file)
      let other = try recorded(.first, .second)
      let difference = failureText { expectTranscript(other, goldenFile: file) }
      #expect(
        difference?.hasSuffix(
          """
          the transcript is not that of \(file): expected the lines with -, found those with +:
          line 3
          + push     first → second   [home, first, second]
          Correct the code under test, or record the file anew with 'record: true'
          """
        ) == true
      )
    }
  }

  @Test func `the path of a golden file begins in the folder of the test`() throws {
    expectTranscript(try recorded(.first), goldenFile: "Golden/first.out")
  }

  @Test func `a golden file that cannot be written is reported`() throws {
    let file = "/no/such/folder/tour.out"
    let transcript = try recorded()
    let message = failureText {
      expectTranscript(transcript, goldenFile: file, record: true)
    }
    #expect(message?.contains("the golden file cannot be written: \(file). Make") == true)
  }
}
