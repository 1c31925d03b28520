#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Holds a back stack, and makes, resumes, pauses and clears the view models of its screens.
///
/// Each transition runs on the main actor, in this order:
/// 1. The screen that was shown is paused, or becomes visible if it is covered only partly. Others
///    that were visible are paused if they no longer are.
/// 2. Screens that left the stack are cleared, top first.
/// 3. The new stack is published.
/// 4. The view models of new screens, and of a hidden tab that is first selected, are made, bottom
///    first.
/// 5. Shared view models whose last screen has left are cleared: ``sharedViewModel(_:make:)``.
/// 6. Screens become visible that are covered only partly, and the top screen is resumed, if
///    ``hostState`` is active. See <doc:lifecycle>.
/// 7. The closures of ``onTransition(_:)`` are called.
/// 8. The promises are settled.
///
/// A request that is made during a transition waits for its end. So does a request that is made
/// while a guard decides, or inside a hook of a screen. Waiting requests are carried out in order.
///
/// The driver holds the view models strongly. Navigators hold the driver weakly.
@MainActor
public final class NavigationDriver<Destination: NavigationDestination>: StackDriver {
  /// Makes the view model of a screen.
  ///
  /// The ``Saved`` properties of all view models that it makes belong to the screen.
  public typealias ScreenFactory =
    @MainActor (Destination, NavigationDriver<Destination>) -> BaseLifecycleViewModel

  /// The current stack.
  public let stack: InitializedObservable<BackStack<Destination>>

  /// The current stack, for a body that must not be evaluated again with each transition.
  package var untrackedStack: BackStack<Destination> { BackStack(current) }

  private let makeScreen: ScreenFactory

  /// The state of the host, which the host sets, or the view model in which the driver is nested.
  ///
  /// The top screen is resumed only while the state is ``HostState/active``, which it is at first. It
  /// is visible while the state is ``HostState/inactive``, and paused in the background. Operations
  /// still change the stack, and make and clear screens.
  ///
  /// A change takes effect before the assignment returns, or at the end of a running transition or
  /// hook. Before the start, it only decides about the stages that ``start()`` gives the screens.
  public var hostState: HostState {
    get { stateOfHost }
    set { stateOfHost = newValue }
  }

  /// Whether the host shows a list and its detail side by side, which it sets; false at first.
  ///
  /// A path is the same in both widths: `[inbox, mail]` is one column in a narrow host, and two in a
  /// wide one. There, the screen on top of the list stays visible, moves its own pane, and may show
  /// another detail. An operation that names a screen acts on the pane that has it, and steps after one
  /// that opens a detail act on the detail. ``back()`` goes back in the detail first and then in the
  /// list, and closes neither's first screen; it closes a presented layer with both. The detail closes
  /// itself by ``NavigationSpec/finish(result:)``. See ``NavigationDestination/isDetail``, and
  /// <doc:stack#Lists-and-details> for going back in each width.
  ///
  /// A nested stack does not follow the width of the stack around it.
  ///
  /// A change takes effect like one of ``hostState``. It is no transition.
  public var isWide: Bool {
    get { isHostWide }
    set { isHostWide = newValue }
  }

  /// The path of the shown stack, for hosts that show it and can shorten it themselves.
  ///
  /// They report a shorter path by ``hostDidShow(_:)``. In a wide host, ``BackStack/Layer/startOfDetail``
  /// divides it into the list and the detail.
  public private(set) lazy var path = stack.map { $0.shownPaths.last ?? [] }

  /// Whether the user can go back: from a question or the shown screen, in the list beside it, or in a
  /// stack that is nested in one of them.
  ///
  /// A host dims its back button with it. Observers are called in the turn of the main actor after
  /// the change. ``back()`` may still be intercepted by a handler or refused by a guard.
  public private(set) lazy var canGoBack = InitializedObservable { [weak self] in
    self?.hasWayBack ?? false
  }

  /// Creates a driver with one screen, or with the stack of an earlier process if there is one.
  ///
  /// ``start()`` makes the screens.
  public convenience init(
    root: Destination,
    restoring snapshot: NavigationSnapshot<Destination>? = nil,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    let fresh = NavigationSnapshot(stack: BackStack(root: root))
    self.init(restoring: snapshot ?? fresh, configuration: configuration, screen: screen)
  }

  /// Creates a driver with tabs, or with the stack of an earlier process if there is one.
  ///
  /// ``start()`` makes the screens of all tabs, and resumes only that of the selected one. With
  /// ``NavigationConfiguration/HiddenTabs/lazily``, it makes only the screens of the selected tab.
  ///
  /// The stack of an earlier process wins, with its own tabs and selection, even if an earlier
  /// version of the app had other tabs or none. To change its tabs, perform
  /// ``NavigationSpec/tabs(_:selected:)`` after the start.
  ///
  /// Stops the program at the caller's line if no tab has the selected index.
  public convenience init(
    tabs: [Destination],
    selected: Int = 0,
    restoring snapshot: NavigationSnapshot<Destination>? = nil,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    // A programming error: no stack is without a screen on top.
    precondition(
      tabs.indices.contains(selected),
      "selected must be the index of one of the \(tabs.count) tabs, found \(selected)",
      file: file,
      line: line
    )
    let fresh = NavigationSnapshot(stack: BackStack(tabs: tabs, selected: selected))
    self.init(restoring: snapshot ?? fresh, configuration: configuration, screen: screen)
  }

  /// Creates a driver that continues with the stack of an earlier process.
  public init(
    restoring snapshot: NavigationSnapshot<Destination>,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    makeScreen = screen
    let subject = InitializedSubject(wrappedValue: snapshot.stack.erased)
    stack = subject.map { BackStack($0) }
    super.init(subject, snapshot.records, snapshot.sharedRecords, configuration)
  }

  override func makeViewModel(of destination: ErasedDestination) -> BaseLifecycleViewModel {
    makeScreen(destination.typed(), self)
  }

  override func savedStack() throws(SavedStateError) -> Data {
    try SavedStateEnvelope.json(of: SavedStateEnvelope(snapshot(), version: 1))
  }

  override func restore(_ data: Data) throws(SavedStateError) {
    let snapshot = try NavigationSnapshot<Destination>(data)
    stackSubject.current = snapshot.stack.erased
    screens = snapshot.records
    restoreShared(snapshot.sharedRecords)
  }

  package override var savedText: String { get throws { try textOfSavedStack } }

  // MARK: Life

  /// Makes the screens of the stack, and resumes the top screen if the host is active.
  ///
  /// See ``NavigationConfiguration/HiddenTabs`` for the screens of hidden tabs.
  ///
  /// Requests that waited for the start are carried out before this returns, unless a guard must be
  /// asked. Later calls do nothing.
  public func start() { startStack() }

  /// Pauses and clears all screens, top first, and refuses all waiting and later requests.
  ///
  /// The screens end after a running transition or hook. Requests that wait for a result end as
  /// cancelled, and so do effects that are being carried out.
  public func end() { endStack() }

  /// The view model of the shown screen, or nil before the start and after the end.
  public var topViewModel: BaseLifecycleViewModel? {
    viewModel(for: stackSubject.current.top.id)
  }

  /// Returns the view model of an entry of the stack, or nil before it is made.
  ///
  /// See ``NavigationConfiguration/HiddenTabs`` for the screens of hidden tabs.
  public func viewModel(of id: BackStackEntryID) -> BaseLifecycleViewModel? {
    viewModel(for: id)
  }
}

extension NavigationDriver: nonisolated CustomReflectable {
  /// The stack and the configuration.
  ///
  /// The view models are not included, because they may store private values, and lead to the rest
  /// of the app.
  public nonisolated var customMirror: Mirror {
    Mirror(
      self,
      children: ["stack": stackSubject, "configuration": configuration],
      displayStyle: .class,
      ancestorRepresentation: .suppressed
    )
  }
}
