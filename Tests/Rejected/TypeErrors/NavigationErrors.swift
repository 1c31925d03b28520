// Mistakes with navigation and bundles.
import KalugaArchitecture

// MARK: a row with the type of another property
// expected-error@+3 {{static property 'string' requires the types 'Int' and 'String' be equivalent}}
// expected-error@+2 {{contextual base was inferred as 'NavigationBundleSpecType<Int>'}}
// expected-note@+1 * {{}}
enum WrongRows { static let age = NavigationBundleSpecRow("age", \Profile.age, .string) }

// MARK: reading a row of another spec
// expected-error@+2 {{cannot convert value of type 'NavigationBundleSpecRow<Trip, Int>'}}
// expected-note@+1 * {{}}
func read(_ bundle: NavigationBundle<Profile>) -> Int { bundle.get(Rows.days) }

// MARK: rows that do not fit the initializer
// expected-error@+1 {{cannot convert value of type}}
@MainActor func misfit() { _ = NavigationBundleSpec(Profile.init(name:age:), Rows.age, Rows.name) }

// MARK: a spec without one of the rows
// expected-error@+1 {{missing argument for parameter #2}}
@MainActor func incomplete() { _ = NavigationBundleSpec(Profile.init(name:age:), Rows.name) }

// MARK: navigating off the main actor
// expected-error@+2 {{call to main actor-isolated instance method 'navigate'}}
// expected-note@+1 * {{}}
func go(_ navigator: any Navigator<Go>) throws { try navigator.navigate(.help) }

// MARK: settling a ticket
// expected-error@+1 {{has no member 'settle'}}
func forge(_ ticket: NavigationTicket<Int>) { _ = ticket.settle }

// MARK: a missing await before a result
@MainActor func edited(_ ticket: NavigationTicket<Profile>) async throws -> Profile? {
  // expected-error@+1 {{caller isolation inheriting-isolated property 'result' cannot be accessed from outside of the actor}}
  try ticket.result
}

// MARK: a result of a bare action
@MainActor func rate(_ navigator: any Navigator<Go>) async throws -> Int? {
  // expected-error@+3 {{cannot convert return expression of type 'Never?'}}
  // expected-note@+2 * {{}}
  // expected-warning@+1 * {{}}
  try await navigator.navigate(.help).result
}

// MARK: an action whose result goes to a key
@MainActor func help(_ model: Model, _ key: NavigationResultKey<Int>) throws {
  // expected-error@+1 {{type 'NavigationRequest<Go, Int>' has no member 'help'}}
  try model.navigate(.help, resultTo: key)
}

// MARK: a result key that goes to the navigator
@MainActor
func edit(_ model: Model, _ profile: Profile, _ key: NavigationResultKey<Profile>) throws {
  // expected-error@+2 {{the view model receives the result: leave out 'navigator.' and write navigate(…, resultTo: key)}}
  // expected-note@+1 * {{}}
  try model.navigator.navigate(.editing(profile), resultTo: key)
}

// MARK: a request and a result of another type in one expression
@MainActor func editName(_ model: Model, _ profile: Profile) async throws -> String? {
  // expected-error@+4 {{type 'Go' has no member 'editing'}}
  // expected-error@+3 {{cannot convert return expression of type 'Never?' to return type 'String?'}}
  // expected-note@+2 * {{}}
  // expected-warning@+1 * {{}}
  try await model.navigator.navigate(.editing(profile)).result
}

// MARK: an action that is not Sendable
// expected-error@+1 {{has non-Sendable type 'Box'}}
enum GoWithBox: NavigationAction { case next(Box) }

// MARK: a screen that cannot be saved
struct Draft: Hashable, Sendable {}
// expected-error@+3 {{type 'Place' does not conform to protocol 'Encodable'}}
// expected-error@+2 {{type 'Place' does not conform to protocol 'Decodable'}}
// expected-note@+1 * {{}}
enum Place: NavigationDestination { case home, draft(Draft) }

// MARK: a screen that cannot be compared
struct Note: Codable, Sendable {}
// expected-error@+3 {{type 'Page' does not conform to protocol 'Hashable'}}
// expected-error@+2 {{type 'Page' does not conform to protocol 'Equatable'}}
// expected-note@+1 * {{}}
enum Page: NavigationDestination { case note(Note) }

// MARK: a stack of screens that are not destinations
// expected-error@+1 {{requires that 'String' conform to 'NavigationDestination'}}
func makeStack() { _ = BackStack(root: "home") }
