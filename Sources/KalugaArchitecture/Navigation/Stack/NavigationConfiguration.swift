/// The policies of a navigation driver: for requests that come too early, twice or too late, and for
/// the screens of hidden tabs.
public struct NavigationConfiguration: Hashable, Sendable {
  /// The treatment of a request that is made before the start.
  public enum BeforeStart: Hashable, Sendable {
    /// Refuses the request.
    case refuse
    /// Lets requests wait for the start, in order, and refuses those beyond the limit.
    case wait(limit: Int)
  }

  /// The treatment of a request that opens a screen a second time.
  public enum Duplicates: Hashable, Sendable {
    /// Opens the screen again.
    case allow
    /// Refuses the request while an earlier request for the same screen has not been carried out.
    case refuseWhileRunning
    /// Refuses the request like ``refuseWhileRunning``, and also if the same screen is on top of
    /// the stack on which the operation acts, or on which the last of several steps acts, before it.
    ///
    /// Repeated taps on a button then open the screen only once.
    ///
    /// An accepted request may be refused later, because another request or the redirect of a guard
    /// leads to the same screen. The ticket then reports the refusal.
    case refuseOnTop
  }

  /// The treatment of a request with which a covered screen would move other screens.
  public enum WhenCovered: Hashable, Sendable {
    /// Refuses the request with ``NavigationError/screenIsCovered(screen:action:)``.
    case refuse
    /// Carries out the request, which then acts on whatever is shown.
    case allow
  }

  /// The time at which the view models of screens in a hidden tab are made.
  ///
  /// The stack has the entries of all tabs from the start, in both cases.
  public enum HiddenTabs: Hashable, Sendable {
    /// Makes the view models together with their entries.
    case eagerly
    /// Makes the view models of a tab when the tab is first selected, and then keeps them.
    ///
    /// The view models are made bottom first, in the transition after which the tab is selected. A
    /// tab that one of several steps selects and a later one leaves stays unmade. A tab is recognized
    /// by its first screen, and a later screen of a made tab is made at once.
    ///
    /// The screens of a tab that was never selected can be moved, updated and removed like others,
    /// but have no view models: no hook and no back handler is called for them. A snapshot contains
    /// what an earlier process has saved for them.
    ///
    /// ``NavigationDriver/start()`` also makes each hidden tab in which a screen awaits a result: the
    /// tab of a view model that has navigated with a ``NavigationResultKey``. The result of a screen
    /// in a nested stack is awaited in the same nested stack, and needs no earlier start.
    case lazily
  }

  /// The treatment of a request that is made before the start.
  public var beforeStart: BeforeStart

  /// The treatment of a request that opens a screen a second time.
  public var duplicates: Duplicates

  /// The treatment of a request with which a covered screen would move other screens.
  public var whenCovered: WhenCovered

  /// The time at which the view models of screens in a hidden tab are made.
  public var hiddenTabs: HiddenTabs

  /// Creates a configuration.
  public init(
    beforeStart: BeforeStart = .refuse,
    duplicates: Duplicates = .allow,
    whenCovered: WhenCovered = .refuse,
    hiddenTabs: HiddenTabs = .eagerly
  ) {
    self.beforeStart = beforeStart
    self.duplicates = duplicates
    self.whenCovered = whenCovered
    self.hiddenTabs = hiddenTabs
  }
}
