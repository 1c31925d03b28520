// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    StubAppearance(content: self, actions: StubAppearanceActions(onAppear: action))
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    StubAppearance(content: self, actions: StubAppearanceActions(onDisappear: action))
  }

  public func task<ID: Equatable>(
    id value: ID,
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    StubTask(content: self, id: value, action: action)
  }

  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    StubChange(content: self, value: value, action: action)
  }

  /// Makes the view transparent, which neither removes it nor lets it disappear.
  public func opacity(_ opacity: Double) -> some View {
    StubModified(content: self) { if opacity == 0 { $0.isTransparent = true } }
  }

  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    StubModified(content: self, mark: .link(action))
  }

  public func userActivity(
    _ activityType: String,
    isActive: Bool = true,
    _ update: @escaping (NSUserActivity) -> Void
  ) -> some View {
    StubModified(content: self, mark: isActive ? .activity(activityType, update) : nil)
  }

  public func onContinueUserActivity(
    _ activityType: String,
    perform action: @escaping (NSUserActivity) -> Void
  ) -> some View {
    StubModified(content: self, mark: .continuation(activityType, action))
  }
}

/// What an app offers to another device; Foundation declares it on Apple's systems.
public final class NSUserActivity {
  public let activityType: String
  public var userInfo: [AnyHashable: Any]?

  public init(activityType: String) {
    self.activityType = activityType
  }
}

/// A view that changes the environment of its content, or has a mark that the renderer looks for.
struct StubModified<Content: View>: StubPrimitive, StubMarked {
  let content: Content
  var mark: StubMark?
  var change: (inout EnvironmentValues) -> Void = { _ in }

  func update(_ node: StubNode) {
    var environment = node.environment
    change(&environment)
    node.add("content", content, environment)
  }
}

enum StubMark {
  case tag(AnyHashable)
  case badge(Int)
  case detents(Set<PresentationDetent>)
  case interaction(PresentationBackgroundInteraction)
  case link((URL) -> Void)
  case activity(String, (NSUserActivity) -> Void)
  case continuation(String, (NSUserActivity) -> Void)
}

@MainActor
protocol StubMarked: View { var mark: StubMark? { get } }

/// What is called when a view appears and disappears.
struct StubAppearanceActions {
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?

  @MainActor
  func perform(for node: StubNode) {
    if let action = node.isVisible ? onAppear : onDisappear { node.renderer.afterUpdate(action) }
  }
}

/// A view that stands for its content, so that what is applied to it is applied to each view of that.
protocol StubTransparent: StubPrimitive {}

/// A view of several, each of which appears for itself.
protocol StubGroup: StubTransparent {}

private struct StubAppearance<Content: View>: StubPrimitive, StubGroupModifier {
  let content: Content
  let actions: StubAppearanceActions

  /// `/group`: "a modifier that you apply to the group is applied to all of its members".
  var isOfGroup: Bool {
    content is any StubGroup || (content as? any StubGroupModifier)?.isOfGroup == true
  }

  func update(_ node: StubNode) {
    var environment = node.environment
    if isOfGroup { environment.appearances.append(actions) }
    node.add("content", content, environment)
  }

  func visibilityDidChange(_ node: StubNode) {
    if !isOfGroup { actions.perform(for: node) }
  }
}

@MainActor
protocol StubGroupModifier { var isOfGroup: Bool { get } }

private struct StubTask<Content: View, ID: Equatable>: StubPrimitive {
  final class Running {
    var id: ID?
    var task: Task<Void, Never>?
  }

  let content: Content
  let id: ID
  let action: @Sendable () async -> Void

  func update(_ node: StubNode) {
    node.add("content", content)
    let running = node.stored("task", Running())
    if node.isVisible, running.id != id { start(running) }
  }

  func visibilityDidChange(_ node: StubNode) {
    let running = node.stored("task", Running())
    if node.isVisible {
      start(running)
    } else {
      running.task?.cancel()
      running.id = nil
    }
  }

  private func start(_ running: Running) {
    running.task?.cancel()
    running.id = id
    running.task = Task { await action() }
  }
}

private struct StubChange<Content: View, Value: Equatable>: StubPrimitive {
  final class Previous {
    var value: Value?
  }

  let content: Content
  let value: Value
  let action: () -> Void

  func update(_ node: StubNode) {
    node.add("content", content)
    let previous = node.stored("previous", Previous())
    if let old = previous.value, old != value { node.renderer.afterUpdate(action) }
    previous.value = value
  }
}
