import Foundation
import KalugaArchitecture
import KalugaSessions
import Testing

private struct Card: Codable, Hashable, Sendable {
  var cardNumber = "secret"
  enum CodingKeys: String, CodingKey { case cardNumber = "card_number" }
}

private struct Digits: Codable, Hashable, Sendable {
  var digits = "secret"
  init() {}
  init(from decoder: any Decoder) throws {
    digits = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(digits)
  }
}

private enum Login: Codable, Hashable, Sendable {
  case login(String)
  enum CodingKeys: String, CodingKey { case login = "l" }
}

private struct Profile: Codable, Hashable, NavigationBundleContent {
  var name = "Ada"
  var card = "secret"
  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
}

private enum Field: String, Codable {
  case name, number = "cardNumber"
}

/// Also writes the key that an earlier version of the app reads.
private struct Moved: Codable, Hashable, NavigationBundleContent {
  enum CodingKeys: CodingKey { case card, oldCard }

  var card = "secret"

  init() {}

  init(from decoder: any Decoder) throws {
    card = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .card)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(card, forKey: .card)
    try container.encode(card, forKey: .oldCard)
  }

  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
}

private class Base: Codable {
  var profile: Profile?
  var pin: Digits?
  enum CodingKeys: String, CodingKey { case profile = "p", pin = "q" }
}

private final class Sub: Base {
  var other = 1
  init(profile: Profile? = nil, pin: Digits? = nil) {
    super.init()
    self.profile = profile
    self.pin = pin
  }
  required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
}

private struct Hidden: Codable, CustomReflectable {
  var profile = Profile()
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// The key of the private row is the name of another property.
private struct Swapped: Codable, Hashable, NavigationBundleContent {
  var text = "secret"
  var number = 7
  static let bundleSpec = NavigationBundleSpec(
    { Swapped(text: $0, number: $1) },
    NavigationBundleSpecRow("number", \Swapped.text, .string, isPrivate: true),
    NavigationBundleSpecRow("count", \Swapped.number, .integer)
  )
}

/// The rows of a nested content belong to the outer one too.
private struct Order: Codable, Hashable, NavigationBundleContent {
  var owner = Profile()
  var id = UUID()
  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

private struct Pair<First: Codable, Second: Codable>: Codable {
  var first: First
  var second: Second
}

private struct Plain: Codable {
  var cardNumber = "1"
}

private struct Null: AppMove {
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

@Suite(.timeLimit(.minutes(5)))
struct PrivatePartsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let session: @Sendable () async -> Session

    init<Value: Codable & SendableMetatype>(
      _ name: String,
      _ keys: Set<String>,
      _ value: @escaping @Sendable () -> Value
    ) {
      testDescription = name
      session = {
        let recorder = SessionRecorder<String>(privateKeys: keys)
        _ = await recorder.answer("value", value)
        return recorder.session
      }
    }
  }

  private static let hidden = [
    Case("a renamed property", ["cardNumber"]) { Card() },
    Case("a renamed property beside one that is not", ["cardNumber"]) {
      Pair(first: Plain(), second: Card())
    },
    Case("a renamed property beside the key of a dictionary", ["cardNumber"]) {
      Pair(first: ["cardNumber": 1], second: Card())
    },
    Case("a renamed enum case", ["login"]) { Login.login("secret") },
    Case("a property that encodes as the whole value", ["digits"]) { Digits() },
    Case("a renamed property of a superclass", ["pin"]) { Sub(pin: Digits()) },
    Case("a value that reflection does not see", []) { Hidden() },
    Case("a row with the name of another property", []) { Swapped() },
    Case("two rows with the same value", []) { Pair(first: Profile(), second: Swapped()) },
    Case("an enum as the key of a dictionary", ["number"]) { [Field.number: "secret"] },
    Case("a raw value as the key of a dictionary", ["cardNumber"]) { [Field.number: "secret"] },
    Case("a private value under an old key", ["card"]) { [Moved()] },
    Case("a private row under an old key", []) { [Moved(), Moved()] },
    Case("a key that is a part of a word", ["card-number"]) { "my-card-number secret" },
  ]

  @Test(arguments: hidden)
  func `a value whose private parts cannot be told apart is redacted as a whole`(
    _ value: Case
  )
    async throws
  {
    let json = try await value.session().json()
    #expect(!json.contains("secret"), "\(json)")
    #expect(json.contains(#""redacted":["*"]"#), "\(json)")
  }

  private static let visible = [
    Case("the key of a dictionary looks like a mark", ["first"]) {
      Pair(first: ["\u{1}secret": "secret"], second: "visible")
    },
    Case("private rows of a superclass", []) {
      Pair(first: Sub(profile: Profile()), second: "visible")
    },
    Case("private rows of nested contents", []) {
      Pair(first: [Order(), Order()], second: "visible")
    },
    Case("an object that occurs twice", []) {
      let object = Sub(profile: Profile())
      return Pair(first: [object, object], second: "visible")
    },
    Case("names with and without values", ["cardNumber", "pin"]) {
      Pair(first: [Plain(), Plain()], second: Pair(first: Sub(), second: "visible"))
    },
  ]

  private static let equal = [
    Case("public keys that are enums", ["cardNumber"]) {
      Pair(first: [Field.name: "visible"], second: Plain())
    },
    Case("public values that equal a private one", ["cardNumber"]) {
      Pair(first: [1, 1], second: Pair(first: ["visible", "1"], second: Plain()))
    },
    Case("a public row that equals a private one", []) {
      Pair(first: Profile(name: "7", card: "7"), second: Pair(first: 7.0, second: "visible"))
    },
  ]

  @Test(arguments: visible + equal)
  func `a value is recorded without its private parts`(_ value: Case) async throws {
    let json = try await value.session().json()
    #expect(!json.contains("secret"), "\(json)")
    #expect(json.contains("visible") && !json.contains(#"["*""#), "\(json)")
  }

  @Test func `a move that encodes as null is redacted, so that the session can be read`() throws {
    let recorder = SessionRecorder<Null>()
    recorder.record(.move(Null()))
    let session = try Session(Data(recorder.session.json().utf8))
    #expect(session.steps.first?.redacted == ["*"])
  }
}
