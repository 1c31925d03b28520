public import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A link that the system opens: a page, a phone call, a text message, the settings or another app.
///
///     StackNavigator(driver) { (action: HelpNavigation) throws(NavigationError) in
///       switch action {
///       case .website: return .launch(try SystemLink.browser("https://example.org"))
///       case .call(let number): return .launch(try SystemLink.phone(number))
///       }
///     }
///
/// The functions throw `NavigationError.invalidEffect` if their argument is invalid. Whether the
/// user calls or sends something is not known. Transcripts show the target, and not the link.
///
/// Kaluga: `NavigationSpec.Browser`, `Phone`, `Message`, `TextMessenger`, `Settings`, `ThirdPartyApp`.
public struct SystemLink: AnswerableEffect, NavigationBundleContent, Codable, Hashable {
  /// What a link leads to.
  public enum Target: String, CaseIterable, Codable, Sendable {
    /// A page in the browser.
    case browser
    /// A phone call, which the user confirms.
    case phone
    /// A text message, which the user sends.
    case message
    /// The settings of the app, or of the system on macOS.
    case settings
    /// Another app, or its page in the store.
    case app
  }

  /// What the link leads to.
  public let target: Target

  /// The links, which a host tries in this order until the system opens one.
  public let links: [String]

  /// The spec whose row `links` is private.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.links)

  /// One answer: the system has opened it.
  public var answers: [(name: String, answer: Void)] { [("opened", ())] }

  /// The links.
  public var prompt: String { links.joined(separator: " or ") }

  /// Opens a page whose address begins with `https://` or `http://`.
  public static func browser(_ address: String) throws(NavigationError) -> Self {
    let url = URL(string: address.escapedBehindServer)
    guard let url, ["https", "http"].contains(url.scheme?.lowercased()) else {
      throw .badLink(.browser, "an address that begins with https://", url)
    }
    guard url.host()?.isEmpty == false else {
      throw .badLink(.browser, "an address with the name of a server", nil)
    }
    return Self(target: .browser, links: [url.absoluteString])
  }

  /// Calls a number, which may contain separators, `*`, `#`, and `,` for a pause.
  public static func phone(_ number: String) throws(NavigationError) -> Self {
    let number = try number.phoneNumber(allowing: "*#,", in: "number", of: "phone")
    return Self(target: .phone, links: ["tel:" + number.escaped(keeping: "+*,")])
  }

  /// Begins a text message in the form that Apple's Messages reads.
  ///
  /// Some versions of Messages drop what follows an `&` in the text, although it is escaped.
  public static func message(
    to numbers: [String] = [],
    body: String = ""
  ) throws(NavigationError) -> Self {
    var readable: [String] = []
    for (index, number) in numbers.enumerated() {
      readable.append(try number.phoneNumber(in: "number \(index + 1)", of: "message"))
    }
    // The first form has room for only one number.
    let to =
      readable.count < 2 ? readable.joined() : "//open?addresses=\(readable.joined(separator: ","))"
    let text = body.isEmpty ? "" : "&body=\(body.escaped())"
    return Self(target: .message, links: ["sms:\(to)\(text)"])
  }

  /// Opens the settings of the app, or of the system on macOS.
  public static var settings: Self {
    #if os(macOS)
      Self(target: .settings, links: ["x-apple.systempreferences:"])
    #else
      Self(target: .settings, links: ["app-settings:"])
    #endif
  }

  /// Opens another app by a link of its own scheme, such as `maps-app://place`.
  ///
  /// Without the app, the system shows its page in the store if an identifier is given. It is the
  /// number in the address of that page.
  public static func app(
    _ link: String,
    storeID: String? = nil
  ) throws(NavigationError) -> Self {
    let url = URL(string: link.escapedBehindServer)
    guard let url, let scheme = url.scheme, !scheme.isEmpty,
      !["http", "https", "file"].contains(scheme.lowercased())
    else { throw .badLink(.app, "a link that begins with the scheme of an app", url) }
    guard let storeID else { return Self(target: .app, links: [url.absoluteString]) }
    guard !storeID.isEmpty, storeID.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .invalidEffect(
        effect: "app",
        field: "storeID",
        expected: "a number such as 1234567890",
        found: storeID.isEmpty ? "nothing" : "another sign"
      )
    }
    let store = "https://apps.apple.com/app/id\(storeID)"
    return Self(target: .app, links: [url.absoluteString, store])
  }
}

extension NavigationError {
  fileprivate static func badLink(
    _ target: SystemLink.Target,
    _ expected: String,
    _ url: URL?
  ) -> Self {
    let scheme = url?.scheme ?? ""
    let found =
      url == nil ? "another text" : scheme.isEmpty ? "no scheme" : "the scheme \(scheme)"
    return .invalidEffect(effect: target.rawValue, field: "link", expected: expected, found: found)
  }
}
