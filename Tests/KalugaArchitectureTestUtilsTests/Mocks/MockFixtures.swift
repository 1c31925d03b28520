import KalugaArchitectureTestUtils

struct User: Hashable, Sendable {
  var name: String
}

let ada = User(name: "Ada")
let bob = User(name: "Bob")

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
