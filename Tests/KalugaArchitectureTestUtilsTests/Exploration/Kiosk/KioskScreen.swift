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
struct Article: NavigationBundleContent, Codable, Hashable {
  var number: Int

  static let soldOut = Article(number: 3)

  enum Rows {
    static let number = NavigationBundleSpecRow("number", \Article.number, .integer)
  }

  static let bundleSpec = NavigationBundleSpec({ Article(number: $0) }, Rows.number)
}

/// How much of an article the user wants.
struct Amount: SavableState {
  let count: Int

  init(_ count: Int) {
    self.count = count
  }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
    if count < 0 { throw KioskError.negativeAmount }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}

/// Why the kiosk fails.
enum KioskError: Error {
  case soldOut, negativeAmount, tooMany, unknownAnswer, noText, noSuchMove
}
