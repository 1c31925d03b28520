// Mistakes with observables and flows.
import KalugaArchitecture

// MARK: a subject of a type that is not Equatable, without a rule
// expected-error@+1 {{this type is not Equatable: write @InitializedSubject(changePolicy:}}
@MainActor final class Model1 { @InitializedSubject var frame = Frame {} }

// MARK: an uninitialized subject of a type that is not Equatable, without a rule
// expected-error@+1 {{this type is not Equatable: write @UninitializedSubject(changePolicy:}}
@MainActor final class Model2 { @UninitializedSubject<Frame> var frame }

// MARK: a default subject of a type that is not Equatable, without a rule
// expected-error@+1 {{this type is not Equatable: write @DefaultSubject(default: …, changePolicy:}}
@MainActor final class Model3 { @DefaultSubject(default: Frame {}) var frame: Frame }

// MARK: a closure that returns a type that is not Equatable, without a rule
@MainActor func makeFrame() -> InitializedObservable<Frame> {
  // expected-error@+1 {{initializer 'init(get:)' requires that 'Frame' conform to 'Equatable'}}
  InitializedObservable { Frame {} }
}

// MARK: an observable whose value would be a closure
// expected-error@+2 {{type '() -> Frame' cannot conform to 'Equatable'}}
// expected-note@+1 * {{}}
@MainActor func makeClosure() { _ = InitializedObservable { Frame {} } }

// MARK: an observable of a flow that can be written
@MainActor func watch(_ flow: MutableStateFlow<Int>) -> InitializedObservable<Int> {
  // expected-error@+1 {{cannot convert value of type 'MutableStateFlow<Int>' to expected argument type 'StateFlow<Int>'}}
  InitializedObservable(flow)
}

// MARK: an observable of a flow that can be written, without a type
@MainActor func watchAny(_ flow: MutableStateFlow<Int>) {
  // expected-error@+1 {{missing argument label 'wrappedValue:' in call}}
  _ = InitializedObservable(flow)
}

// MARK: a derived value that is not Equatable, without a rule
// expected-error@+1 {{instance method 'map' requires that 'Frame' conform to 'Equatable'}}
@MainActor func derive(_ model: Model) { _ = model.$name.map { _ in Frame {} } }

// MARK: a derived tuple, without a rule
// expected-error@+3 {{type '(String, Int)' cannot conform to 'Equatable'}}
// expected-note@+2 * {{}}
@MainActor func triple(_ model: Model) {
  _ = combine(model.$name, model.$name, model.greeting) { name, _, text in (name, text.count) }
}

// MARK: a tuple derived from two, without a rule
@MainActor func pair(_ model: Model) {
  // expected-error@+1 {{is unavailable: its result is not Equatable: return an Equatable struct}}
  _ = combine(model.$name, model.greeting) { name, greeting in (name, greeting.count) }
}

// MARK: combining without a closure
@MainActor func combineOnly(_ model: Model) {
  // expected-error@+5 {{cannot convert value of type 'InitializedSubject<String>' to expected argument type '[BasicObservable<Input>]'}}
  // expected-error@+4 {{generic parameter 'Input' could not be inferred}}
  // expected-error@+3 {{cannot convert value of type 'InitializedObservable<String>'}}
  // expected-error@+2 {{missing argument label 'transform:' in call}}
  // expected-note@+1 * {{}}
  _ = combine(model.$name, model.greeting)
}

// MARK: a state flow of a type that is not Equatable, without a rule
// expected-error@+1 {{requires that 'Failure' conform to 'Equatable'}}
func makeStateFlow() { _ = MutableStateFlow(Failure()) }

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

// MARK: an observer that waits
@MainActor func followWaiting(_ model: Model) {
  // expected-error@+2 {{cannot pass function of type '@Sendable (String) async -> ()' to parameter expecting synchronous function type}}
  // expected-note@+1 * {{}}
  _ = model.$name.observe { _ in await Task.yield() }
}

// MARK: an observation whose token is neither kept nor discarded
// expected-warning@+1 {{result of call to 'observe' is unused}}
@MainActor func forget(_ subject: InitializedSubject<Int>) { subject.observe { _ in } }

// MARK: a forgotten $ before observe
// expected-error@+1 {{referencing instance method 'observe' requires wrapper 'InitializedSubject<String>'}}
@MainActor func observeValue(_ model: Model) { _ = model.name.observe { _ in } }

// MARK: a forgotten $ in an argument
// expected-error@+1 {{cannot convert value 'name' of type 'String' to expected type 'InitializedObservable<String>', use wrapper instead}}
@MainActor func bindValue(_ model: Model) { bind(model.name) }

// MARK: an observable as an argument of the value's type
// expected-error@+1 {{cannot convert value of type 'InitializedObservable<String>' to expected argument type 'String'}}
@MainActor func showObservable(_ model: Model) { show(model.greeting) }

// MARK: an observable compared with a value
// expected-error@+2 {{requires that 'InitializedObservable<String>' conform to 'StringProtocol'}}
// expected-note@+1 * {{}}
@MainActor func compare(_ model: Model) -> Bool { model.greeting == "Hello" }

// MARK: writing through the read side
// expected-error@+1 {{'current' is a get-only property}}
@MainActor func write(_ observable: InitializedObservable<Int>) { observable.current = 1 }

// MARK: assigning a plain value to an uninitialized subject
// expected-error@+1 {{cannot assign value of type 'Profile' to type 'ObservableOptional<Profile>'}}
@MainActor func fill(_ model: Model) { model.profile = Profile(name: "Ada", age: 36) }

// MARK: an uninitialized subject with the type of its value
// expected-error@+3 {{property type 'Profile' does not match 'wrappedValue' type 'ObservableOptional<Value>'}}
// expected-error@+2 {{generic parameter 'Value' could not be inferred}}
// expected-note@+1 * {{}}
@MainActor final class Model4 { @UninitializedSubject var profile: Profile }

// MARK: iterating a subject instead of its state flow
@MainActor func iterate(_ model: Model) async {
  // expected-error@+1 {{for-in loop requires 'InitializedSubject<String>' to conform to 'AsyncSequence'}}
  for await name in model.$name { show(name) }
}

// MARK: writing the state flow of a subject
// expected-error@+1 {{'value' is a get-only property}}
@MainActor func write(_ subject: InitializedSubject<Int>) { subject.stateFlow.value = 1 }

// MARK: a dispose handler that captures what is not Sendable
// expected-error@+1 {{capture of 'box' with non-Sendable type 'Box'}}
func count(_ box: Box) -> SimpleDisposable { SimpleDisposable { box.n += 1 } }
