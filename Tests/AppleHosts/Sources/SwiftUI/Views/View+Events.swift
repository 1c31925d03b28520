// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension View {
  /// Calls the action before the view appears.
  @available(macOS 10.15, iOS 13, *)
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    StubAppearance(content: self, onAppear: action, onDisappear: nil)
  }

  /// Calls the action after the view has disappeared.
  @available(macOS 10.15, iOS 13, *)
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    StubAppearance(content: self, onAppear: nil, onDisappear: action)
  }

  /// Runs the action from before the view appears until it disappears.
  @available(macOS 12, iOS 15, *)
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    StubTask(content: self, id: 0, action: action)
  }

  /// Runs the action like `task`, and starts it again when the value changes.
  @available(macOS 12, iOS 15, *)
  public func task<ID: Equatable>(
    id value: ID,
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    StubTask(content: self, id: value, action: action)
  }

  /// Calls the action when the value changes.
  @available(macOS 14, iOS 17, *)
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    StubChange(content: self, value: value, initial: initial, action: action)
  }

  /// Calls the action when the value changes.
  @available(macOS 14, iOS 17, *)
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    StubChange(content: self, value: value, initial: initial) { _, _ in action() }
  }
}

extension View {
  /// Calls the action with a link that the system opens in the app.
  @available(macOS 11, iOS 14, *)
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    StubLinks(content: self, action: action)
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

extension View {
  /// Describes an activity of the user while it is active.
  @available(macOS 11, iOS 14, *)
  public func userActivity(
    _ activityType: String,
    isActive: Bool = true,
    _ update: @escaping (NSUserActivity) -> Void
  ) -> some View {
    StubActivity(content: self, type: activityType, isActive: isActive, describe: update)
  }

  /// Calls the action with an activity from another device.
  @available(macOS 11, iOS 14, *)
  public func onContinueUserActivity(
    _ activityType: String,
    perform action: @escaping (NSUserActivity) -> Void
  ) -> some View {
    StubContinuation(content: self, type: activityType, action: action)
  }
}

private struct StubActivity<Content: View>: StubPrimitive, StubActivityOffer {
  let content: Content
  let type: String
  let isActive: Bool
  let describe: (NSUserActivity) -> Void

  func update(_ node: StubNode) { node.add("content", content) }

  var activity: NSUserActivity? {
    guard isActive else { return nil }
    let activity = NSUserActivity(activityType: type)
    describe(activity)
    return activity
  }
}

private struct StubContinuation<Content: View>: StubPrimitive, StubActivityHandler {
  let content: Content
  let type: String
  let action: (NSUserActivity) -> Void

  func update(_ node: StubNode) { node.add("content", content) }
}

private struct StubLinks<Content: View>: StubPrimitive, StubLinkHandler {
  let content: Content
  let action: (URL) -> Void

  func update(_ node: StubNode) { node.add("content", content) }
}

/// What is called when a view appears and disappears.
struct StubAppearanceActions {
  let onAppear: (() -> Void)?
  let onDisappear: (() -> Void)?

  @MainActor
  func perform(for node: StubNode) {
    if let action = node.isVisible ? onAppear : onDisappear { node.renderer.afterUpdate(action) }
  }
}

/// A view that stands for its content, so that what is applied to it is applied to each view of that.
protocol StubTransparent: StubPrimitive {}

private struct StubAppearance<Content: View>: StubPrimitive {
  let content: Content
  let actions: StubAppearanceActions

  init(content: Content, onAppear: (() -> Void)?, onDisappear: (() -> Void)?) {
    self.content = content
    actions = StubAppearanceActions(onAppear: onAppear, onDisappear: onDisappear)
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

extension StubAppearance: StubGroupModifier {
  /// `/group`: "a modifier that you apply to the group is applied to all of its members".
  var isOfGroup: Bool {
    content is any StubGroup || (content as? any StubGroupModifier)?.isOfGroup == true
  }
}

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
      running.task = nil
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
  let initial: Bool
  let action: (Value, Value) -> Void

  func update(_ node: StubNode) {
    node.add("content", content)
    let previous = node.stored("previous", Previous())
    let old = previous.value
    previous.value = value
    if let old {
      if old != value { node.renderer.afterUpdate { action(old, value) } }
    } else if initial {
      node.renderer.afterUpdate { action(value, value) }
    }
  }
}
