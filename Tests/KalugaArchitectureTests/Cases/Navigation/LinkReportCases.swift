import Foundation
import KalugaArchitecture
import Testing

/// More reports from the trackers of other libraries, each tried on this one.
@MainActor
struct LinkReportCases {
  struct Offer: Codable, Hashable, NavigationBundleContent {
    enum Sorting: String, Codable, CaseIterable { case price, name }

    var id: String
    var code: String?
    var count: Int?
    var sorting: Sorting?
    var words: [String]?
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
    enum Rows { static let id = NavigationBundleSpecRow("id", \Offer.id, .string) }
  }

  enum Screen: NavigationDestination { case home, login, offer(Offer) }

  static let routes = [
    DeepLinkRoute("", screens: [Screen.home]),
    DeepLinkRoute("offers/login", screens: [.login]),
    DeepLinkRoute(["offers", .row(Offer.Rows.id)], Offer.bundleSpec) {
      [.home, .offer($0)]
    } content: { screens in
      if case .offer(let offer) = screens.last { offer } else { nil }
    },
  ]

  let links = DeepLinks(scheme: "shop", host: "open", routes: routes)

  func offer(_ rest: String) throws -> Offer {
    let screens = try links.screens(for: "shop://open/offers/\(rest)")
    guard case .offer(let offer) = screens.last else { throw CancellationError() }
    return offer
  }

  func refusal(_ link: String) -> String? {
    do {
      _ = try links.screens(for: link)
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: The path

  // airbnb/DeepLinkDispatch#194
  @Test func `a word with an ampersand in the path`() throws {
    #expect(try offer("brow-&-lash") == Offer(id: "brow-&-lash"))
  }

  // Milad-Akarie/auto_route_library#1084
  @Test func `an escaped slash does not divide the path`() throws {
    #expect(try offer("a%2Fb") == Offer(id: "a/b"))
  }

  // flutter/flutter#112079, flutter/flutter#186052
  @Test func `a colon in the path, escaped or not`() throws {
    #expect(try offer("54705e:339bd3").id == "54705e:339bd3")
    #expect(try offer("54705e%3A339bd3").id == "54705e:339bd3")
  }

  // luisfcofv/react-native-deep-linking#50
  @Test func `the last row in the path ends before the query`() throws {
    #expect(try offer("1234?q=query&p=param").id == "1234")
  }

  // ionic-team/ionic-plugin-deeplinks#57
  @Test func `a slash in front of a fragment`() throws {
    #expect(try offer("1/#f=home&l=location") == Offer(id: "1"))
  }

  // button/DeepLinkKit#114
  @Test func `a link without a path does not match a row`() throws {
    #expect(refusal("shop://")?.hasPrefix(#"host: expected "open", found """#) == true)
    #expect(refusal("shop://open/offers/")?.hasSuffix(#"found "offers/""#) == true)
    #expect(try links.screens(for: "shop://open") == [.home])
  }

  // androidx/androidx#203
  @Test func `a fixed path before one with a row is preferred, also with a query`() throws {
    #expect(try links.screens(for: "shop://open/offers/login?message=1") == [.login])
  }

  // splendo/kaluga#474
  @Test func `an empty text cannot be in a path, and the error names the row`() {
    #expect(throws: DeepLinkError.self) {
      try links.link(to: [.home, .offer(Offer(id: ""))])
    }
  }

  // jashkenas/backbone#3569, TanStack/router#8141, chrisdavies/rlite#31
  @Test(arguments: ["%D0", "%E4%BD", "100%", "a%b", "%zz"])
  func `a broken escape in the path is an error at its position`(id: String) {
    let link = "shop://open/offers/\(id)"
    let position = link.distance(from: link.startIndex, to: link.firstIndex(of: "%")!) + 1
    #expect(throws: DeepLinkError.invalidCharacter(link: link, position: position)) {
      try links.screens(for: link)
    }
  }

  // raamcosta/compose-destinations#286
  @Test func `the link of a screen always leads back to it`() throws {
    for id in [UUID().uuidString, "{id}", "login/", "a.b", "~", "Ünï", "%2F", "+ &=?#"] {
      let screens = [Screen.home, .offer(Offer(id: id, words: [id, ""]))]
      #expect(try links.screens(for: links.link(to: screens)) == screens)
    }
    // This one would lead to another screen.
    let misread = DeepLinkError.misread(
      path: "offers/{id}",
      expected: ["home", "offer"],
      found: ["login"]
    )
    #expect(throws: misread) {
      try links.link(to: [.home, .offer(Offer(id: "login"))])
    }
  }

  // MARK: The query

  // airbnb/DeepLinkDispatch#351
  @Test(arguments: ["7?", "7?query1&query2", "7?&&", "7?=", "7?=x&="])
  func `a query without keys or values`(rest: String) throws {
    #expect(try offer(rest) == Offer(id: "7"))
  }

  // android/nav3-recipes#198
  @Test func `a key that no row has`() throws {
    #expect(try offer("7?tab=1&count=2") == Offer(id: "7", count: 2))
  }

  // TanStack/router#1686, sindresorhus/query-string#98
  @Test func `a broken escape in a key that no row has`() throws {
    let link = "7?redirect=http:/%localhost:3000/policies&count=2"
    #expect(try offer(link) == Offer(id: "7", count: 2))
    #expect(refusal("shop://open/offers/7?code=%")?.contains("character 27") == true)
  }

  // react-navigation/react-navigation#3772, joeldev/JLRoutes#58
  @Test func `equals signs and question marks in a value`() throws {
    #expect(try offer("7?code=B2GLUJDk%3D").code == "B2GLUJDk=")
    #expect(try offer("7?code=B2GLUJDk==").code == "B2GLUJDk==")
    #expect(
      try offer("7?code=http://a.net/push.html?kod=213").code == "http://a.net/push.html?kod=213"
    )
  }

  // flutter/flutter#140139
  @Test func `escapes are read once`() throws {
    #expect(try offer("7?code=a%2526b%26c").code == "a%26b&c")
    #expect(try offer("a%2526b").id == "a%26b")
  }

  // react-navigation/react-navigation#510
  @Test func `a row in the path and in the query`() {
    #expect(throws: DeepLinkError.repeatedKey("id")) {
      try links.screens(for: "shop://open/offers/7?id=8")
    }
  }

  // router5/router5#36, angular-ui/ui-router#2979, thiagobustamante/typescript-rest#99
  @Test func `an array of one element`() throws {
    #expect(try offer("7?words=foo").words == ["foo"])
    #expect(try offer("7?words[]=foo").words == ["foo"])
    #expect(try offer("7?words=1&words=2").words == ["1", "2"])
  }

  // jeroenpelgrims/vue-use-query-param#15: [""]. opengeospatial/ogcapi-records#347: no element.
  // enonic/xp#11752: a key without an equals sign is an empty array.
  @Test(arguments: ["words=", "words"])
  func `an empty text is neither an empty array nor an empty element`(query: String) throws {
    #expect(try offer("7?\(query)").words == nil)
    let spec = SingleValueNavigationSpec<[String]>(.array(.string), key: "words").spec
    let error = #expect(throws: NavigationBundleError.self) {
      try spec.content(from: UntypedNavigationBundle(query: query))
    }
    #expect(error?.description.contains("whose key ends with [] if it is empty") == true)
    #expect(try spec.content(from: UntypedNavigationBundle(query: "words[]=")) == [])
    #expect(try spec.content(from: UntypedNavigationBundle(query: "words[0]=")) == [""])
  }

  // ktorio/ktor#58
  @Test func `an array without elements may be missing, if its row has a default`() throws {
    let words = NavigationBundleSpecType.array(.string).defaulting(to: [])
    let spec = SingleValueNavigationSpec(words, key: "words").spec
    #expect(try spec.content(from: UntypedNavigationBundle(query: "")) == [])
  }

  // airbnb/DeepLinkDispatch#59
  @Test func `a row may have brackets in its key`() throws {
    let spec = SingleValueNavigationSpec<String>(.string, key: "marsh[max]").spec
    #expect(try spec.content(from: UntypedNavigationBundle(query: "marsh[max]=mallow")) == "mallow")
    let written = try spec.bundle("mallow").untyped.query()
    #expect(try spec.content(from: UntypedNavigationBundle(query: written)) == "mallow")
  }

  // kiwicom/navigation-compose-typed#112
  @Test func `a case of an enum that this version does not know`() {
    #expect(
      refusal("shop://open/offers/7?sorting=size")
        == #"link to "offers/{id}": sorting: expected one of "price", "name", found "size""#
    )
  }

  // androidx/androidx#204, kiwicom/navigation-compose-typed#142
  @Test func `a row that is missing`() {
    let links = DeepLinks(
      scheme: "shop",
      host: "open",
      routes: [DeepLinkRoute("offer", Offer.bundleSpec) { [Screen.offer($0)] }]
    )
    let error = #expect(throws: DeepLinkError.self) { try links.screens(for: "shop://open/offer") }
    #expect(error.map { "\($0)" } == #"link to "offer": id: expected String, found nothing"#)
  }

  // MARK: Scheme and host

  // airbnb/DeepLinkDispatch#6, airbnb/DeepLinkDispatch#144
  @Test func `several schemes and hosts lead to the same screens`() throws {
    let links = DeepLinks(
      origins: [
        ("https", "example.com"), ("https", "www.example.com"), ("http", "example.com"),
        ("shop", "open"),
      ],
      routes: Self.routes
    )
    let screens = [Screen.home, .offer(Offer(id: "7"))]
    for beginning in [
      "https://example.com", "https://www.example.com:443", "http://EXAMPLE.com:80", "shop://open",
    ] {
      #expect(try links.screens(for: "\(beginning)/offers/7") == screens)
    }
    #expect(try links.link(to: screens) == "https://example.com/offers/7")
  }

  // expo/expo#6497, expo/expo#10012
  @Test func `a scheme of an app without a host`() throws {
    let links = DeepLinks(scheme: "shop", host: "", routes: Self.routes)
    let screens = [Screen.home, .offer(Offer(id: "7"))]
    #expect(try links.screens(for: "shop:///offers/7") == screens)
    #expect(try links.screens(for: "shop://") == [.home])
    for link in ["shop:offers/7", "shop:/offers/7", "shop:xoffers/7", "shop:"] {
      #expect(throws: DeepLinkError.wrongHost(expected: [""], found: "")) {
        try links.screens(for: link)
      }
    }
    #expect(try links.link(to: screens) == "shop:///offers/7")
  }

  // mozilla-mobile/FirefoxLite#4604
  @Test func `a space in the host`() {
    #expect(refusal("shop://op en/offers") == #"not a link: " " must be written as "%20""#)
  }
}
