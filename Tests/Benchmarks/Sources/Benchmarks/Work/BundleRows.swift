import Foundation
import KalugaArchitecture

/// A bundle of five rows: made, and all of it read; written to JSON and a query, and read from them.
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

  /// The same with rows of its own.
  struct NamedProfile: Hashable, NavigationBundleContent {
    var name: String
    var age: Int
    var height: Double
    var isAdmin: Bool
    var id: Int

    static let bundleSpec = NavigationBundleSpec(
      NamedProfile.init,
      NavigationBundleSpecRow("name", \NamedProfile.name, .string),
      NavigationBundleSpecRow("age", \NamedProfile.age, .integer),
      NavigationBundleSpecRow("height", \NamedProfile.height, .double),
      NavigationBundleSpecRow("isAdmin", \NamedProfile.isAdmin, .boolean),
      NavigationBundleSpecRow("id", \NamedProfile.id, .integer)
    )
  }

  /// Too long to be stored without the heap.
  static let name = "Augusta Ada King, Countess of Lovelace"
  private static let floor = "struct"
  private static let dictionary = "[String: Any]"

  static var rows: [Row] {
    [
      reading,
      writing,
      Row(
        "bundle of 5 rows: build and read all",
        goals: [
          Goal(Names.toolkit, .atMost(4, times: floor)),
          Goal(Names.toolkit, .atLeast(5, under: dictionary)),
        ],
        [
          contestant(floor) {
            make($0)
          } sum: { (profile: Profile) in
            profile.name.utf8.count + profile.age + Int(profile.height)
              + (profile.isAdmin ? 1 : 0) + profile.id
          },
          contestant(Names.toolkit) {
            make($0).bundle
          } sum: {
            (bundle: NavigationBundle<Profile>) in
            bundle.name.utf8.count + bundle.age + Int(bundle.height)
              + (bundle.isAdmin ? 1 : 0) + bundle.id
          },
          contestant(dictionary) {
            ["name": name, "age": $0, "height": 1.0, "isAdmin": true, "id": $0]
          } sum: { (rows: [String: Any]) in
            (rows["name"] as? String ?? "").utf8.count + (rows["age"] as? Int ?? 0)
              + Int(rows["height"] as? Double ?? 0) + (rows["isAdmin"] as? Bool == true ? 1 : 0)
              + (rows["id"] as? Int ?? 0)
          },
        ]
      ),
    ]
  }

  // MARK: Forms

  private static let namedProfile = NamedProfile(
    name: name,
    age: 7,
    height: 1,
    isAdmin: true,
    id: 7
  )

  private static var reading: Row {
    let profile = make(7)
    let json = Data(
      #"{"age":7,"height":1,"id":7,"isAdmin":true,"name":"\#(name)"}"#.utf8
    )
    let query =
      "name=Augusta%20Ada%20King%2C%20Countess%20of%20Lovelace&age=7&height=1.0"
      + "&isAdmin=true&id=7"
    return Row(
      "bundle of 5 rows: read from JSON or a query",
      goals: ["JSON", "query", "JSON, rows of one's own", "query, rows of one's own"].map {
        Goal(
          $0,
          .atMost(1, times: "JSONDecoder"),
          accepting: 2.5,
          because: Reasons.checkedReading
        )
      },
      [
        form("JSONDecoder", profile) { try JSONDecoder().decode(Profile.self, from: json) },
        form("JSON", profile) {
          try Profile.bundleSpec.content(from: UntypedNavigationBundle(json: json))
        },
        form("query", profile) {
          try Profile.bundleSpec.content(from: UntypedNavigationBundle(query: query))
        },
        form("JSON, rows of one's own", namedProfile) {
          try NamedProfile.bundleSpec.content(from: UntypedNavigationBundle(json: json))
        },
        form("query, rows of one's own", namedProfile) {
          try NamedProfile.bundleSpec.content(from: UntypedNavigationBundle(query: query))
        },
      ]
    )
  }

  private static var writing: Row {
    let profile = make(7)
    return Row(
      "bundle of 5 rows: written to JSON or a query",
      goals: ["JSON", "query"].map {
        Goal(
          $0,
          .atMost(1, times: "JSONEncoder"),
          accepting: 1.8,
          because: Reasons.unspecialized
        )
      },
      [
        form("JSONEncoder", nil) { try JSONEncoder().encode(profile) },
        form("JSON", nil) { try profile.bundle.untyped.json() },
        form("query", nil) { try profile.bundle.untyped.query() },
      ]
    )
  }

  private static func form<Value: Equatable>(
    _ contestant: String,
    _ expected: Value?,
    _ work: @escaping () throws -> Value
  ) -> Contestant {
    Contestant(contestant) { effort in
      if let expected { try require(contestant, try work(), expected) }
      let count = effort.operations(2_000)
      return try time(count) {
        for _ in 1...count { _ = opaque(try work()) }
      }
    }
  }

  static func make(_ number: Int) -> Profile {
    Profile(name: name, age: number, height: 1, isAdmin: true, id: number)
  }

  @inline(__always)
  private static func contestant<Carrier>(
    _ contestant: String,
    make: @escaping (Int) -> Carrier,
    sum: @escaping (Carrier) -> Int
  ) -> Contestant {
    Contestant(contestant) { effort in
      let count = effort.operations(50_000)
      var total = 0
      let cost = time(count) {
        for i in 1...count { total &+= sum(opaque(make(opaque(i)))) }
      }
      try require(contestant, total, count * (count + 1) + (name.utf8.count + 2) * count)
      return cost
    }
  }
}
