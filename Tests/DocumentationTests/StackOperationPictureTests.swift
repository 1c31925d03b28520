import Foundation
import KalugaArchitecture
import Testing

/// The pictures of stacks before and after an operation are what the operation does.
struct StackOperationPictureTests {
  private enum Letter: Codable, Hashable, Sendable {
    case A, B, C, D
  }

  /// An operation, and how to come to the stack before it.
  private struct Sample {
    let spec: NavigationSpec<Letter>
    let before: BackStack<Letter>
    let note: String

    init(
      _ spec: NavigationSpec<Letter>,
      on path: [Letter],
      _ specs: NavigationSpec<Letter>...,
      note: String = ""
    ) throws {
      self.spec = spec
      before = try specs.reduce(BackStack(root: path[0], Array(path.dropFirst()))) {
        try $0.applying($1)
      }
      self.note = note
    }

    /// `[A] → [A, B]`, or why it is not possible.
    var picture: (before: String, after: String) {
      do {
        return ("\(before)", "\(try before.applying(spec))")
      } catch {
        // What happened; what to do about it is in the next sentence.
        return ("\(before)", "refused: \("\(error)".prefix { $0 != "." })")
      }
    }

    var line: String {
      let kind = (spec.kind + note).padding(toLength: 26, withPad: " ", startingAt: 0)
      return "\(kind) \(picture.before) → \(picture.after)"
    }
  }

  private static func samples() throws -> [Sample] {
    [
      try Sample(.push(.B), on: [.A]),
      try Sample(.push(.A), on: [.A], note: ", again"),
      try Sample(.replace(.C), on: [.A, .B]),
      try Sample(.pop(), on: [.A, .B]),
      try Sample(.pop(), on: [.A], .present(.B), note: ", presented"),
      try Sample(.pop(), on: [.A], note: ", first screen"),
      try Sample(.popTo(.A), on: [.A, .B, .C]),
      try Sample(.popTo(.B, inclusive: true), on: [.A, .B, .C], note: ", inclusive"),
      try Sample(.popTo(.D), on: [.A, .B], note: ", not there"),
      try Sample(.replaceAbove(.A, with: .D), on: [.A, .B, .C]),
      try Sample(.popToRoot, on: [.A, .B, .C]),
      try Sample(.present(.B), on: [.A]),
      try Sample(.push(.C), on: [.A], .present(.B), note: ", presented"),
      try Sample(.present(.B), on: [.A], .present(.B), note: ", again"),
      try Sample(.replacePresented(.C), on: [.A], .present(.B)),
      try Sample(.dismiss(), on: [.A], .present(.B), .push(.C)),
      try Sample(.dismiss(), on: [.A], note: ", nothing there"),
      try Sample(.close(.B), on: [.A, .B], .present(.C), .push(.D)),
      try Sample(.close(.C), on: [.A, .B], .present(.C), .push(.D), note: ", presented"),
      try Sample(.closeEntry(2), on: [.A, .B], .present(.C), .push(.D)),
      try Sample(.tabs([.A, .C]), on: [.A, .B]),
      try Sample(.selectTab(1), on: [.A, .B], .tabs([.A, .C])),
      try Sample(.push(.D), on: [.A, .B], .tabs([.A, .C]), .selectTab(1), note: ", in a tab"),
      try Sample(.pop(), on: [.A, .B], .tabs([.A, .C]), .selectTab(1), note: ", first of a tab"),
      try Sample(.present(.D), on: [.A, .B], .tabs([.A, .C]), note: ", over tabs"),
      try Sample(
        .closeEntry(2),
        on: [.A, .B],
        .tabs([.A, .C]),
        .selectTab(1),
        note: ", in a tab"
      ),
      try Sample(.open(root: .A, [.D]), on: [.A, .B], .present(.C)),
      try Sample(.setRoot(.A), on: [.A, .B], .present(.C)),
    ]
  }

  private let library = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/KalugaArchitecture")

  @Test func `the article shows every operation as it is`() throws {
    let article = try String(
      contentsOf: library.appending(path: "KalugaArchitecture.docc/Articles/stack.md"),
      encoding: .utf8
    )
    let block = try #require(article.components(separatedBy: "```text\n").last)
    let shown = try #require(block.components(separatedBy: "\n```").first)
    let expected = try Self.samples().map(\.line).joined(separator: "\n")
    #expect(shown == expected, "the article should show:\n\(expected)")
  }

  @Test func `each operation is in the article`() throws {
    let source = try String(
      contentsOf: library.appending(path: "Navigation/NavigationSpec.swift"),
      encoding: .utf8
    )
    let cases = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
      .map { $0.dropFirst("  case ".count).prefix { $0.isLetter } }
    #expect(cases.count == 15)
    let shown = Set(try Self.samples().map(\.spec.kind))
    for operation in cases { #expect(shown.contains(String(operation))) }
  }

  @Test func `the pictures beside the operations are what they do`() throws {
    let source = try String(
      contentsOf: library.appending(path: "Navigation/NavigationSpec.swift"),
      encoding: .utf8
    )
    let pictures = Set(try Self.samples().map { "\($0.picture.before) → \($0.picture.after)" })
    // A picture may go on in the next line of its comment.
    let text = source.split(separator: "\n").map { line in
      line.trimmingCharacters(in: .whitespaces).replacing(/^\/\/\/ ?/, with: "")
    }
    .joined(separator: " ")
    let found = text.matches(of: /`([^`]+)` → `([^`]+)`/).map { "\($0.1) → \($0.2)" }
    #expect(found.count >= 13)
    for picture in found { #expect(pictures.contains(picture), "not so: \(picture)") }
  }
}
