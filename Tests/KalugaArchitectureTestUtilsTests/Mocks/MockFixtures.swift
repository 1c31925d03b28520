import KalugaArchitectureTestUtils

struct User: Hashable, Sendable {
  var name: String
}

let ada = User(name: "Ada")
let bob = User(name: "Bob")

enum LoadError: Error { case none, offline }
