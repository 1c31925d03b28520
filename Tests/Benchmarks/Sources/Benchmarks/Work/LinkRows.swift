import Foundation
import KalugaArchitecture

/// A link that is read, and a stack that is saved.
@MainActor
enum LinkRows {
  private typealias Screen = NavigationRows.Screen
  private typealias Profile = BundleRows.Profile

  static var rows: [Row] { [link, snapshot] }

  private static let text =
    "kaluga://example/users/7?name=Augusta%20Ada&age=36&height=1.65&isAdmin=true"
  private static let expected: [Screen] = [
    .page(0),
    .profile(Profile(name: "Augusta Ada", age: 36, height: 1.65, isAdmin: true, id: 7)),
  ]

  private static var link: Row {
    let links = DeepLinks<Screen>(
      scheme: "kaluga",
      host: "example",
      routes: [
        DeepLinkRoute(["users", .row(Profile.Rows.id)], Profile.bundleSpec) {
          [.page(0), .profile($0)]
        }
      ]
    )
    return Row(
      "deep link with 5 values: read",
      [
        contestant("URLComponents by hand") { screens(for: $0) },
        contestant(Names.toolkit) { try links.screens(for: $0) },
      ]
    )
  }

  private static func contestant(
    _ name: String,
    _ read: @escaping @MainActor (String) throws -> [Screen]
  ) -> Contestant {
    Contestant(name) { effort in
      let count = effort.operations(500)
      try require(name, try read(text), expected)
      var screens = 0
      let cost = try time(count) {
        for _ in 1...count { screens += opaque(try read(opaque(text))).count }
      }
      try require(name, screens, count * expected.count)
      return cost
    }
  }

  // On no actor: the closures in it would check their executor.
  private nonisolated static func screens(for link: String) -> [Screen] {
    guard let parts = URLComponents(string: link), parts.scheme == "kaluga",
      parts.host == "example"
    else { return [] }
    let path = parts.path.split(separator: "/")
    var values: [String: String] = [:]
    for item in parts.queryItems ?? [] { values[item.name] = item.value }
    guard path.count == 2, path[0] == "users", let id = Int(path[1]), let name = values["name"],
      let age = values["age"].flatMap({ Int($0) }),
      let height = values["height"].flatMap({ Double($0) }),
      let isAdmin = values["isAdmin"].flatMap({ Bool($0) })
    else { return [] }
    return [
      .page(0),
      .profile(Profile(name: name, age: age, height: height, isAdmin: isAdmin, id: id)),
    ]
  }

  private static var snapshot: Row {
    let screens = (0..<10).map { Screen.page($0) }
    return Row(
      "snapshot of 10 screens: written",
      [
        Contestant("JSON of an array") { effort in
          let count = effort.operations(200)
          var bytes = 0
          let cost = try time(count) {
            for _ in 1...count { bytes += try JSONEncoder().encode(opaque(screens)).count }
          }
          try require("bytes", bytes > 0, true)
          return cost
        },
        Contestant(Names.toolkit) { effort in
          let count = effort.operations(200)
          let driver = NavigationRows.makeDriver()
          try driver.open(screens)
          var bytes = 0
          let cost = try time(count) {
            for _ in 1...count { bytes += try driver.snapshot().data().count }
          }
          driver.end()
          try require("bytes", bytes > 0, true)
          return cost
        },
      ]
    )
  }
}
