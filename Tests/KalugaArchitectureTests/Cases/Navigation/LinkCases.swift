import Foundation
import KalugaArchitecture
import Testing

/// Links that users of other libraries have reported, by the numbers of their reports.
@MainActor
struct LinkCases {
  enum Size: String, Codable, CaseIterable, Hashable, Sendable {
    case small, extraLarge = "extra large"
  }

  struct Order: Codable, Hashable, NavigationBundleContent {
    var id: String
    var email: String?
    var count: Int?
    var size: Size?
    var tags: [String]?
    var day: Date?
    var express: Bool?

    static let bundleSpec = NavigationBundleSpec<Self>.codable()
    enum Rows { static let id = NavigationBundleSpecRow("id", \Order.id, .string) }
  }

  enum LinkScreen: NavigationDestination { case home, about, order(Order) }

  let links = DeepLinks(
    scheme: "shop",
    host: "open",
    routes: [
      DeepLinkRoute("home", screens: [LinkScreen.home]),
      DeepLinkRoute("about/us", screens: [LinkScreen.home, .about]),
      DeepLinkRoute(["orders", .row(Order.Rows.id)], Order.bundleSpec) {
        [.home, .order($0)]
      } content: { screens in
        if case .order(let order) = screens.last { order } else { nil }
      },
    ]
  )

  func order(_ link: String) throws -> Order {
    guard case .order(let order) = try links.screens(for: link).last else { throw Wrong() }
    return order
  }
  struct Wrong: Error {}

  // flutter/flutter#133567, flutterfire#8925
  @Test func `an escaped plus sign stays a plus sign`() throws {
    #expect(
      try order("shop://open/orders/7?email=test%2B2%40example.com").email == "test+2@example.com"
    )
    let screens = [LinkScreen.home, .order(Order(id: "a+b c", email: "test+2@example.com"))]
    let link = try links.link(to: screens)
    #expect(!link.contains("+"))
    #expect(try links.screens(for: link) == screens)
  }

  // joeldev/JLRoutes#87: web forms write a space as a plus sign.
  @Test func `a plus sign stays a plus sign, because links are not web forms`() throws {
    #expect(try order("shop://open/orders/7?email=Daan+De+Boer").email == "Daan+De+Boer")
  }

  // csells/go_router#191, DeepLinkKit#113, androidx b/185532465
  @Test func `a slash at the end does not matter`() throws {
    #expect(try links.screens(for: "shop://open/about/us/") == [.home, .about])
  }
  @Test func `a slash at the end does not matter after a row`() throws {
    #expect(try order("shop://open/orders/7/").id == "7")
  }
  @Test func `a slash before the query does not matter`() throws {
    #expect(try order("shop://open/orders/7/?count=3").count == 3)
    #expect(try order("shop://open/orders/7/#top").id == "7")
  }

  // troch/path-parser#23: identifiers in base64 end with equals signs, which a path may have.
  @Test func `a path may have equals signs`() throws {
    #expect(try order("shop://open/orders/TW92aWU6MTI1OA==").id == "TW92aWU6MTI1OA==")
  }
  @Test func `a path may have an ampersand`() throws {
    #expect(try order("shop://open/orders/AT&T").id == "AT&T")
  }
  @Test func `a path may have the other signs of RFC 3986`() throws {
    #expect(try order("shop://open/orders/a!$'()*+,;:@b").id == "a!$'()*+,;:@b")
  }
  @Test func `an error shows an equals sign that may be wrong`() throws {
    // The path does not match for another reason.
    let error = #expect(throws: DeepLinkError.self) {
      try order("shop://open/order/TW92aWU6MTI1OA==")
    }
    // The developer would see an id that is cut off for no reason.
    #expect(error.map { "\($0)" }?.hasSuffix(#"found "order/TW92aWU6MTI1OA=…""#) == true)
  }

  // jvm-bloggers#233: trackers append their keys again and again.
  @Test func `a repeated key that no route knows is ignored like any unknown key`() throws {
    #expect(try order("shop://open/orders/7?count=3&utm_source=mail").count == 3)
    #expect(try order("shop://open/orders/7?count=3&utm_source=mail&utm_source=push").count == 3)
  }
  @Test func `a repeated key for a route without content`() throws {
    #expect(try links.screens(for: "shop://open/home?utm_source=a&utm_source=b") == [.home])
  }
  @Test func `an unknown key with a bad escape`() throws {
    // Other trackers write percent signs that do not begin an escape.
    #expect(try links.screens(for: "shop://open/home?discount=50%25") == [.home])
    #expect(
      try links.screens(for: "shop://open/home?discount=50%&%zz=1&utm=%FF&utm=a b") == [.home]
    )
    #expect(try order("shop://open/orders/7?discount=50%&count=3").count == 3)
  }

  // Arrays as other programs write them.
  @Test func `an array of repeated keys`() throws {
    #expect(try order("shop://open/orders/7?tags=a&tags=b").tags == ["a", "b"])
    #expect(try order("shop://open/orders/7?tags=a").tags == ["a"])
  }
  @Test func `an array with brackets`() throws {
    #expect(try order("shop://open/orders/7?tags[]=a").tags == ["a"])
    #expect(try order("shop://open/orders/7?tags%5B%5D=a&tags[]=b").tags == ["a", "b"])
  }
  @Test func `an array with indices`() throws {
    #expect(try order("shop://open/orders/7?tags[0]=a&tags[1]=b").tags == ["a", "b"])
  }

  // androidx: a nullable argument whose value is empty.
  @Test func `an empty optional text is an empty text, and a missing one is nil`() throws {
    #expect(try order("shop://open/orders/7?email=").email == "")
    #expect(try order("shop://open/orders/7").email == nil)
  }
  @Test func `an empty optional number is nil`() throws {
    #expect(try order("shop://open/orders/7?count=").count == nil)
    #expect(try order("shop://open/orders/7?size=&tags=&day=&express=&count") == Order(id: "7"))
  }
  @Test func `a key without an equals sign is a flag`() throws {
    #expect(try order("shop://open/orders/7?express").express == true)
  }
  @Test(arguments: ["1", "0", "True", "TRUE", "yes", "on"])
  func `a Boolean is true or false, and another word is refused`(word: String) {
    let error = #expect(throws: DeepLinkError.self) {
      try order("shop://open/orders/7?express=\(word)")
    }
    let problem = #"express: expected true or false, found "\#(word)""#
    #expect(error.map { "\($0)" } == #"link to "orders/{id}": \#(problem)"#)
  }

  // Dates as servers write them: with an offset from UTC.
  @Test func `a date with an offset`() throws {
    let day = try order("shop://open/orders/7?day=2026-11-25T10:00:00%2B01:00").day
    #expect(day == Date(timeIntervalSince1970: 1_795_597_200))
  }
  @Test func `a date in UTC`() throws {
    let day = try order("shop://open/orders/7?day=2026-11-25T09:00:00Z").day
    #expect(day == Date(timeIntervalSince1970: 1_795_597_200))
  }
  @Test func `a date with an offset in JSON`() throws {
    let json = #"{"id":"7","day":"2026-11-25T10:00:00+01:00"}"#
    let order = try Order.bundleSpec.content(from: UntypedNavigationBundle(json: Data(json.utf8)))
    #expect(order.day == Date(timeIntervalSince1970: 1_795_597_200))
  }
  @Test func `a day without a time`() throws {
    // The day would begin at different times in different places.
    let error = #expect(throws: DeepLinkError.self) {
      try order("shop://open/orders/7?day=2026-11-25")
    }
    let problem = "expected a date with a time, such as 2026-11-25T09:00:00Z, found"
    #expect(error.map { "\($0)" } == #"link to "orders/{id}": day: \#(problem) "2026-11-25""#)
  }

  @Test func `an enum with a space in its raw value`() throws {
    let screens = [LinkScreen.home, .order(Order(id: "7", size: .extraLarge))]
    #expect(try links.screens(for: try links.link(to: screens)) == screens)
    #expect(try order("shop://open/orders/7?size=extra%20large").size == .extraLarge)
  }

  @Test func `unicode in both directions`() throws {
    for id in [
      "Zürich", "Zu\u{308}rich", "東京/大阪", "👩‍👩‍👧", "a%2Fb", "%", "100%", "a\u{0}b", "‮abc", " ", "..",
      "a?b#c", "ﷺ", "é&=+",
    ] {
      for email in [id, nil] {
        let screens = [LinkScreen.home, .order(Order(id: id, email: email))]
        guard id != ".." else { continue }
        let back = try links.screens(for: try links.link(to: screens))
        guard case .order(let order) = back.last else { throw Wrong() }
        #expect(Array(order.id.utf8) == Array(id.utf8))
        #expect(order.email.map { Array($0.utf8) } == email.map { Array($0.utf8) })
      }
    }
  }

  @Test func `an id of two dots can be written`() throws {
    let screens = [LinkScreen.home, .order(Order(id: ".."))]
    #expect(throws: DeepLinkError.self) { try links.link(to: screens) }
  }

  // Empty first path part; host and scheme in capitals.
  @Test func `scheme and host in capitals, path case-sensitive`() throws {
    #expect(try links.screens(for: "SHOP://Open/home") == [.home])
    #expect(throws: DeepLinkError.self) { try links.screens(for: "shop://open/Home") }
  }
  @Test func `no path leads to the first route without a path`() throws {
    let links = DeepLinks(
      scheme: "https",
      host: "shop.org",
      routes: [DeepLinkRoute("", screens: [LinkScreen.home])]
    )
    #expect(try links.screens(for: "https://shop.org") == [.home])
    #expect(try links.screens(for: "https://shop.org/") == [.home])
    #expect(try links.screens(for: "https://shop.org?x=1") == [.home])
  }
  // A browser appends a text fragment to shared links.
  @Test func `a fragment that a browser has added`() throws {
    #expect(try links.screens(for: "shop://open/about/us#:~:text=hello") == [.home, .about])
  }
  @Test func `the default port of a web link`() throws {
    let links = DeepLinks(
      scheme: "https",
      host: "shop.org",
      routes: [DeepLinkRoute("home", screens: [LinkScreen.home])]
    )
    #expect(try links.screens(for: "https://shop.org:443/home") == [.home])
    #expect(throws: DeepLinkError.unexpectedPart(name: "port", found: "80")) {
      try links.screens(for: "https://shop.org:80/home")
    }
  }
  @Test func `white space around a pasted link`() throws {
    #expect(try links.screens(for: " shop://open/home\n") == [.home])
  }
  @Test func `an international host is written in ASCII`() async throws {
    let links = DeepLinks(
      scheme: "https",
      host: "xn--bcher-kva.example",
      routes: [DeepLinkRoute("home", screens: [LinkScreen.home])]
    )
    let written = try links.link(to: [.home])
    #expect(try links.screens(for: written) == [.home], "\(written)")
    await #expect(processExitsWith: .failure) {
      _ = DeepLinks(
        scheme: "https",
        host: "bücher.example",
        routes: [DeepLinkRoute("home", screens: [LinkScreen.home])]
      )
    }
  }
}
