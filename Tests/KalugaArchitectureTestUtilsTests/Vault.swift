import Foundation
import KalugaArchitecture

/// A content with a private row of every kind, all of which hold a marker.
struct Vault: NavigationBundleContent, Codable, Hashable {
  static let text = "sesame"
  static let number = 743_174
  static let character: Character = "✪"
  static let date = Date(timeIntervalSince1970: 13_000_000_000)

  /// What must be found nowhere.
  static let markers = [text, "\(number)", "\(character)", "2381-"]

  struct Note: Codable, Hashable {
    var title = Vault.text
  }

  /// Whose token is private, while the row that holds it is not.
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
  /// The same with nothing private but the tokens.
  static let shownSpec = makeSpec(isPrivate: false)

  private static func makeSpec(isPrivate: Bool) -> NavigationBundleSpec<Vault> {
    typealias Row = NavigationBundleSpecRow
    let text: Row<Vault, String> = Row("text", \.text, .string, isPrivate: isPrivate)
    let integer: Row<Vault, Int> = Row("integer", \.integer, .integer, isPrivate: isPrivate)
    let double: Row<Vault, Double> = Row("double", \.double, .double, isPrivate: isPrivate)
    let character: Row<Vault, String> = Row("character", \.character, .string, isPrivate: isPrivate)
    let date: Row<Vault, Date> = Row("date", \.date, .date, isPrivate: isPrivate)
    let texts: Row<Vault, [String]> = Row("texts", \.texts, .array(.string), isPrivate: isPrivate)
    let optional: Row<Vault, String?> =
      Row("optional", \.optional, .optional(.string), isPrivate: isPrivate)
    let nested: Row<Vault, Int??> =
      Row("nested", \.nested, .optional(.optional(.integer)), isPrivate: isPrivate)
    let note: Row<Vault, Note> = Row("note", \.note, .codable(), isPrivate: isPrivate)
    let hidden: Row<Vault, Key> =
      Row("hidden", \.hidden, .bundle(Key.bundleSpec), isPrivate: isPrivate)
    let key: Row<Vault, Key> = Row("key", \.key, .bundle(Key.bundleSpec))
    let keys: Row<Vault, [Key]> = Row("keys", \.keys, .array(.bundle(Key.bundleSpec)))
    let spare: Row<Vault, Key?> = Row("spare", \.spare, .optional(.bundle(Key.bundleSpec)))
    return NavigationBundleSpec(
      Vault.init(
        text:
        integer:
        double:
        character:
        date:
        texts:
        optional:
        nested:
        note:
        hidden:
        key:
        keys:
        spare:
      ),
      text,
      integer,
      double,
      character,
      date,
      texts,
      optional,
      nested,
      note,
      hidden,
      key,
      keys,
      spare
    )
  }
}

/// An action, an intent and a screen that carry one.
enum Opened: NavigationAction, Codable, Hashable {
  case home
  case vault(Vault)
}
