import Foundation
import KalugaArchitecture

/// A content with a private row of each kind, each with a marker as its value.
struct Vault: NavigationBundleContent, Codable, Hashable {
  static let text = "sesame"
  static let number = 743_174
  static let date = Date(timeIntervalSince1970: 13_000_000_000)

  /// The markers, which no text may contain.
  static let markers = [text, "\(number)", "✪", "2381-"]

  struct Note: Codable, Hashable {
    var title = Vault.text
  }

  /// A content with a private token, for rows that are not private.
  struct Key: NavigationBundleContent, Codable, Hashable {
    var owner = "ada"
    var token = Vault.text

    static let bundleSpec = NavigationBundleSpec(
      { Key(owner: $0, token: $1) },
      NavigationBundleSpecRow("owner", \Key.owner, .string),
      NavigationBundleSpecRow("token", \Key.token, .string, isPrivate: true)
    )
  }

  var text = Vault.text
  var integer = Vault.number
  var double = Double(Vault.number)
  var character = "✪"
  var date = Vault.date
  var texts = ["a", Vault.text]
  var optional: String? = Vault.text
  var nested: Int?? = Vault.number
  var note = Note()
  var hidden = Key()
  var key = Key()
  var keys = [Key(), Key()]
  var spare: Key? = Key()

  static let bundleSpec = makeSpec(isPrivate: true)
  /// A spec with the same rows, in which only the tokens are private.
  static let shownSpec = makeSpec(isPrivate: false)

  private static func makeSpec(isPrivate: Bool) -> NavigationBundleSpec<Vault> {
    typealias Row = NavigationBundleSpecRow
    let key = NavigationBundleSpecType.bundle(Key.bundleSpec)
    return NavigationBundleSpec(
      Vault.init,
      Row("text", \.text, .string, isPrivate: isPrivate),
      Row("integer", \.integer, .integer, isPrivate: isPrivate),
      Row("double", \.double, .double, isPrivate: isPrivate),
      Row("character", \.character, .string, isPrivate: isPrivate),
      Row("date", \.date, .date, isPrivate: isPrivate),
      Row("texts", \.texts, .array(.string), isPrivate: isPrivate),
      Row("optional", \.optional, .optional(.string), isPrivate: isPrivate),
      Row("nested", \.nested, .optional(.optional(.integer)), isPrivate: isPrivate),
      Row("note", \.note, .codable(), isPrivate: isPrivate),
      Row("hidden", \.hidden, key, isPrivate: isPrivate),
      Row("key", \.key, key),
      Row("keys", \.keys, .array(key)),
      Row("spare", \.spare, .optional(key))
    )
  }
}

/// An action, an intent and a screen that contain a vault.
enum Opened: NavigationAction, NavigationDestination {
  case home
  case vault(Vault)
}
