import Foundation
import KalugaArchitecture
import Testing

/// The schemes and hosts with which links begin.
struct DeepLinkOriginTests {
  private static let routes = [DeepLinkRoute("home", screens: [LinkedScreen.home])]

  private let links = DeepLinks(
    origins: [("HTTPS", "Shop.example"), ("shop", "open"), ("https", "shop.test")],
    routes: routes
  )

  // airbnb/DeepLinkDispatch#6, airbnb/DeepLinkDispatch#144
  @Test(arguments: [
    "https://shop.example/home", "shop://open/home", "https://shop.test/home",
    "HTTPS://SHOP.example:443/home/", "https://shop.test:/home?x=1", "Shop://OPEN/home#top",
  ])
  func `links of each pair are read, and links of the first one are written`(link: String) throws {
    #expect(try links.screens(for: link) == [.home])
    #expect(try links.link(to: [.home]) == "https://shop.example/home")
  }

  @Test(arguments: [
    ("http://shop.example/home", #"scheme: expected one of "https", "shop", found "http""#),
    ("https://open/home", #"host: expected one of "shop.example", "shop.test", found "open""#),
    ("shop://shop.example/home", #"host: expected "open", found "shop.example""#),
    ("shop://open:443/home", #"port: expected none, found "443""#),
    ("shop://open:/home", #"port: expected none, found """#),
    ("https://shop.test:8443/home", #"port: expected none, found "8443""#),
    ("https://shop.test:80/home", #"port: expected none, found "80""#),
  ])
  func `other pairs and ports are refused, and the known ones are named`(
    link: String,
    message: String
  ) {
    #expect(links.refusal(of: link).map { "\($0)" } == message)
  }

  @Test(
    .timeLimit(.minutes(5)),
    .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text")
  )
  func `a host that is not in ASCII stops the program at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = DeepLinks(scheme: "https", host: "bücher.example", routes: Self.routes)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("The host 'bücher.example' is not ASCII. Write it in the form that"))
    #expect(output.contains("DeepLinkOriginTests.swift"))
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "my_app://open", "1app://open", "://open", "shop app://open", "https://shop.example:8080",
      "https://shop.example/", "https://me@shop.example", "https://shop example", "shop://open ",
      "shop://open?", "shop://open#", "",
    ]
  )
  func `a scheme or a host that no link can have stops the program`(beginning: String) async {
    await #expect(processExitsWith: .failure) { [beginning] in
      let parts = beginning.split(
        separator: "://",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let pair = parts.count == 2 ? [(String(parts[0]), String(parts[1]))] : []
      _ = DeepLinks(origins: pair, routes: Self.routes)
    }
  }
}
