import Foundation
import KalugaArchitecture

/// A link that is read, and a stack that is saved.
@MainActor
enum LinkRows {
  private typealias Screen = NavigationRows.Screen
  private typealias Profile = BundleRows.Profile

  static var rows: [Row] { [link, snapshot] }

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
    let text = "kaluga://example/users/7?name=Augusta%20Ada&age=36&height=1.65&isAdmin=true"
    let expected: [Screen] = [
      .page(0),
      .profile(Profile(name: "Augusta Ada", age: 36, height: 1.65, isAdmin: true, id: 7)),
    ]
    func contestant(
      _ name: String,
      _ read: @escaping @MainActor (String) throws -> [Screen]
    ) -> Contestant {
      Contestant(name) {
        try require(name, try read(text), expected)
        return try time(500) { for _ in 1...500 { _ = opaque(try read(opaque(text))) } }
      }
    }
    return Row(
      "deep link with 5 values: read",
      [
        contestant("URLComponents by hand") { screens(for: $0) },
        contestant(Names.toolkit) { try links.screens(for: $0) },
      ]
    )
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
    func measure(_ write: () throws -> Data) throws -> Double {
      var bytes = 0
      let cost = try time(200) { for _ in 1...200 { bytes += try write().count } }
      try require("something is written", bytes > 0, true)
      return cost
    }
    return Row(
      "snapshot of 10 screens: written",
      [
        Contestant("JSON of an array") {
          try measure { try JSONEncoder().encode(opaque(screens)) }
        },
        Contestant(Names.toolkit) {
          let driver = NavigationRows.makeDriver()
          try driver.open(screens)
          defer { driver.end() }
          return try measure { try driver.snapshot().data() }
        },
      ]
    )
  }
}
