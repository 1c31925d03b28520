/// Writes the source of a test that replays a session.
package struct SessionTest {
  private let session: Session
  private let app: String
  private let module: String?
  private let name: String

  /// Creates the writer of a test.
  ///
  /// - Parameters:
  ///   - session: The session to replay.
  ///   - app: The type of the app, a `ReplayableApp`.
  ///   - module: The module of the app, or nil if it belongs to the tests.
  ///   - name: The name of the test's function.
  package init(_ session: Session, app: String, module: String?, name: String) {
    self.session = session
    self.app = app
    self.module = module
    self.name = name
  }

  /// Returns the source, which compiles in a test target of any package.
  package func source() throws -> String {
    let json = try session.json()
    let quotes = Self.delimiter(of: json)
    let literal = json.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    let imports = module.map { "import Testing\n\n@testable import \($0)" } ?? "import Testing"
    return """
      // Made by kaluga-replay: the test fails like the recorded app, and passes once that is fixed.
      // swift-format-ignore-file
      import KalugaArchitectureTestUtils
      \(imports)

      \(comment)
      @MainActor
      @Test func `\(name)`() async throws {
        try await replaySession(\(name)Session) { snapshot, services, clock in
          \(app)(snapshot, services: services, clock: clock)
        }
      }

      private let \(name)Session = \(quotes)\"""
      \(literal)
        \"""\(quotes)

      """
  }

  /// What happens in the session, in plain words.
  private var comment: String {
    var lines: [String] = []
    if session.droppedCount > 0 {
      lines.append("The beginning is missing: \(session.droppedCount) earlier events were dropped.")
    }
    for (index, step) in session.steps.enumerated() {
      let seconds = Duration.nanoseconds(step.at).formattedSeconds
      lines.append("\(index + 1). at \(seconds): \(step)")
    }
    return lines.map { line in
      "// " + (line.count > 90 ? "\(line.prefix(90))…" : line)
    }.joined(separator: "\n")
  }

  /// Returns so many number signs that nothing in the text ends the literal or escapes from it.
  private static func delimiter(of text: String) -> String {
    var longest = 0
    var run: Int?
    // The compiler ends a literal even where the number sign carries a combining mark.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": run = 0
      case "#": run = run.map { $0 + 1 }
      default: run = nil
      }
      longest = max(longest, run ?? 0)
    }
    return String(repeating: "#", count: longest + 1)
  }
}

extension Duration {
  /// The duration in seconds with milliseconds, such as `1.25 s`.
  fileprivate var formattedSeconds: String {
    let milliseconds = Int64(self / .milliseconds(1))
    return milliseconds % 1000 == 0
      ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }
}
