import KalugaArchitecture
import Testing

struct DeepLinkWritingTests {
  enum Screen: Codable, Hashable, Sendable {
    case home
    case account
    case profile(Person)
    case page(Page)
    case login(Credentials)
  }

  struct Person: Codable, Hashable, NavigationBundleContent {
    var name: String
    var age: Int?

    static let bundleSpec = NavigationBundleSpec(
      Person.init(name:age:),
      NavigationBundleSpecRow("name", \Person.name, .string),
      NavigationBundleSpecRow("age", \Person.age, .optional(.integer))
    )
  }

  struct Page: Codable, Hashable, NavigationBundleContent {
    var book: String
    var number: Int
    var words: [String] = []

    static let bundleSpec = NavigationBundleSpec(
      Page.init(book:number:words:),
      Rows.book,
      Rows.number,
      Rows.words
    )

    enum Rows {
      static let book = NavigationBundleSpecRow("book", \Page.book, .string)
      static let number = NavigationBundleSpecRow("number", \Page.number, .integer)
      static let words = NavigationBundleSpecRow(
        "words",
        \Page.words,
        .array(.string).defaulting(to: [])
      )
    }
  }

  private let links = DeepLinks(
    scheme: "kaluga",
    host: "example",
    routes: [
      DeepLinkRoute("", screens: [Screen.home]),
      DeepLinkRoute("settings/account", screens: [.home, .account]),
      DeepLinkRoute("profile", Person.bundleSpec) {
        [.home, .profile($0)]
      } content: { screens in
        if case .profile(let person) = screens.last { person } else { nil }
      },
      DeepLinkRoute("books/first/1", screens: [.home, .page(Page(book: "the first", number: 1))]),
      DeepLinkRoute(["books", .row(Page.Rows.book), .row(Page.Rows.number)], Page.bundleSpec) {
        [.home, .page($0)]
      } content: { screens in
        if case .page(let page) = screens.last { page } else { nil }
      },
      DeepLinkRoute("login", Credentials.bundleSpec) { [.login($0)] },
    ]
  )

  private func failure(_ screens: [Screen]) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try links.link(to: screens)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ([Screen.home], "kaluga://example"),
    ([.home, .account], "kaluga://example/settings/account"),
    ([.home, .profile(Person(name: "Ada"))], "kaluga://example/profile?name=Ada"),
    (
      [.home, .profile(Person(name: "a&b= /é", age: -1))],
      "kaluga://example/profile?name=a%26b%3D%20%2F%C3%A9&age=-1"
    ),
    ([.home, .page(Page(book: "emma", number: 7))], "kaluga://example/books/emma/7?words%5B%5D="),
    (
      [.home, .page(Page(book: "a/b?c#d", number: 7, words: ["x", ""]))],
      "kaluga://example/books/a%2Fb%3Fc%23d/7?words%5B0%5D=x&words%5B1%5D="
    ),
  ])
  func `screens turn into the link that leads to them`(_ screens: [Screen], _ link: String) throws {
    #expect(try links.link(to: screens) == link)
    #expect(try links.screens(for: link) == screens)
  }

  @Test func `a row in the path reads with its own type`() throws {
    #expect(
      try links.screens(for: "kaluga://example/books/emma/7")
        == [.home, .page(Page(book: "emma", number: 7))]
    )
    #expect(
      throws: DeepLinkError.badContent(
        path: "books/{book}/{number}",
        NavigationBundleError(problems: [
          .init(path: "number", expected: "Int", found: #""x""#)
        ])
      )
    ) { try links.screens(for: "kaluga://example/books/emma/x") }
  }

  @Test func `a row that is in the path cannot be in the query as well`() {
    #expect(throws: DeepLinkError.repeatedKey("number")) {
      try links.screens(for: "kaluga://example/books/emma/7?number=7")
    }
  }

  @Test(arguments: [("", ""), (".", "."), ("..", ".."), ("%2E%2E", "..")])
  func `what others drop from paths is no value of a row`(_ part: String, _ text: String) {
    #expect(
      throws: DeepLinkError.unknownPath(
        found: "books/\(text)/1",
        known: [
          "", "settings/account", "profile", "books/first/1", "books/{book}/{number}", "login",
        ]
      )
    ) { try links.screens(for: "kaluga://example/books/\(part)/1") }
    #expect(
      failure([.home, .page(Page(book: text, number: 1))])
        == .badContent(
          path: "books/{book}/{number}",
          NavigationBundleError(problems: [
            .init(path: "book", expected: "one value that is not empty", found: "something else")
          ])
        )
    )
  }

  @Test func `routes are tried in order, and a link never leads to other screens`() throws {
    #expect(
      try links.screens(for: "kaluga://example/books/first/1")
        == [.home, .page(Page(book: "the first", number: 1))]
    )
    // The link of the later route would be taken for the earlier one.
    #expect(
      failure([.home, .page(Page(book: "first", number: 1))])
        == .noLink(screens: ["home", "page"])
    )
  }

  @Test func `a private row does not show where an earlier route takes it for its own`() throws {
    let word = OneRow<String>(.string, isPrivate: true).spec
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      routes: [
        DeepLinkRoute("x", OneRow<Int>(.integer).spec) { _ in [Screen.home] },
        DeepLinkRoute("x", word) {
          [.login(Credentials(user: "", token: $0.value))]
        } content: { screens in
          if case .login(let login) = screens.last { Box(value: login.token) } else { nil }
        },
      ]
    )
    #expect(throws: DeepLinkError.noLink(screens: ["login"])) {
      try links.link(to: [.login(Credentials(user: "", token: "sesame"))])
    }
  }

  @Test func `screens that no route leads to have no link`() {
    #expect(failure([.account]) == .noLink(screens: ["account"]))
    #expect(failure([]) == .noLink(screens: []))
    // The content fits, and the screens below it do not.
    #expect(failure([.profile(Person(name: "Ada"))]) == .noLink(screens: ["profile"]))
    // A route without the closure for it is only read.
    let login = Credentials(user: "ada", token: "sesame")
    #expect(failure([.login(login)]) == .noLink(screens: ["login"]))
    #expect(
      "\(DeepLinkError.noLink(screens: ["a", "b"]))"
        == "no link leads to [a, b]. Add a route for these screens."
    )
  }

  @Test func `a stack has a link if nothing is presented and there are no tabs`() throws {
    let stack = BackStack(root: Screen.home, [.account])
    #expect(try links.link(to: stack) == "kaluga://example/settings/account")
    #expect(throws: DeepLinkError.noLink(screens: ["home", "account", "home"])) {
      try links.link(to: stack.applying(.present(.home)))
    }
    #expect(throws: DeepLinkError.noLink(screens: ["account", "home"])) {
      try links.link(to: BackStack(root: Screen.home).applying(.tabs([.home, .account])))
    }
  }

  @Test func `an overlong link is refused before it is looked at`() {
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      longest: 40,
      routes: [
        DeepLinkRoute("profile", Person.bundleSpec) {
          [Screen.profile($0)]
        } content: { screens in
          if case .profile(let person) = screens.last { person } else { nil }
        }
      ]
    )
    let link = "kaluga://example/profile?name="
    #expect(throws: Never.self) { try links.screens(for: link + String(repeating: "a", count: 10)) }
    #expect(throws: DeepLinkError.tooLong(limit: 40, found: 41)) {
      try links.screens(for: link + String(repeating: "a", count: 11))
    }
    // Neither is one made that this app would not read.
    #expect(throws: DeepLinkError.tooLong(limit: 40, found: 41)) {
      try links.link(to: [.profile(Person(name: String(repeating: "a", count: 11)))])
    }
  }

  @Test(arguments: [
    "k\u{430}luga://example",  // a Cyrillic а
    "kaluga://ex\u{430}mple",
    "kaluga://example/pr\u{43E}file?name=a",
    "kaluga://example/pr%D0%BEfile?name=a",
    "kaluga://example/profile?n\u{430}me=a",
    "kaluga://example/profile?n%D0%B0me=a",
    "kaluga:\u{2215}/example/",
    "kaluga://example\u{FF0F}profile?name=a",
  ])
  func `what only looks like a link of the app is refused`(_ link: String) {
    #expect(throws: DeepLinkError.self) { try links.screens(for: link) }
  }

  @Test func `a query without its question mark is not taken for a value of the path`() throws {
    let error = #expect(throws: DeepLinkError.self) {
      try links.screens(for: "kaluga://example/books/emma/7&token=sesame")
    }
    #expect(error.map { "\($0)" }?.contains("sesame") == false)
    #expect(try links.screens(for: "kaluga://example/books/a%26b%3Dc/7").count == 2)
  }

  @Test func `deeply nested data of a link is refused`() {
    let key = (0..<200).map { _ in "a" }.joined(separator: ".")
    #expect(throws: Never.self) {
      try links.screens(for: "kaluga://example/profile?name=a&\(key)=1")
    }
    #expect(throws: DeepLinkError.self) {
      try links.screens(for: "kaluga://example/profile?name.\(key)=1")
    }
  }
}
