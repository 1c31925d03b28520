import Foundation
import KalugaArchitecture

/// Links that earlier states of the toolkit have written, with the screens that they lead to.
///
/// Do not change the text of a link: users have it in their mails and bookmarks. Add the links of
/// new kinds of rows.
enum EarlierLinks {
  enum Screen: NavigationDestination {
    case home
    case about
    case everything(Everything)
    case parcel(Parcel)
    case page(Profile)
    case choices(Choices)
    case wishes(Wishes)

    // Destinations must be Codable. These are never saved.
    init(from decoder: any Decoder) throws { self = .home }
    func encode(to encoder: any Encoder) throws {}
  }

  /// Optional properties of a codable spec, whose empty text has a meaning for some.
  struct Choices: NavigationBundleContent, Codable, Hashable {
    enum Mood: String, Codable, CaseIterable {
      case unknown = ""
      case good = "very good"
    }

    var text: String?
    var data: Data?
    var mood: Mood?
    var flag: Bool?
    var count: Int?
    var ratio: Double?
    var day: Date?
    var page: URL?
    var id: UUID?
    var price: Decimal?
    var tags: [String]?
    var numbers: [Int?]?
    var stock: [String: String?]?
    var inside: [Choices]?

    static let bundleSpec = NavigationBundleSpec<Self>.codable()

    static let full = Choices(
      text: "",
      data: Data(),
      mood: .unknown,
      flag: false,
      count: 0,
      ratio: -0.5,
      day: Date(milliseconds: 1_606_204_800_001),
      page: URL(string: "https://example.org/a?b=c#d"),
      id: UUID(uuidString: "5B8F1C2E-3A77-4A0B-9E59-2E3C1B0F7D11"),
      price: Decimal(sign: .plus, exponent: -2, significand: 1999),
      tags: [""],
      numbers: [nil, 1],
      stock: ["": "", "a.b[]": "x", "[]": "="],
      inside: [Choices(mood: .good), Choices(tags: [])]
    )
  }

  /// Optional rows of an explicit spec.
  struct Wishes: NavigationBundleContent, Hashable {
    struct Present: Hashable {}

    var text: String?
    var present: Present?
    var flag: Bool?
    var letter: Character?
    var tags: [String]?
    var deep: String??
    var deepTags: [String]??
    var profile: Profile?
    var coded: [Int]?
    var token: String?

    /// A row that only says that it is present.
    private var unit: Void? { present.map { _ in () } }

    static let bundleSpec = NavigationBundleSpec(
      {
        Wishes(
          text: $0,
          present: $1.map { Present() },
          flag: $2,
          letter: $3,
          tags: $4,
          deep: $5,
          deepTags: $6,
          profile: $7,
          coded: $8,
          token: $9
        )
      },
      NavigationBundleSpecRow("text", \Wishes.text, .optional(.string)),
      NavigationBundleSpecRow("present", \Wishes.unit, .optional(.unit)),
      NavigationBundleSpecRow("flag", \Wishes.flag, .optional(.boolean)),
      NavigationBundleSpecRow("letter", \Wishes.letter, .optional(.character)),
      NavigationBundleSpecRow("tags", \Wishes.tags, .optional(.array(.string))),
      NavigationBundleSpecRow("deep", \Wishes.deep, .optional(.optional(.string))),
      NavigationBundleSpecRow("deepTags", \Wishes.deepTags, .optional(.optional(.array(.string)))),
      NavigationBundleSpecRow("profile", \Wishes.profile, .optional(.bundle(Profile.bundleSpec))),
      NavigationBundleSpecRow("coded", \Wishes.coded, .optional(.codable())),
      NavigationBundleSpecRow("token", \Wishes.token, .optional(.string), isPrivate: true)
    )
  }

  static let links = DeepLinks(
    scheme: "kaluga",
    host: "example",
    routes: [
      DeepLinkRoute("", screens: [Screen.home]),
      DeepLinkRoute("about/ä=&b", screens: [.home, .about]),
      DeepLinkRoute(["everything", .row(Everything.small)], Everything.bundleSpec) {
        [.everything($0)]
      } content: { screens in
        if case .everything(let content) = screens.last { content } else { nil }
      },
      DeepLinkRoute("parcel", Parcel.bundleSpec) {
        [.home, .parcel($0)]
      } content: { screens in
        if case .parcel(let content) = screens.last { content } else { nil }
      },
      DeepLinkRoute(["pages", .row(Profile.Rows.userID), "edit"], Profile.bundleSpec) {
        [.home, .page($0)]
      } content: { screens in
        if case .page(let content) = screens.last { content } else { nil }
      },
      DeepLinkRoute("choices", Choices.bundleSpec) {
        [.choices($0)]
      } content: { screens in
        if case .choices(let content) = screens.last { content } else { nil }
      },
      DeepLinkRoute("wishes", Wishes.bundleSpec) {
        [.wishes($0)]
      } content: { screens in
        if case .wishes(let content) = screens.last { content } else { nil }
      },
    ]
  )

  private static let special: Everything = {
    var special = Everything.full
    special.single = -.infinity
    special.character = "&"
    special.text = "x.y[0]~"
    special.date = Date(milliseconds: 300_000_000_000_000)
    special.deep = 3
    special.people.append(Credentials(user: "", token: "=&"))
    return special
  }()

  static let screens: [[Screen]] = [
    [.home], [.home, .about], [.everything(Everything())], [.everything(.full)],
    [.everything(special)], [.home, .parcel(Parcel())], [.home, .parcel(.full)],
    [.home, .page(Profile(userID: "TW92aWU6MTI1OA=="))],
    [.home, .page(Profile(userID: "a/b?c#d&e=f+g%h", age: 0, tags: ["", "x=y&z", "é"]))],
    [.home, .page(Profile(userID: " "))], [.home, .page(Profile(userID: "..."))],
    [.home, .page(Profile(userID: "東京/👩‍👩‍👧\u{0}\u{202E}"))], [.choices(Choices())],
    [.choices(.full)], [.choices(Choices(text: " +", data: Data([0xFB, 0xFF]), flag: true))],
    [.choices(Choices(mood: .good, tags: [], numbers: [], stock: [:], inside: []))],
    [.choices(Choices(tags: ["a"], numbers: [nil], stock: ["x": "~"]))], [.wishes(Wishes())],
    [.wishes(Wishes(text: "", present: .init(), flag: true, letter: "👩‍👩‍👧", tags: []))],
    [.wishes(Wishes(tags: [""], deep: .some(nil), deepTags: .some(nil), coded: []))],
    [.wishes(Wishes(tags: ["", "b"], deep: "", deepTags: [], profile: Profile(userID: "")))],
    [.wishes(Wishes(letter: "=", deep: "x", deepTags: [""], coded: [1, 2], token: "sesame"))],
  ]

  /// The link to each of the screens, in the same order.
  ///
  /// An indented line continues the link above it.
  static let written = text.replacing("\n  ", with: "").split(separator: "\n").map(String.init)

  private static let text = """
    kaluga://example
    kaluga://example/about/%C3%A4%3D%26b
    kaluga://example/everything/0?flag=false&large=0&widest=0&single=0.0&double=0.0&character=a&
      text=&date=1970-01-01T00:00:00.000Z&level=1&tags%5B%5D=&matrix%5B%5D=&people%5B%5D=&
      coded=%7B%22tags%22:%5B%5D%2C%22userID%22:%22%22%7D&secretToken=
    kaluga://example/everything/-128?flag=true&large=18446744073709551615&
      widest=-170141183460469231731687303715884105728&single=0.10000000149011612&double=5e-324&
      character=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7%E2%80%8D%F0%9F%91%A6&
      text=a%26b%3Dc%20%252F%2B%22%5C%2F%0A%00%1B%C3%A9&date=2020-11-24T08:00:00.001Z&maybe=-1&
      deep%5B0%5D~=&level=2&tags%5B0%5D=&tags%5B1%5D=x.y%5B0%5D~&tags%5B2%5D=z&
      matrix%5B0%5D%5B%5D=&matrix%5B1%5D%5B0%5D=1&matrix%5B1%5D%5B1%5D~=&matrix%5B1%5D%5B2%5D=3&
      matrix%5B2%5D%5B0%5D~=&people%5B0%5D.user=ada&people%5B0%5D.token=sesame&profile.userID=7&
      profile.tags%5B%5D=&
      coded=%7B%22age%22:3%2C%22tags%22:%5B%22%5Cn%22%5D%2C%22userID%22:%22%5C%22%22%7D&
      secretToken=sesame
    kaluga://example/everything/-128?flag=true&large=18446744073709551615&
      widest=-170141183460469231731687303715884105728&single=-inf&double=5e-324&character=%26&
      text=x.y%5B0%5D~&date=%40300000000000.0&maybe=-1&deep%5B0%5D=3&level=2&tags%5B0%5D=&
      tags%5B1%5D=x.y%5B0%5D~&tags%5B2%5D=z&matrix%5B0%5D%5B%5D=&matrix%5B1%5D%5B0%5D=1&
      matrix%5B1%5D%5B1%5D~=&matrix%5B1%5D%5B2%5D=3&matrix%5B2%5D%5B0%5D~=&people%5B0%5D.user=ada&
      people%5B0%5D.token=sesame&people%5B1%5D.user=&people%5B1%5D.token=%3D%26&profile.userID=7&
      profile.tags%5B%5D=&
      coded=%7B%22age%22:3%2C%22tags%22:%5B%22%5Cn%22%5D%2C%22userID%22:%22%5C%22%22%7D&
      secretToken=sesame
    kaluga://example/parcel?number=7&weight=1.5&size=small&options=0&due=1970-01-01T00:00:00.000Z&
      stops%5B%5D=&grid%5B%5D=&tags%5B%5D=&stock.~=&label=&price=0&owner.user=&owner.token=&
      insides%5B%5D=&code=
    kaluga://example/parcel?number=-1&weight=inf&size=large&options=4&note=a%26b%3D%0A&
      due=2020-11-24T08:00:00.001Z&stops%5B0%5D.street=x&stops%5B0%5D.floor=3&
      stops%5B1%5D.street=&home.street=%C3%A9&grid%5B0%5D%5B%5D=&grid%5B1%5D%5B0%5D=1&
      grid%5B1%5D%5B1%5D~=&tags%5B0%5D=b&stock.%5B%5D=&stock.a%5C.b%5C%5B0%5C%5D%5C~%5B0%5D=1&
      stock.a%5C.b%5C%5B0%5C%5D%5C~%5B1%5D=2&label=AP8%3D&price=-19.99&
      page=https:%2F%2Fexample.org%2F%3Fa%3Db&owner.user=ada&owner.token=sesame&
      insides%5B0%5D.number=7&insides%5B0%5D.weight=1.5&insides%5B0%5D.size=small&
      insides%5B0%5D.options=0&insides%5B0%5D.due=1970-01-01T00:00:00.000Z&
      insides%5B0%5D.stops%5B%5D=&insides%5B0%5D.grid%5B%5D=&insides%5B0%5D.tags%5B%5D=&
      insides%5B0%5D.stock.~=&insides%5B0%5D.label=&insides%5B0%5D.price=0&
      insides%5B0%5D.owner.user=&insides%5B0%5D.owner.token=&
      insides%5B0%5D.insides%5B0%5D.number=7&insides%5B0%5D.insides%5B0%5D.weight=1.5&
      insides%5B0%5D.insides%5B0%5D.size=small&insides%5B0%5D.insides%5B0%5D.options=0&
      insides%5B0%5D.insides%5B0%5D.due=1970-01-01T00:00:00.000Z&
      insides%5B0%5D.insides%5B0%5D.stops%5B%5D=&insides%5B0%5D.insides%5B0%5D.grid%5B%5D=&
      insides%5B0%5D.insides%5B0%5D.tags%5B%5D=&insides%5B0%5D.insides%5B0%5D.stock.~=&
      insides%5B0%5D.insides%5B0%5D.label=&insides%5B0%5D.insides%5B0%5D.price=0&
      insides%5B0%5D.insides%5B0%5D.owner.user=&insides%5B0%5D.insides%5B0%5D.owner.token=&
      insides%5B0%5D.insides%5B0%5D.insides%5B%5D=&insides%5B0%5D.insides%5B0%5D.code=&
      insides%5B0%5D.code=sesame&code=sesame
    kaluga://example/pages/TW92aWU6MTI1OA%3D%3D/edit?tags%5B%5D=
    kaluga://example/pages/a%2Fb%3Fc%23d%26e%3Df%2Bg%25h/edit?age=0&tags%5B0%5D=&
      tags%5B1%5D=x%3Dy%26z&tags%5B2%5D=%C3%A9
    kaluga://example/pages/%20/edit?tags%5B%5D=
    kaluga://example/pages/.../edit?tags%5B%5D=
    kaluga://example/pages/%E6%9D%B1%E4%BA%AC%2F%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%9
      1%A7%00%E2%80%AE/edit?tags%5B%5D=
    kaluga://example/choices
    kaluga://example/choices?text=&data=&mood=&flag=false&count=0&ratio=-0.5&
      day=2020-11-24T08:00:00.001Z&page=https:%2F%2Fexample.org%2Fa%3Fb%3Dc%23d&
      id=5B8F1C2E-3A77-4A0B-9E59-2E3C1B0F7D11&price=19.99&tags%5B0%5D=&numbers%5B0%5D~=&
      numbers%5B1%5D=1&stock.=&stock.%5C%5B%5C%5D=%3D&stock.a%5C.b%5C%5B%5C%5D=x&
      inside%5B0%5D.mood=very%20good&inside%5B1%5D.tags%5B%5D=
    kaluga://example/choices?text=%20%2B&data=%2B%2F8%3D&flag=true
    kaluga://example/choices?mood=very%20good&tags%5B%5D=&numbers%5B%5D=&stock.~=&inside%5B%5D=
    kaluga://example/choices?tags%5B0%5D=a&numbers%5B0%5D~=&stock.x=~
    kaluga://example/wishes
    kaluga://example/wishes?text=&present=&flag=true&
      letter=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7&tags%5B%5D=
    kaluga://example/wishes?tags%5B0%5D=&deep%5B0%5D~=&deepTags%5B0%5D~=&coded=%5B%5D
    kaluga://example/wishes?tags%5B0%5D=&tags%5B1%5D=b&deep%5B0%5D=&deepTags%5B0%5D%5B%5D=&
      profile.userID=&profile.tags%5B%5D=
    kaluga://example/wishes?letter=%3D&deep%5B0%5D=x&deepTags%5B0%5D%5B0%5D=&coded=%5B1%2C2%5D&
      token=sesame
    """
}
