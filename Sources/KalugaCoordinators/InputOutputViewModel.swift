public import KalugaArchitecture

/// A view model that keeps its inputs and its outputs apart.
///
///     final class LoginViewModel: BaseLifecycleViewModel, InputOutputViewModel {
///       @MainActor struct Input {
///         let name = InitializedSubject(wrappedValue: "")
///         let loginTaps = EventChannel<Void>()
///       }
///       @MainActor struct Output {
///         let isLoginEnabled: InitializedObservable<Bool>
///         let loggedIn = EventChannel<User>()
///       }
///       …
///     }
///
/// The view writes to the input and observes the output. The coordinator receives the events of the
/// output. Neither knows the other. Only the view model decides which input leads to which output.
@MainActor
public protocol InputOutputViewModel: BaseLifecycleViewModel {
  /// The actions of the user: subjects to write to and channels to send to.
  associatedtype Input

  /// The state to show and the events that have happened: observables and channels.
  associatedtype Output

  /// Receives the actions of the user from the view.
  var input: Input { get }

  /// Provides the state for the view and the events for the coordinator.
  var output: Output { get }
}
