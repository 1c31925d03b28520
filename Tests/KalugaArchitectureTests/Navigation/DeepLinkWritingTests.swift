import Foundation
import KalugaArchitecture
import Testing

struct DeepLinkWritingTests {
  private let links = DeepLinks.example()

  @Test(arguments: [
    ([LinkedScreen.home], ""), ([.home, .account], "/settings/account"),
    ([.home, .profile(Profile(userID: "Ada"))], "/profile?userID=Ada&tags%5B%5D="),
    (
      [.home, .profile(Profile(userID: "a&b= /é", age: -1))],
      "/profile?userID=a%26b%3D%20%2F%C3%A9&age=-1&tags%5B%5D="
    ),
    ([.home, .page(Profile(userID: "emma", age: 7))], "/pages/emma/7?tags%5B%5D="),
    (
      [.home, .page(Profile(userID: "a/b?c#d", age: 7, tags: ["x", ""]))],
      "/pages/a%2Fb%3Fc%23d/7?tags%5B0%5D=x&tags%5B1%5D="
    ),
  ])
  func `screens turn into the link that leads to them`(
    screens: [LinkedScreen],
    rest: String
  ) throws {
    let link = "kaluga://example\(rest)"
    #expect(try links.link(to: screens) == link)
    #expect(try links.screens(for: link) == screens)
  }

  @Test(arguments: ["", ".", ".."])
  func `a row cannot be in the path with a value that others drop from paths`(userID: String) {
    #expect(
      links.refusal(of: [.home, .page(Profile(userID: userID, age: 1))]).map { "\($0)" }
        == #"link to "pages/{userID}/{age}": "#
        + "userID: expected a single, non-empty value, found something else"
    )
  }

  @Test func `routes are tried in order, and a link never leads to other screens`() throws {
    #expect(
      try links.screens(for: "kaluga://example/pages/first/1")
        == [.home, .page(Profile(userID: "first"))]
    )
    // The link of the later route would lead to the earlier one.
    #expect(
      links.refusal(of: [.home, .page(Profile(userID: "first", age: 1))])
        == .misread(
          path: "pages/{userID}/{age}",
          expected: ["home", "page"],
          found: ["home", "page"]
        )
    )
  }

  private struct Meeting: NavigationBundleContent, NavigationDestination, Codable {
    var start: Date
    var others: [Date]
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  @Test func `a date has a link, which leads to its millisecond`() throws {
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      routes: [
        DeepLinkRoute("meeting", Meeting.bundleSpec) {
          [$0]
        } content: {
          $0.last
        }
      ]
    )
    let date = Date(timeIntervalSince1970: 1.234567)
    let link = try links.link(to: [Meeting(start: date, others: [date])])
    let read = Date(milliseconds: 1235)
    #expect(try links.screens(for: link) == [Meeting(start: read, others: [read])])
    // The route leads to one meeting only.
    let meeting = Meeting(start: date, others: [])
    #expect(throws: DeepLinkError.self) { try links.link(to: [meeting, meeting]) }
  }

  @Test func `an earlier route that takes a link does not show the private row of a later one`() {
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      routes: [
        DeepLinkRoute("x", OneRow<Int>(.integer).spec) { _ in [LinkedScreen.home] },
        DeepLinkRoute("x", OneRow<String>(.string, isPrivate: true).spec) {
          [.login(Credentials(user: "", token: $0.value))]
        } content: { screens in
          if case .login(let login) = screens.last { Box(value: login.token) } else { nil }
        },
      ]
    )
    let login = Credentials(user: "", token: "sesame")
    let refusal = links.refusal(of: [.login(login)])
    #expect(refusal == .misread(path: "x", expected: ["login"], found: nil))
  }

  @Test(arguments: [
    ([LinkedScreen.account], ["account"]), ([], []),
    // The route is only read.
    ([.login(Credentials(user: "ada", token: "sesame"))], ["login"]),
  ])
  func `screens that no route leads to have no link`(screens: [LinkedScreen], names: [String]) {
    #expect(links.refusal(of: screens) == .noLink(screens: names))
  }

  @Test func `a route that reads its own link as other screens is named`() {
    let refusal = links.refusal(of: [.profile(Profile(userID: "Ada"))])
    #expect(
      refusal == .misread(path: "profile", expected: ["profile"], found: ["home", "profile"])
    )
    #expect(
      refusal.map { "\($0)" }
        == #"the link of the route "profile" is read as [home, profile], expected [profile]"#
    )
  }

  @Test func `a stack without presented screens has the link of its shown tab`() throws {
    let stack = BackStack(root: LinkedScreen.home, [.account])
    #expect(try links.link(to: stack) == "kaluga://example/settings/account")
    #expect(throws: DeepLinkError.noLink(screens: ["home", "account", "home"])) {
      try links.link(to: stack.applying(.present(.home)))
    }
    let tabs = try BackStack(root: LinkedScreen.account).applying(.tabs([.account, .home]))
    #expect(throws: DeepLinkError.noLink(screens: ["account"])) { try links.link(to: tabs) }
    #expect(try links.link(to: tabs.applying(.selectTab(1))) == "kaluga://example")
  }
}
