import Foundation
import KalugaArchitecture

/// A bundle of five rows, read from JSON and from a query.
@MainActor
enum BundleRows {
  struct Profile: Codable, Hashable, NavigationBundleContent {
    var name: String
    var age: Int
    var height: Double
    var isAdmin: Bool
    var id: Int

    static let bundleSpec = NavigationBundleSpec<Self>.codable()

    enum Rows {
      static let id = NavigationBundleSpecRow("id", \Profile.id, .integer)
    }
  }

  static func make(_ number: Int) -> Profile {
    Profile(
      // Too long to be stored without the heap.
      name: "Augusta Ada King, Countess of Lovelace",
      age: number,
      height: 1,
      isAdmin: true,
      id: number
    )
  }

  static var reading: Row {
    let json = Data(
      #"{"age":7,"height":1,"id":7,"isAdmin":true,"name":"\#(make(7).name)"}"#.utf8
    )
    let query =
      "name=Augusta%20Ada%20King%2C%20Countess%20of%20Lovelace&age=7&height=1.0"
      + "&isAdmin=true&id=7"
    let decoder = "JSONDecoder"
    return Row(
      "bundle of 5 rows: read from JSON or a query",
      goals: ["JSON", "query"].map {
        Goal($0, atMost: 1, times: decoder, accepting: 9, because: Reasons.checkedReading)
      },
      [
        contestant(decoder) { try JSONDecoder().decode(Profile.self, from: json) },
        contestant("JSON") {
          try Profile.bundleSpec.content(from: UntypedNavigationBundle(json: json))
        },
        contestant("query") {
          try Profile.bundleSpec.content(from: UntypedNavigationBundle(query: query))
        },
      ]
    )
  }

  private static func contestant(
    _ name: String,
    _ read: @escaping () throws -> Profile
  ) -> Contestant {
    Contestant(name) {
      try require(name, try read(), make(7))
      let count = 2_000
      return try time(count) { for _ in 1...count { _ = opaque(try read()) } }
    }
  }
}
