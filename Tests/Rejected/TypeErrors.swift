// Mistakes that the type checker must refuse, each with a part of the message that a user must see.
//
// `.ci/rejected` compares the diagnostics with the comments. Later mistakes are in LaterErrors.swift.
import KalugaArchitecture

// What all snippets use must itself compile, or every refusal would be an accident.
@MainActor func accepted(_ subject: InitializedSubject<Int>) async {
  subject.observe { _ in }.dispose()
  subject.post(1)
  await subject.set(2)
  _ = subject.stateFlow
}

// expected-note@+1 * {{}}
final class Box: Equatable {
  var n = 0
  static func == (a: Box, b: Box) -> Bool { a.n == b.n }
}
struct Frame { var handler: () -> Void }
struct Failure: Error {}
struct A: Sendable { var name: String; var age: Int }
struct B: Sendable { var b: Int }
enum Rows {
  static let name = NavigationBundleSpecRow("name", \A.name, .string)
  static let age = NavigationBundleSpecRow("age", \A.age, .integer)
  static let b = NavigationBundleSpecRow("b", \B.b, .integer)
}
enum Go: NavigationAction { case next }

// MARK: a subject of a type that is not Equatable, without a rule
// expected-error@+1 {{this type is not Equatable: say @InitializedSubject(changePolicy:}}
@MainActor final class Model1 { @InitializedSubject var frame = Frame {} }

// MARK: an uninitialized subject of a type that is not Equatable, without a rule
// expected-error@+1 {{this type is not Equatable: say @UninitializedSubject(changePolicy:}}
@MainActor final class Model2 { @UninitializedSubject<Frame> var frame }

// MARK: posting a value that is not Sendable
// expected-error@+1 {{type 'Box' does not conform to the 'Sendable' protocol}}
func post(_ subject: InitializedSubject<Box>, _ box: Box) { subject.post(box) }

// MARK: the state flow of values that are not Sendable
// expected-error@+1 {{type 'Box' does not conform to the 'Sendable' protocol}}
@MainActor func flow(_ subject: InitializedSubject<Box>) { _ = subject.stateFlow }

// MARK: a flow of values that are not Sendable
// expected-error@+1 2 {{type 'Box' does not conform to the 'Sendable' protocol}}
@MainActor func makeFlow() { _ = MutableSharedFlow<Box>() }

// MARK: reading the current value off the main actor
// expected-error@+2 {{main actor-isolated property 'current' can not be referenced}}
// expected-note@+1 * {{}}
func read(_ subject: InitializedSubject<Int>) -> Int { subject.current }

// MARK: observing off the main actor
// expected-error@+2 {{call to main actor-isolated instance method 'observe'}}
// expected-note@+1 * {{}}
func follow(_ subject: InitializedSubject<Int>) { _ = subject.observe { _ in } }

// MARK: an observer that throws
@MainActor func followThrowing(_ subject: InitializedSubject<Int>) {
  // expected-error@+1 {{invalid conversion from throwing function}}
  _ = subject.observe { _ in throw Failure() }
}

// MARK: writing through the read side
// expected-error@+1 {{'current' is a get-only property}}
@MainActor func write(_ observable: InitializedObservable<Int>) { observable.current = 1 }

// MARK: reading a row of another spec
// expected-error@+2 {{cannot convert value of type 'NavigationBundleSpecRow<B, Int>'}}
// expected-note@+1 * {{}}
func read(_ bundle: NavigationBundle<A>) -> Int { bundle.get(Rows.b) }

// MARK: rows that do not fit the initializer
// expected-error@+1 {{cannot convert value of type}}
@MainActor func misfit() { _ = NavigationBundleSpec(A.init(name:age:), Rows.age, Rows.name) }

// MARK: driving a view model off the main actor
// expected-error@+2 {{call to main actor-isolated instance method 'didResume()'}}
// expected-note@+1 * {{}}
func show(_ model: BaseLifecycleViewModel) { model.didResume() }

// MARK: navigating off the main actor
// expected-error@+2 {{call to main actor-isolated instance method 'navigate'}}
// expected-note@+1 * {{}}
func go(_ navigator: any Navigator<Go>) throws { try navigator.navigate(.next) }

// MARK: writing the state flow of a subject
// expected-error@+1 {{'value' is a get-only property}}
@MainActor func write(_ subject: InitializedSubject<Int>) { subject.stateFlow.value = 1 }

// MARK: settling a ticket
// expected-error@+1 {{has no member 'settle'}}
func forge(_ ticket: NavigationTicket<Int>) { _ = ticket.settle }

// MARK: an observation whose token is neither kept nor discarded
// expected-warning@+1 {{result of call to 'observe' is unused}}
@MainActor func forget(_ subject: InitializedSubject<Int>) { subject.observe { _ in } }

// MARK: a dispose handler that captures what is not Sendable
// expected-error@+1 {{capture of 'box' with non-Sendable type 'Box'}}
func count(_ box: Box) -> SimpleDisposable { SimpleDisposable { box.n += 1 } }

// MARK: an action that is not Sendable
// expected-error@+1 {{has non-Sendable type 'Box'}}
enum GoWithBox: NavigationAction { case next(Box) }

// MARK: a result of a bare action
@MainActor func rate(_ navigator: any Navigator<Go>) async throws -> Int? {
  // expected-error@+3 {{cannot convert return expression of type 'Never?'}}
  // expected-note@+2 * {{}}
  // expected-warning@+1 * {{}}
  try await navigator.navigate(.next).result
}

// MARK: a screen that cannot be saved
struct Draft: Hashable, Sendable {}
// expected-error@+3 {{type 'Place' does not conform to protocol 'Encodable'}}
// expected-error@+2 {{type 'Place' does not conform to protocol 'Decodable'}}
// expected-note@+1 * {{}}
enum Place: NavigationDestination { case home, draft(Draft) }

// MARK: a stack of screens that are not destinations
// expected-error@+1 {{requires that 'String' conform to 'NavigationDestination'}}
func makeStack() { _ = BackStack(root: "home") }

// MARK: a spec without one of the rows
// expected-error@+1 {{missing argument for parameter #2}}
@MainActor func incomplete() { _ = NavigationBundleSpec(A.init(name:age:), Rows.name) }
