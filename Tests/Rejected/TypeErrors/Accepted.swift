// What the mistakes in this folder use. It must itself compile, or every refusal would be an accident.
import KalugaArchitecture

struct Profile: Hashable, Codable, Sendable { var name: String; var age: Int }
struct Trip: Sendable { var days: Int }
struct Frame { var handler: () -> Void }
struct Failure: Error {}
// expected-note@+1 * {{}}
final class Box: Equatable {
  var n = 0
  static func == (a: Box, b: Box) -> Bool { a.n == b.n }
}

enum Rows {
  static let name = NavigationBundleSpecRow("name", \Profile.name, .string)
  static let age = NavigationBundleSpecRow("age", \Profile.age, .integer)
  static let days = NavigationBundleSpecRow("days", \Trip.days, .integer)
}
// expected-note@+1 * {{}}
enum Go: NavigationAction { case edit(Profile), help }
enum Other: NavigationAction { case next }
enum Screen: NavigationDestination { case home, editor(Profile), help }
extension NavigationRequest where Action == Go, Result == Profile {
  static func editing(_ profile: Profile) -> Self { Self(.edit(profile)) }
}

// expected-note@+1 * {{}}
final class Model: NavigatingViewModel<Go> {
  // expected-note@+1 * {{}}
  @InitializedSubject var name = ""
  @UninitializedSubject<Profile> var profile
  lazy var greeting = $name.map { "Hello, \($0)!" }
  lazy var isValid = $name.map { !$0.isEmpty }

  func save() throws {}
}

// expected-note@+1 * {{}}
@MainActor func show(_ text: String) {}
@MainActor func bind(_ observable: InitializedObservable<String>) {}

@MainActor func accepted(_ model: Model, _ driver: NavigationDriver<Screen>) async throws {
  model.$name.observe { _ in }.dispose()
  model.$name.post("Ada")
  await model.$name.set("Ada")
  _ = model.$name.stateFlow
  bind(model.greeting)
  _ = InitializedObservable { 1 }
  _ = NavigationBundleSpec(Profile.init(name:age:), Rows.name, Rows.age)
  _ = try await model.navigator.navigate(.editing(Profile(name: "Ada", age: 36))).result
  _ = StackNavigator(driver) { (action: Go) in
    switch action {
    case .edit(let profile): .push(.editor(profile))
    case .help: .present(.help)
    }
  }
}
