import Foundation
import KalugaArchitecture

/// A content with a property of each kind that a codable spec can have.
struct Parcel: NavigationBundleContent, Codable, Hashable {
  enum Size: String, Codable, CaseIterable {
    case small, large
  }

  struct Options: OptionSet, Codable, Hashable {
    let rawValue: Int
  }

  struct Address: Codable, Hashable {
    var street: String
    var floor: Int?
  }

  var number = 7
  var weight: Float = 1.5
  var size = Size.small
  var options: Options = []
  var note: String?
  var due = Date(milliseconds: 0)
  var stops: [Address] = []
  var home: Address?
  var grid: [[Int?]] = []
  var tags: Set<String> = []
  var stock: [String: [Int]] = [:]
  var label = Data()
  var price = Decimal(0)
  var page: URL?
  var owner = Credentials(user: "", token: "")
  var insides: [Parcel] = []
  var code = ""

  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.code)

  static let full = Parcel(
    number: -1,
    weight: .infinity,
    size: .large,
    options: [Options(rawValue: 4)],
    note: "a&b=\n",
    due: Date(milliseconds: 1_606_204_800_001),
    stops: [Address(street: "x", floor: 3), Address(street: "", floor: nil)],
    home: Address(street: "é", floor: nil),
    grid: [[], [1, nil]],
    tags: ["b"],
    stock: ["a.b[0]~": [1, 2], "": []],
    label: Data([0, 255]),
    price: Decimal(sign: .minus, exponent: -2, significand: 1999),
    page: URL(string: "https://example.org/?a=b"),
    owner: Credentials(user: "ada", token: "sesame"),
    insides: [Parcel(insides: [Parcel()], code: "sesame")],
    code: "sesame"
  )
}
