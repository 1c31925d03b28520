/// A view model with one place for what it is told, and one for what it tells.
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
/// A view writes to the input and follows the observables of the output; a coordinator follows its events.
/// Neither knows the other. The view model alone decides what of the input leads to which output.
@MainActor
public protocol InputOutputViewModel: BaseLifecycleViewModel {
  /// What the user does: subjects to write to, channels to send to.
  associatedtype Input

  /// What is to be shown, as observables, and what has happened, as events.
  associatedtype Output

  /// Where the view says what the user does.
  var input: Input { get }

  /// What the view shows, and what the coordinator acts on.
  var output: Output { get }
}
