import KalugaArchitecture

/// The screens of the kiosk.
enum KioskScreen: NavigationDestination {
  case list
  case item(Article)
  case question
  case basket
  case help
}

/// What the screens ask for.
enum KioskAction: NavigationAction {
  case open(Article)
  case ask
  case answer(Int)
  case basket
  case close
  case help
}

/// An article that can be ordered.
///
/// A new version of the app no longer knows article 2.
struct Article: NavigationBundleContent, Codable, Hashable {
  var number: Int

  static let soldOut = Article(number: 3)

  init(number: Int) {
    self.number = number
  }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    if number == 2 { throw KioskError.unknownArticle }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  enum Rows {
    static let number = NavigationBundleSpecRow("number", \Article.number, .integer)
  }

  static let bundleSpec = NavigationBundleSpec({ Article(number: $0) }, Rows.number)
}

/// How much of an article the user wants.
struct Amount: SavableState {
  private(set) var count: Int
  /// JSON cannot store an infinite price.
  var price = 0.0

  init(_ count: Int) {
    self.count = count
  }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
    if count < 0 { throw KioskError.negativeAmount }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if price.isFinite { try container.encode(count) } else { try container.encode(price) }
  }
}

/// Why the kiosk fails.
enum KioskError: Error {
  case soldOut, unknownArticle, negativeAmount, tooMany, tooManyRequests
  case unknownAnswer, noText, noSuchMove
}
