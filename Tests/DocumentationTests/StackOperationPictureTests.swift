import Foundation
import KalugaArchitecture
import Testing

/// Checks the pictures of the stack before and after each operation.
struct StackOperationPictureTests {
  private enum Letter: NavigationDestination {
    case A, B, C, D, E, F

    var isDetail: Bool { [.D, .E, .F].contains(self) }
  }

  private struct Effect: NavigationEffect {}

  private enum Discard: String, QuestionAnswer { case discard, keep }

  private static let question = Question(
    "Discard?",
    choices: [
      Question.Choice(Discard.discard, "Discard"), Question.Choice(Discard.keep, "Keep"),
    ]
  )

  private typealias Spec = NavigationSpec<Letter>

  /// An operation on a stack, such as `[A] → [A, B]`.
  private struct Picture {
    let kind: String
    let text: String

    init(
      _ spec: Spec,
      on path: [Letter],
      _ specs: Spec...,
      from origin: BackStackEntryID? = nil
    ) throws {
      let before = try specs.reduce(BackStack(root: path[0], Array(path.dropFirst()))) {
        try $0.applying($1)
      }
      kind = spec.kind
      text = "\(before) → \(try before.applying(spec, from: origin))"
    }
  }

  private static func pictures() throws -> [Picture] {
    let tabs = Spec.tabs([.A, .C])
    let second = BackStackEntryID(rawValue: 2)
    return [
      try Picture(.push(.B), on: [.A]),
      try Picture(.replace(.C), on: [.A, .B]),
      try Picture(.showDetail(.F), on: [.A, .D, .E]),
      try Picture(.pop(), on: [.A, .B]),
      try Picture(.popTo(.A), on: [.A, .B, .C]),
      try Picture(.popToEntry(second), on: [.A, .B, .C]),
      try Picture(.popToScreen { $0 == .A }, on: [.A, .B, .C]),
      try Picture(.replaceAbove(.A, with: .D), on: [.A, .B, .C]),
      try Picture(.popToRoot(), on: [.A, .B, .C]),
      try Picture(.present(.B), on: [.A]),
      try Picture(.replacePresented(.C), on: [.A], .present(.B)),
      try Picture(.dismiss(), on: [.A], .present(.B), .push(.C)),
      try Picture(.close(.B), on: [.A, .B], .present(.C), .push(.D)),
      try Picture(.closeScreen { $0 == .B }, on: [.A, .B], .present(.C), .push(.D)),
      try Picture(.closeEntry(second), on: [.A, .B], .present(.C), .push(.D)),
      try Picture(.finish(), on: [.A, .B], .present(.C), from: second),
      try Picture(tabs, on: [.A, .B]),
      try Picture(.selectTab(1), on: [.A, .B], tabs),
      try Picture(.selectTabOf(.C), on: [.A, .B], tabs),
      try Picture(.pushInTab(.D, of: .C), on: [.A, .B], tabs),
      try Picture(.openInTab([.C, .D], of: .C), on: [.A, .B], tabs, .present(.D)),
      try Picture(.bringToFront(.B), on: [.A, .B, .C]),
      try Picture(.open(root: .A, [.D]), on: [.A, .B], .present(.C)),
      try Picture(.setRoot(.A), on: [.A, .B], .present(.C)),
      try Picture(.update(second, to: .D), on: [.A, .B]),
      try Picture(.below(.push(.B)), on: [.A], .present(.C)),
      try Picture(.steps([.pop(), .push(.C)]), on: [.A, .B]),
      try Picture(.ask(question), on: [.A]),
      try Picture(.answer("keep"), on: [.A], .ask(question)),
      try Picture(.launch(Effect()), on: [.A]),
    ]
  }

  @Test func `each operation has a picture, and its comment shows the same picture`() throws {
    let file = "Sources/KalugaArchitecture/Navigation/NavigationSpec.swift"
    let source = try Documentation.text(file)
    let pictures = try Self.pictures()
    let operations = source.matches(of: /\n  (?:indirect )?case (\w+)/).map { String($0.1) }
    #expect(operations.count == 31)
    // An operation with an animation has the kind and the picture of the same one without.
    #expect(Set(operations).subtracting(pictures.map(\.kind)) == ["animated"])
    // A picture may continue in the next line of its comment.
    let found = source.replacing(/\n *\/\/\//, with: "").matches(of: /`([^`]+)` → `([^`]+)`/)
      .map { "\($0.1) → \($0.2)" }
    #expect(found.count >= 13)
    #expect(Set(found).subtracting(pictures.map(\.text)) == [])
  }
}
