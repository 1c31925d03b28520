import Foundation
import KalugaArchitecture
import Testing

/// The style of a presented stack, as a part of the stack.
@MainActor
struct PresentationStyleTests {
  @Test(
    arguments: [
      ([.present(.a, style: .popover)], "[home] ▸ popover [a]"),
      ([.present(.a, style: .sheet()), .push(.b)], "[home] ▸ sheet [a, b]"),
      (
        [.present(.a, style: .sheet(detents: [.medium, .fraction(0.75), .height(320)]))],
        "[home] ▸ sheet(medium, fraction 0.75, height 320.0) [a]"
      ),
      ([.present(.a, style: .cover()), .present(.b)], "[home] ▸ cover [a] ▸ [b]"),
      ([.present(.a, style: .cover(transition: .fade))], "[home] ▸ cover(fade) [a]"),
      ([.present(.a, style: .overlay())], "[home] ▸ overlay(0.4) [a]"),
      (
        [.present(.a, style: .overlay(opacity: 1, isBlurred: true))],
        "[home] ▸ overlay(1.0, blurred) [a]"
      ),
      ([.present(.a, style: .cover()), .present(.a, style: .sheet())], "[home] ▸ sheet [a]"),
      ([.present(.a, style: .cover()), .present(.a)], "[home] ▸ cover [a]"),
      ([.present(.a), .replacePresented(.a, style: .cover())], "[home] ▸ cover [a]"),
      ([.present(.a, style: .cover()), .replacePresented(.b)], "[home] ▸ [b]"),
      ([.present(.a), .replacePresented(.b, style: .popover)], "[home] ▸ popover [b]"),
      (
        [.present(.a, style: .popover), .tabs([.b, .a], selected: 1), .selectTab(0)],
        "[home] ▸ popover {*[b] | [a]}"
      ),
      ([.present(.a, style: .popover), .replace(.b)], "[home] ▸ popover [b]"),
      ([.present(.a, style: .popover), .below(.push(.b))], "[home, b] ▸ popover [a]"),
      ([.present(.a, style: .popover), .setRoot(.b)], "[b]"),
      (
        [.steps([.present(.a, style: .cover()), .below(.present(.b, style: .popover))])],
        "[home] ▸ popover [b] ▸ cover [a]"
      ),
    ] as [([NavigationSpec<Place>], String)]
  )
  func `a style belongs to its layer, and is saved with it`(
    specs: [NavigationSpec<Place>],
    picture: String
  ) throws {
    let stack = try specs.reduce(BackStack(root: .home)) { try $0.applying($1) }
    #expect("\(stack)" == picture)
    let data = try JSONEncoder().encode(stack)
    #expect(try JSONDecoder().decode(BackStack<Place>.self, from: data) == stack)
  }

  @Test(
    arguments: [
      (.sheet(detents: [.medium, .fraction(0)]), "the fraction of a detent is 0.0; expected more"),
      (.sheet(detents: [.fraction(1.5)]), "the fraction of a detent is 1.5; expected more"),
      (.sheet(detents: [.fraction(.nan)]), "the fraction of a detent is nan; expected more"),
      (.sheet(detents: [.height(-1)]), "the height of a detent is -1.0; expected more than 0"),
      (.sheet(detents: [.height(.infinity)]), "the height of a detent is inf; expected more"),
      (.overlay(opacity: 1.01), "the opacity of the overlay is 1.01; expected a number from 0"),
      (.overlay(opacity: -.infinity), "the opacity of the overlay is -inf; expected a number"),
    ] as [(PresentationStyle, String)]
  )
  func `an impossible style is refused, and changes nothing`(
    style: PresentationStyle,
    reason: String
  ) throws {
    let stage = try Stage("[home] ▸ [a]")
    for spec in [NavigationSpec<Place>.present(.a, style: style), .present(.b, style: style)] {
      let error = #expect(throws: NavigationError.self) { try stage.perform(spec) }
      if case .refused("present", let found) = error {
        #expect(found.hasPrefix(reason))
      } else {
        Issue.record("another error")
      }
    }
    #expect(stage.stack == "[home] ▸ [a]")
  }

  @Test(arguments: [
    (#"{"tabs":[[{"id":1,"destination":"home"}]],"selected":0,"style":{"popover":{}}}"#, "base"),
    (
      #"""
      {"tabs":[[{"id":1,"destination":"home"}]],"selected":0},{"tabs":[[{"id":2,"destination":"a"}]],
      "selected":0,"style":{"overlay":{"opacity":2,"isBlurred":false}}}
      """#, "the opacity of the overlay is 2.0"
    ),
  ])
  func `a saved style that no operation could have made is refused`(
    layers: String,
    reason: String
  ) throws {
    let json = #"{"levels":[\#(layers)],"lastID":2}"#
    do {
      let stack = try JSONDecoder().decode(BackStack<Place>.self, from: Data(json.utf8))
      Issue.record("accepted: \(stack)")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(reason))
    }
  }

  @Test func `another style is a transition that moves no screen, and the same one is none`() throws
  {
    let stage = try Stage("[home] ▸ [a, b]")
    var transitions: [String] = []
    let token = stage.driver.onTransition { transitions.append("\($0.kind) \($0.picture)") }
    _ = stage.happened()
    for _ in 0..<2 { try stage.perform(.present(.a, style: .popover)) }
    #expect(transitions == ["present [home] ▸ popover [a, b]"])
    #expect(stage.happened() == "")
    // The screen belongs to the request that has opened it.
    #expect(throws: NavigationError.duplicate(screen: "a")) {
      _ = try stage.open(.present(.a, style: .cover()), for: Int.self)
    }
    token.dispose()
  }

  @Test func `a later process shows the style`() throws {
    let stage = try Stage("[home]")
    try stage.perform(.present(.a, style: .cover()))
    let restored = try NavigationSnapshot<Place>(stage.driver.snapshot().data())
    #expect("\(restored.stack)" == "[home] ▸ cover [a]")
    #expect(restored.stack.layers.map(\.style) == [nil, .cover()])
  }
}
