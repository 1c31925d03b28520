// The Swift blocks and the table of the article on deep links, word for word.
import Foundation
import KalugaArchitecture
import Testing

struct Ticket: Codable, Hashable, NavigationBundleContent {
  var id: String
  var name: String?
  var seats: Int?
  var isReduced: Bool?
  var day: Date?
  var tags: [String]?

  static let bundleSpec = NavigationBundleSpec<Self>.codable()

  enum Rows {
    static let id = NavigationBundleSpecRow("id", \Ticket.id, .string)
  }
}

enum TicketScreen: NavigationDestination {
  case home
  case ticket(Ticket)
}

let ticketLinks = DeepLinks(
  origins: [("https", "tickets.example"), ("tickets", "open")],
  routes: [
    DeepLinkRoute("", screens: [TicketScreen.home]),
    DeepLinkRoute(["tickets", .row(Ticket.Rows.id)], Ticket.bundleSpec) {
      [.home, .ticket($0)]
    } content: { screens in
      if case .ticket(let ticket) = screens.last { ticket } else { nil }
    },
  ]
)

struct DeepLinkSamples {
  /// Returns the rows that a link gives, or why it is refused, as in the article's table.
  private func result(of link: String) -> String {
    do {
      let screens = try ticketLinks.screens(for: link)
      guard case .ticket(let ticket) = screens.last else { return "another screen" }
      return "`\(ticket.rows.filter { $0.value != .null }.bundleDescription)`"
    } catch .badContent(_, let error) {
      return "refused: `\(error)`"
    } catch {
      return "refused: `\(error)`"
    }
  }

  @Test func `links of other programs are read as the article's table says`() throws {
    let article = try Documentation.article("deep-links")
    let rows = article.matches(of: /\n\| `(tickets\/.*?)` \| (.+) \|/)
    #expect(rows.count >= 25)
    for row in rows {
      let link = "https://tickets.example/\(row.1)"
      let result = result(of: link)
      #expect(result == row.2, "\(link)")
      // A link that is read has one form in which it is written, which leads to the same screens.
      guard let screens = try? ticketLinks.screens(for: link) else { continue }
      #expect(try ticketLinks.screens(for: ticketLinks.link(to: screens)) == screens)
    }
  }

  @Test func `both beginnings are read, and the first one is written`() throws {
    let screens = try ticketLinks.screens(for: "tickets://open/tickets/7")
    let link = try ticketLinks.link(to: screens)  // https://tickets.example/tickets/7
    #expect(link == "https://tickets.example/tickets/7")
    for same in [" \(link)\n", "https://tickets.example:443/tickets/7/", "\(link)#seats"] {
      #expect(try ticketLinks.screens(for: same) == screens)
    }
  }
}
