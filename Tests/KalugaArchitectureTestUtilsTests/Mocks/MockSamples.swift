import KalugaArchitectureTestUtils

struct User: Hashable, Sendable, CustomStringConvertible {
  var name: String
  var description: String { name }
}

enum LoadError: Error { case none, offline }

protocol UserLoader: Sendable {
  func load(_ id: Int, force: Bool) throws -> User
  func fetch(_ id: Int) async throws -> User
  func save(_ user: User) throws(LoadError)
  func count() -> Int
}

/// A mock as users write it.
final class UserLoaderMock: UserLoader {
  let load = MockFunction<User, Int, Bool>("load")
  let fetch = MockFunction<User, Int>("fetch")
  let save = MockFunction<Void, User>.withDefault("save")
  let countMock = MockFunction<Int>.withDefault("count")

  func load(_ id: Int, force: Bool) throws -> User { try load.call(id, force) }
  func fetch(_ id: Int) async throws -> User { try await fetch.callAsync(id) }
  func save(_ user: User) throws(LoadError) { try save.call(user, throwing: LoadError.self) }
  func count() -> Int { countMock.call(throwing: Never.self) }
}

let ada = User(name: "Ada")
let bob = User(name: "Bob")

/// The failure of a body, as text without the place; the place is checked once, elsewhere.
func message(_ body: () throws -> Void) -> String {
  withoutPlace(failureText(body))
}

func message(_ body: () async throws -> Void) async -> String {
  withoutPlace(await failureText(body))
}

private func withoutPlace(_ text: String?) -> String {
  guard let text else { return "nothing" }
  return text.drop { $0 != " " }.dropFirst().description
}
