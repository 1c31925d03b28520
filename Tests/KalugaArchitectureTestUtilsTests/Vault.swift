import Foundation
import KalugaArchitecture

/// A content with a private row of each kind, each of which holds a marker.
struct Vault: NavigationBundleContent, Codable, Hashable {
  static let text = "sesame"
  static let number = 743_174
  static let character: Character = "✪"
  static let date = Date(timeIntervalSince1970: 13_000_000_000)

  /// What no text may contain.
  static let markers = [text, "\(number)", "\(character)", "2381-"]

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
  var character = "\(Vault.character)"
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
  /// The same rows, of which only the tokens are private.
  static let shownSpec = makeSpec(isPrivate: false)

  private static func makeSpec(isPrivate: Bool) -> NavigationBundleSpec<Vault> {
    typealias Row = NavigationBundleSpecRow
    func row<Value>(
      _ key: String,
      _ path: any KeyPath<Vault, Value> & Sendable,
      _ type: NavigationBundleSpecType<Value>
    ) -> Row<Vault, Value> {
      Row(key, path, type, isPrivate: isPrivate)
    }
    let key = NavigationBundleSpecType.bundle(Key.bundleSpec)
    return NavigationBundleSpec(
      Vault.init,
      row("text", \.text, .string),
      row("integer", \.integer, .integer),
      row("double", \.double, .double),
      row("character", \.character, .string),
      row("date", \.date, .date),
      row("texts", \.texts, .array(.string)),
      row("optional", \.optional, .optional(.string)),
      row("nested", \.nested, .optional(.optional(.integer))),
      row("note", \.note, .codable()),
      row("hidden", \.hidden, key),
      Row("key", \.key, key),
      Row("keys", \.keys, .array(key)),
      Row("spare", \.spare, .optional(key))
    )
  }
}

/// An action, an intent and a screen with such a content.
enum Opened: NavigationAction, Codable, Hashable {
  case home
  case vault(Vault)
}
