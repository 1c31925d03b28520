import Foundation
import KalugaArchitecture
import Testing

/// Links that users of other libraries have reported, by the numbers of their reports.
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

  enum LinkScreen: NavigationDestination { case home, about, login, order(Order) }

  static let routes = [
    DeepLinkRoute("", screens: [LinkScreen.home]),
    DeepLinkRoute("about/us", screens: [.home, .about]),
    DeepLinkRoute("orders/login", screens: [.login]),
    DeepLinkRoute(["orders", .row(Order.Rows.id)], Order.bundleSpec) {
      [.home, .order($0)]
    } content: { screens in
      if case .order(let order) = screens.last { order } else { nil }
    },
    DeepLinkRoute("order", Order.bundleSpec) { [.order($0)] },
  ]

  let links = DeepLinks(scheme: "shop", host: "open", routes: routes)

  private static let day = Date(timeIntervalSince1970: 1_795_597_200)

  // MARK: Links that are read

  @Test(arguments: [
    // flutter/flutter#133567, firebase/flutterfire#8925: an escaped plus sign becomes a space.
    ("7?email=test%2B2%40example.com", Order(id: "7", email: "test+2@example.com")),
    // joeldev/JLRoutes#87: web forms write a space as a plus sign; links do not.
    ("7?email=Daan+De+Boer", Order(id: "7", email: "Daan+De+Boer")),
    // csells/go_router#191, button/DeepLinkKit#113, androidx b/185532465: a slash at the end matters.
    ("7/", Order(id: "7")), ("7/?count=3", Order(id: "7", count: 3)), ("7/#top", Order(id: "7")),
    // ionic-team/ionic-plugin-deeplinks#57: a slash in front of a fragment matters.
    ("1/#f=home&l=location", Order(id: "1")),
    // troch/path-parser#23: identifiers in base64 end with equals signs.
    ("TW92aWU6MTI1OA==", Order(id: "TW92aWU6MTI1OA==")),
    // airbnb/DeepLinkDispatch#194: an ampersand ends the path.
    ("AT&T", Order(id: "AT&T")), ("a!$'()*+,;:@b", Order(id: "a!$'()*+,;:@b")),
    // flutter/flutter#112079, flutter/flutter#186052: a colon cannot be in a path.
    ("54705e:339bd3", Order(id: "54705e:339bd3")), ("54705e%3A339bd3", Order(id: "54705e:339bd3")),
    // Milad-Akarie/auto_route_library#1084: an escaped slash divides the path.
    ("a%2Fb", Order(id: "a/b")),
    // flutter/flutter#140139: escapes are read twice.
    ("a%2526b?email=a%2526b%26c", Order(id: "a%26b", email: "a%26b&c")),
    // luisfcofv/react-native-deep-linking#50: the row in the path contains the query.
    ("1234?q=query&p=param", Order(id: "1234")),
    // jvm-bloggers#233: trackers append their keys again and again.
    ("7?count=3&utm_source=mail&utm_source=push", Order(id: "7", count: 3)),
    // TanStack/router#1686, sindresorhus/query-string#98: a broken escape in a key that no row has.
    ("7?redirect=http:/%localhost:3000/policies&count=2", Order(id: "7", count: 2)),
    ("7?discount=50%&%zz=1&utm=%FF&utm=a b&count=3", Order(id: "7", count: 3)),
    // airbnb/DeepLinkDispatch#351: a query without keys or values.
    ("7?", Order(id: "7")), ("7?query1&query2", Order(id: "7")), ("7?&&", Order(id: "7")),
    ("7?=", Order(id: "7")), ("7?=x&=", Order(id: "7")),
    // react-navigation/react-navigation#3772, joeldev/JLRoutes#58: signs in a value.
    ("7?email=B2GLUJDk%3D", Order(id: "7", email: "B2GLUJDk=")),
    ("7?email=B2GLUJDk==", Order(id: "7", email: "B2GLUJDk==")),
    (
      "7?email=http://a.net/push.html?kod=213",
      Order(id: "7", email: "http://a.net/push.html?kod=213")
    ),
    // router5/router5#36, angular-ui/ui-router#2979, thiagobustamante/typescript-rest#99: arrays.
    ("7?tags=a", Order(id: "7", tags: ["a"])),
    ("7?tags=a&tags=b", Order(id: "7", tags: ["a", "b"])),
    ("7?tags[]=a", Order(id: "7", tags: ["a"])),
    ("7?tags%5B%5D=a&tags[]=b", Order(id: "7", tags: ["a", "b"])),
    ("7?tags[0]=a&tags[1]=b", Order(id: "7", tags: ["a", "b"])),
    // androidx: a nullable argument whose value is empty.
    ("7?email=", Order(id: "7", email: "")),
    ("7?count=&size=&tags=&day=&express=", Order(id: "7")), ("7?count&tags", Order(id: "7")),
    ("7?express", Order(id: "7", express: true)),
    // Dates as servers write them.
    ("7?day=2026-11-25T10:00:00%2B01:00", Order(id: "7", day: day)),
    ("7?day=2026-11-25T09:00:00Z", Order(id: "7", day: day)),
    ("7?size=extra%20large", Order(id: "7", size: .extraLarge)),
  ])
  func `an order is read`(_ rest: String, _ order: Order) throws {
    #expect(try links.screens(for: "shop://open/orders/\(rest)") == [.home, .order(order)])
  }

  @Test(arguments: [
    ("shop://open", [LinkScreen.home]), ("SHOP://Open/", [.home]),
    (" shop://open/about/us\n", [.home, .about]), ("shop://open/about/us/", [.home, .about]),
    // A browser appends a text fragment to shared links.
    ("shop://open/about/us#:~:text=hello", [.home, .about]),
    ("shop://open?utm_source=a&utm_source=b&discount=50%", [.home]),
    // androidx/androidx#203: a row is preferred to a fixed path, or the query makes a difference.
    ("shop://open/orders/login?message=1", [.login]),
  ])
  func `a fixed path is read, whatever other programs add`(
    _ link: String,
    _ screens: [LinkScreen]
  ) throws {
    #expect(try links.screens(for: link) == screens)
  }

  // MARK: Links that are refused

  @Test(arguments: [
    // troch/path-parser#23: the developer would see an id that is cut off for no reason.
    ("shop://open/order/TW92aWU6MTI1OA==", #"found "order/TW92aWU6MTI1OA=…""#),
    // button/DeepLinkKit#114: a link without a path matches a row.
    ("shop://", #"host: expected "open", found """#), ("shop://open/orders/", #"found "orders/""#),
    ("shop://open/About/us", #"found "About/us""#),
    // mozilla-mobile/FirefoxLite#4604
    ("shop://op en/orders", #"not a link: " " must be written as "%20""#),
    // react-navigation/react-navigation#510: a row in the path and in the query.
    ("shop://open/orders/7?id=8", #"query: expected the key "id" once, found it several times"#),
    // kiwicom/navigation-compose-typed#112: a case that this version does not know.
    (
      "shop://open/orders/7?size=huge",
      #"link to "orders/{id}": size: expected one of "small", "extra large", found "huge""#
    ),
    // androidx/androidx#204, kiwicom/navigation-compose-typed#142
    ("shop://open/order", #"link to "order": id: expected String, found nothing"#),
    ("shop://open/orders/7?express=1", #"express: expected true or false, found "1""#),
    ("shop://open/orders/7?express=True", #"express: expected true or false, found "True""#),
    ("shop://open/orders/7?express=yes", #"express: expected true or false, found "yes""#),
    // A day without a time would begin at different times in different places.
    (
      "shop://open/orders/7?day=2026-11-25",
      #"day: expected a date with a time, such as 2026-11-25T09:00:00Z, found "2026-11-25""#
    ),
  ])
  func `the error of a link says what is wrong`(_ link: String, _ end: String) {
    let error = #expect(throws: DeepLinkError.self) { try links.screens(for: link) }
    #expect(error.map { "\($0)" }?.hasSuffix(end) == true, "\(String(describing: error))")
  }

  // jashkenas/backbone#3569, TanStack/router#8141, chrisdavies/rlite#31
  @Test(arguments: ["%D0", "%E4%BD", "100%", "a%b", "%zz", "7?email=%"])
  func `a broken escape in the path is an error at its position`(rest: String) {
    let link = "shop://open/orders/\(rest)"
    let position = link.prefix { $0 != "%" }.count + 1
    #expect(throws: DeepLinkError.invalidCharacter(link: link, position: position)) {
      try links.screens(for: link)
    }
  }

  // MARK: Links that are written

  // raamcosta/compose-destinations#286
  @Test func `the link of a screen always leads back to it`() throws {
    for id in [
      "Zürich", "Zu\u{308}rich", "東京/大阪", "👩‍👩‍👧", "a%2Fb", "%", "100%", "a\u{0}b", "‮abc", " ",
      "a?b#c",
      "ﷺ", "é&=+", UUID().uuidString, "{id}", "login/", "a.b", "~", "a+b c",
    ] {
      let order = Order(id: id, email: id, size: .extraLarge, tags: [id, ""])
      let link = try links.link(to: [.home, .order(order)])
      #expect(!link.contains("+"))
      guard case .order(let back) = try links.screens(for: link).last else {
        Issue.record("\(link) leads elsewhere")
        continue
      }
      #expect(back == order)
      #expect(Array(back.id.utf8) == Array(id.utf8))
    }
    // These would lead to another screen, or to none. splendo/kaluga#474
    for id in ["login", "..", ""] {
      #expect(throws: DeepLinkError.self) {
        try links.link(to: [.home, .order(Order(id: id))])
      }
    }
  }

  // MARK: Arrays

  // jeroenpelgrims/vue-use-query-param#15: [""]. opengeospatial/ogcapi-records#347: no element.
  // enonic/xp#11752: a key without an equals sign is an empty array.
  @Test(arguments: ["words=", "words"])
  func `an empty text is neither an empty array nor an empty element`(query: String) throws {
    let spec = SingleValueNavigationSpec<[String]>(.array(.string), key: "words").spec
    let error = #expect(throws: NavigationBundleError.self) {
      try spec.content(from: UntypedNavigationBundle(query: query))
    }
    #expect(error?.description.contains("whose key ends with [] if it is empty") == true)
    #expect(try spec.content(from: UntypedNavigationBundle(query: "words[]=")) == [])
    #expect(try spec.content(from: UntypedNavigationBundle(query: "words[0]=")) == [""])
    // ktorio/ktor#58: an array without elements may be missing, if its row has a default.
    let words = NavigationBundleSpecType.array(.string).defaulting(to: [])
    let optional = SingleValueNavigationSpec(words, key: "words").spec
    #expect(try optional.content(from: UntypedNavigationBundle(query: "")) == [])
  }

  // airbnb/DeepLinkDispatch#59
  @Test func `a row may have brackets in its key`() throws {
    let spec = SingleValueNavigationSpec<String>(.string, key: "marsh[max]").spec
    #expect(try spec.content(from: UntypedNavigationBundle(query: "marsh[max]=mallow")) == "mallow")
    let written = try spec.bundle("mallow").untyped.query()
    #expect(try spec.content(from: UntypedNavigationBundle(query: written)) == "mallow")
  }

  // MARK: Scheme and host

  // expo/expo#6497, expo/expo#10012
  @Test func `a scheme of an app without a host`() throws {
    let links = DeepLinks(scheme: "shop", host: "", routes: Self.routes)
    let screens = [LinkScreen.home, .order(Order(id: "7"))]
    #expect(try links.screens(for: "shop:///orders/7") == screens)
    #expect(try links.screens(for: "shop://") == [.home])
    for link in ["shop:orders/7", "shop:/orders/7", "shop:xorders/7", "shop:"] {
      #expect(throws: DeepLinkError.wrongHost(expected: [""], found: "")) {
        try links.screens(for: link)
      }
    }
    #expect(try links.link(to: screens) == "shop:///orders/7")
  }
}
