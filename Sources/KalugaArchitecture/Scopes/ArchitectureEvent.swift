/// Something that the toolkit has done; ``ArchitectureEvents/listen(_:)`` reports it.
///
/// View models, scopes and stores appear under the names of their types, tasks and subjects under
/// the names that they were given, or the identifier of an effect. Intents and labels appear without
/// values, and so do transitions. The text of a diagnostic may quote an error of your code. New kinds
/// may be added, so give a `switch` a `default`.
public enum ArchitectureEvent: Sendable {
  /// A view model became visible; reported before `onVisible`, or after `onPause`.
  case visible(viewModel: String)
  /// A view model was resumed; reported before its hooks.
  case resumed(viewModel: String)
  /// A view model was paused; reported after its hooks and the end of their scopes.
  case paused(viewModel: String)
  /// A view model was cleared; reported after the end of its scope and before its hook.
  case cleared(viewModel: String)
  /// A scope accepted a task or clean-up, which has not begun.
  case taskLaunched(task: String, scope: String)
  /// A task or clean-up of a scope has ended, or was cancelled before it began.
  case taskEnded(task: String, scope: String)
  /// A scope that held tasks, child scopes or resources has ended them.
  case scopeEnded(scope: String)
  /// The back stack of a driver has changed, or a driver was asked for an effect; reported after the
  /// lifecycle callbacks and before the closures of ``NavigationDriver/onTransition(_:)``.
  case transition(TransitionNames)
  /// A value that was posted from another isolation has been stored.
  case posted(subject: String)
  /// A store begins to carry out an intent.
  case intent(any Sendable, store: String)
  /// A store has published a label.
  case label(any Sendable, store: String)
  /// The toolkit has detected a problem; reported to the handler of diagnostics too.
  case diagnostic(ArchitectureDiagnostic)
}

extension ArchitectureEvent: CustomStringConvertible {
  /// One line such as `stage    HomeViewModel resumed`.
  ///
  /// Intents and labels appear as the names of their cases, without values.
  public var description: String {
    switch self {
    case .visible(let viewModel): "stage    \(viewModel) visible"
    case .resumed(let viewModel): "stage    \(viewModel) resumed"
    case .paused(let viewModel): "stage    \(viewModel) paused"
    case .cleared(let viewModel): "stage    \(viewModel) cleared"
    case .taskLaunched(let task, let scope): "task     \(task) launched in \(scope)"
    case .taskEnded(let task, let scope): "task     \(task) ended in \(scope)"
    case .scopeEnded(let scope): "scope    \(scope) ended"
    case .transition(let names): "moved    \(names)"
    case .posted(let subject): "post     \(subject)"
    case .intent(let intent, let store): "intent   \(caseName(of: intent)) to \(store)"
    case .label(let label, let store): "label    \(caseName(of: label)) of \(store)"
    case .diagnostic(let diagnostic): "problem  \(diagnostic)"
    }
  }
}
