internal import UIKit

/// Draws views of the stub and acts on them as a user does.
///
/// The renderer evaluates bodies, keeps the state of each view, and calls the actions of the views
/// after each update, as the real framework does. It updates the screen by itself after a change,
/// in a later job of the main actor, or at once when a test looks at the screen.
@MainActor
public final class Renderer {
  /// A reading of what the documentation of SwiftUI leaves open.
  ///
  /// What is built on it must work with all of them.
  public struct Reading: Sendable, Hashable, CaseIterable {
    /// How a container notices that the value of a binding is not what it shows, and what it writes.
    public enum Comparison: Sendable, CaseIterable {
      /// Compares the value with what is on the screen, and writes the path that is on the screen.
      /// A dismissal is written to the newest binding.
      case withScreen
      /// Compares the value with the one of the previous update, so that a value that refuses a
      /// change of the user looks unchanged. Writes the beginning of the value of a path. A
      /// dismissal is written to the binding with which it began.
      case withPreviousValue
    }

    /// When a swipe back or a dismissal is written.
    public enum Writing: Sendable, CaseIterable {
      case beforeAnimation, afterAnimation
    }

    /// How a container compares.
    public let comparison: Comparison
    /// When it writes.
    public let writing: Writing

    /// Creates a reading.
    public init(_ comparison: Comparison, _ writing: Writing = .afterAnimation) {
      self.comparison = comparison
      self.writing = writing
    }

    /// All combinations.
    public static let allCases = Comparison.allCases.flatMap { comparison in
      Writing.allCases.map { Reading(comparison, $0) }
    }
  }

  /// Mistakes that the real framework would answer with a warning or a wrong screen.
  public private(set) var problems: [String] = []

  /// Links that were opened, with the answer that ``canOpenLinks`` gives.
  public var openedLinks: [String] = []

  /// Whether the system can open links.
  public var canOpenLinks = true

  /// Whether a sheet that the app dismisses takes until ``finishDismissal()`` to move out.
  ///
  /// The dismissal by a user always does.
  public var dismissalsTakeTime = false

  /// Whether something that is not presented by a view covers the screen, such as an alert of UIKit,
  /// so that UIKit refuses to present.
  public var isCovered = false

  /// Whether SwiftUI keeps the item of a sheet that UIKit has refused to present.
  ///
  /// In report 73 of FlowStacks, the route stays and is never shown.
  public var keepsRefusedItems = false

  /// How often UIKit has refused to present.
  public internal(set) var refusedPresentations = 0

  /// How many rows of a list fit on the screen.
  public var rowsOnScreen = Int.max
  /// The row of the list to which the user has scrolled.
  var firstRow = 0

  /// What the app has changed: `push`, `pop`, `present` and `dismiss`, each with `animated` or `at
  /// once`.
  public private(set) var moves: [String] = []

  /// The types whose bodies were evaluated, in order.
  public var evaluatedBodies: [String] = []

  /// The phase of the scene.
  public var scenePhase: ScenePhase = .active {
    didSet {
      needsRoot = true
      settle()
    }
  }

  /// Whether the window has place for two columns.
  public var isWide = false {
    didSet {
      needsRoot = true
      settle()
    }
  }

  /// Whether the detail of a split view appears before the list, which Apple does not document.
  public var showsDetailFirst = false

  let reading: Reading
  /// The view of the hosting controller, or nil in a scene of SwiftUI.
  private(set) weak var hostingView: UIView?
  private var content: (() -> any View)?
  private var root: StubNode?
  private(set) var isUpdating = false
  private var needsRoot = true
  private var isScheduled = false
  private var isHeld = false
  /// Whether the changes are animated that are being drawn.
  var isAnimated = true
  /// Whether the views under an equal view keep their bodies.
  var keepsBodies = false
  /// What ends the dismissals that are under way.
  var dismissals: [() -> Void] = []
  /// What ends the swipe that is under way.
  var swipe: (() -> Void)?
  private var actions: [() -> Void] = []

  /// Draws the content.
  public init(
    _ reading: Reading = Reading(.withPreviousValue),
    @ViewBuilder _ content: @escaping () -> some View
  ) {
    self.reading = reading
    self.content = { content() }
    settle()
  }

  /// Draws the content of a hosting controller, for which SwiftUI knows no scene.
  init(in view: UIView, @ViewBuilder _ content: @escaping () -> some View) {
    reading = Reading(.withPreviousValue)
    hostingView = view
    scenePhase = .background
    self.content = { content() }
    settle()
  }

  func isOnScreen(row: Int) -> Bool { row >= firstRow && row - firstRow < rowsOnScreen }

  /// Evaluates the content again, as a change of the app's own state does.
  public func redraw() {
    needsRoot = true
    settle()
  }

  /// Runs what the app and the user do before the screen is drawn again.
  ///
  /// The user sees the earlier screen, and acts on it.
  public func beforeDrawing(_ body: () throws -> Void) rethrows {
    isHeld = true
    defer {
      isHeld = false
      settle()
    }
    try body()
  }

  /// Like the other one, for what takes several jobs of the main actor.
  public func beforeDrawing(_ body: () async throws -> Void) async rethrows {
    isHeld = true
    defer {
      isHeld = false
      settle()
    }
    try await body()
  }

  /// Ends the identities of all views, as a closed window does.
  public func close() {
    content = nil
    root?.remove()
    root = nil
    runActions()
  }

  /// Updates the screen until nothing changes any more.
  public func settle() {
    guard !isUpdating, !isHeld else { return }
    var rounds = 0
    while let content, needsRoot || invalidNode != nil || !actions.isEmpty {
      rounds += 1
      if rounds > 100 { return report("the screen never comes to rest") }
      update(content)
      runActions()
    }
  }

  private func update(_ content: () -> any View) {
    isUpdating = true
    defer { isUpdating = false }
    if needsRoot {
      needsRoot = false
      var environment = EnvironmentValues()
      environment.scenePhase = scenePhase
      environment.horizontalSizeClass = isWide ? .regular : .compact
      environment.openURL = OpenURLAction { [weak self] url in self?.open(url) ?? false }
      environment.layer = StubLayer()
      let view = content()
      if let root, Swift.type(of: root.view) == Swift.type(of: view) {
        root.update(view, environment)
      } else {
        root?.remove()
        root = StubNode(view, environment, depth: 0, self)
        root?.evaluate()
      }
    }
    // Each layer has a hosting controller of its own, which updates itself.
    let layer = invalidNode?.environment.layer
    while let node = invalidNode, node.environment.layer === layer { node.evaluate() }
  }

  /// The invalid node that is nearest to the root.
  private var invalidNode: StubNode? {
    var found: StubNode?
    root?.forEach { node in
      if node.needsUpdate, node.depth < found?.depth ?? .max { found = node }
    }
    return found
  }

  private func runActions() {
    let actions = self.actions
    self.actions = []
    for action in actions { action() }
  }

  /// Runs the action after the update.
  func afterUpdate(_ action: @escaping () -> Void) {
    actions.append(action)
  }

  func nodeWasInvalidated() {
    if isUpdating { report("a view changed its own input while it was updated") }
    guard !isScheduled else { return }
    isScheduled = true
    Task { [weak self] in
      self?.isScheduled = false
      self?.settle()
    }
  }

  func note(_ move: String) {
    moves.append("\(move) \(isAnimated ? "animated" : "at once")")
  }

  func report(_ problem: String) {
    problems.append(problem)
  }

  private func open(_ url: String) -> Bool {
    openedLinks.append(url)
    return canOpenLinks
  }

  // MARK: Looking

  /// Returns what the closure returns for the first node that it accepts.
  func first<Value>(_ find: (StubNode) -> Value?) -> Value? {
    settle()
    return root?.first(find)
  }

  func all<Value>(_ find: (StubNode) -> Value?) -> [Value] {
    settle()
    var found: [Value] = []
    root?.forEach { node in if let value = find(node) { found.append(value) } }
    return found
  }
}
