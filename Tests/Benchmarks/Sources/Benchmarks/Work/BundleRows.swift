import KalugaArchitecture

/// A bundle of five rows: made, and all of it read.
@MainActor
enum BundleRows {
  struct Profile: Codable, Hashable, NavigationBundleContent {
    var name: String
    var age: Int
    var height: Double
    var isAdmin: Bool
    var id: Int

    static let bundleSpec = NavigationBundleSpec(
      Profile.init,
      Rows.name,
      Rows.age,
      Rows.height,
      Rows.isAdmin,
      Rows.id
    )

    enum Rows {
      static let name = NavigationBundleSpecRow("name", \Profile.name, .string)
      static let age = NavigationBundleSpecRow("age", \Profile.age, .integer)
      static let height = NavigationBundleSpecRow("height", \Profile.height, .double)
      static let isAdmin = NavigationBundleSpecRow("isAdmin", \Profile.isAdmin, .boolean)
      static let id = NavigationBundleSpecRow("id", \Profile.id, .integer)
    }
  }

  /// Too long to be stored without the heap.
  static let name = "Augusta Ada King, Countess of Lovelace"
  private static let floor = "struct"
  private static let dictionary = "[String: Any]"

  static var rows: [Row] {
    [
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
      )
    ]
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
