// The Swift blocks of the article on bundles, word for word, and the pictures that it shows.
import Foundation
import KalugaArchitecture
import KalugaTerminal
import Testing

struct Order: Codable, Hashable, NavigationBundleContent {
  var number: Int
  var note: String?
  var card: String

  static let bundleSpec = NavigationBundleSpec(
    Order.init(number:note:card:),
    Rows.number,
    Rows.note,
    Rows.card
  )

  enum Rows {
    static let number = NavigationBundleSpecRow("number", \Order.number, .integer)
    static let note = NavigationBundleSpecRow("note", \Order.note, .optional(.string))
    static let card = NavigationBundleSpecRow("card", \Order.card, .string, isPrivate: true)
  }
}

enum OrderNavigation: NavigationAction {
  case order(Order)
  case help
  case back
}

enum OrderScreen: Codable, Hashable, Sendable {
  case shop, order(Order), help
}

@MainActor
func makeOrderNavigator(
  _ driver: NavigationDriver<OrderScreen>,
  printer: TransitionPrinter
) -> TerminalNavigator<OrderNavigation, OrderScreen> {
  TerminalNavigator(driver, printer: printer) { action in
    switch action {
    case .order(let order): .push(.order(order))
    case .help: .present(.help)
    case .back: .pop()
    }
  }
}

func readOrder(_ json: Data) throws(NavigationBundleError) -> Order {
  try Order.bundleSpec.content(from: UntypedNavigationBundle(json: json))
}

@MainActor
struct BundleArticleTests {
  @Test func `the stack is before and after as in the pictures`() throws {
    let output = StringSink()
    let driver = NavigationDriver(root: OrderScreen.shop) { _, _ in BaseLifecycleViewModel() }
    let navigator = makeOrderNavigator(driver, printer: TransitionPrinter(output: output))
    driver.start()
    defer { driver.end() }

    func picture(_ call: String, _ navigate: () throws -> Void) rethrows -> String {
      let before = "\(driver.stack.current)"
      try navigate()
      return """
        before  \(before)
        call    navigator.navigate(\(call))
        prints  \(output.lines.last ?? "")
        after   \(driver.stack.current)

        """
    }
    let pictures = try [
      picture(#".order(Order(number: 7, note: nil, card: "1234"))"#) {
        try navigator.navigate(.order(Order(number: 7, note: nil, card: "1234")))
      },
      picture(".help") { try navigator.navigate(.help) },
      picture(".back") { try navigator.navigate(.back) },
      picture(".back") { try navigator.navigate(.back) },
    ].joined(separator: "\n")
    let article = try Documentation.article("navigating-with-bundles")
    let shown = Documentation.blocks("text", of: article).first
    #expect(shown == pictures, "it should be:\n\(pictures)")
  }

  @Test func `a path that a host writes goes back, as in the view for SwiftUI`() throws {
    let driver = NavigationDriver(root: OrderScreen.shop) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    defer { driver.end() }
    let order = Order(number: 7, note: nil, card: "1234")
    try driver.open([.shop, .order(order), .help])
    let shown: [BackStack<OrderScreen>.Entry] = Array(driver.path.current.dropFirst())
    #expect(shown.map(\.destination) == [.order(order), .help])
    driver.path.current = Array(driver.path.current.prefix(1)) + shown.dropLast()
    #expect("\(driver.stack.current)" == "[shop, order]")
  }

  @Test func `one error lists every problem`() throws {
    let error = try #require(throws: NavigationBundleError.self) {
      try readOrder(Data(#"{"number": "seven", "note": 5}"#.utf8))
    }
    let article = try Documentation.article("navigating-with-bundles")
    let lines = error.problems.map(\.description).joined(separator: "\n") + "\n"
    #expect(Documentation.blocks("text", of: article).last == lines, "it should be:\n\(lines)")
  }

  @Test func `a bundle of one value is read back`() throws {
    let name = SingleValueNavigationSpec(.string, key: "name")
    let read = try name.spec.content(from: name.bundle("Ada").rows)
    #expect(read == "Ada")
  }
}
