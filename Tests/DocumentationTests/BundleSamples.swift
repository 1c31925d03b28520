// The Swift blocks of the article on navigating with bundles, word for word.
import Foundation
import KalugaArchitecture
import KalugaTerminal
import Testing

struct Order: Codable, Hashable, NavigationBundleContent {
  var number: Int
  var note: String?
  var card: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
}

enum OrderNavigation: NavigationAction, Equatable {
  case order(Order)
  case help
  case back
}

enum OrderScreen: NavigationDestination {
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

nonisolated enum OrderChange: Codable, Sendable {
  case paid(Int), cancelled(Int)
}

func closeOrder(_ change: OrderChange) -> NavigationSpec<OrderScreen> {
  .pop(result: NavigationResult(change, .codable()))
}

struct Draft: Hashable, NavigationBundleContent {
  var text: String
  var zoom: Double

  static let bundleSpec = NavigationBundleSpec(
    Draft.init(text:zoom:),
    NavigationBundleSpecRow("text", \Draft.text, .string),
    NavigationBundleSpecRow("zoom", \Draft.zoom, .double.defaulting(to: 1), isSaved: false)
  )
}

func readOrder(_ json: Data) throws(NavigationBundleError) -> Order {
  try Order.bundleSpec.content(from: UntypedNavigationBundle(json: json))
}

// The protocol makes the screens nonisolated. The payload needs the keyword, the kind does not.
enum MapScreen: NavigationDestination { case world, place(MapPlace) }
nonisolated struct MapPlace: Codable, Hashable { var name: String, kind: MapKind }
enum MapKind: String, Codable { case city, river }

@MainActor
struct BundleSampleTests {
  @Test func `an enum with payloads is a result in one row`() {
    let shown = "\(closeOrder(.cancelled(7)))"
    #expect(shown.contains("cancelled") && shown.contains("7"), "\(shown)")
  }

  @Test func `the stack changes as the pictures show`() throws {
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
    let order = Order(number: 7, note: nil, card: "1234")
    let pictures = try [
      picture(#".order(Order(number: 7, note: nil, card: "1234"))"#) {
        try navigator.navigate(.order(order))
      },
      picture(".help") { try navigator.navigate(.help) },
      picture(".back") { try navigator.navigate(.back) },
      picture(".back") { try navigator.navigate(.back) },
    ].joined(separator: "\n")
    let article = try Documentation.article("navigating-with-bundles")
    let shown = Documentation.blocks("text", of: article).first
    #expect(shown == pictures, "it should be:\n\(pictures)")
  }
}
