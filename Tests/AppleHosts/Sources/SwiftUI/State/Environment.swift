// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a view inherits from the views around it.
public struct EnvironmentValues {
  public internal(set) var scenePhase: ScenePhase = .background

  public internal(set) var horizontalSizeClass: UserInterfaceSizeClass? = .compact

  public var openURL = OpenURLAction { _ in false }

  /// The layer to which the view belongs.
  var layer: StubLayer?
  /// Whether the view is on the screen, and not covered in a stack or in a hidden tab.
  var isVisible = true
  /// Whether the view cannot be seen or touched although it is on the screen.
  var isTransparent = false
  /// The navigation stack around the view.
  var stack: StubStackState?
  /// The index of the column around the view.
  var column = 0
  /// What the groups around the view call when it appears.
  var appearances: [StubAppearanceActions] = []
  /// Closes the alert around the view.
  var closeAlert: (() -> Void)?
  /// The tab bar around the view.
  var tabs: StubTabsState?
  /// Whether the view is a row of a list, or stands for several.
  var isInList = false

  public init() {}
}

/// A property that reads the environment.
protocol StubEnvironment: StubInstalled {}

@propertyWrapper
public struct Environment<Value>: StubEnvironment {
  private final class Seed {
    var value: Value?
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let seed = Seed()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  public var wrappedValue: Value { seed.value ?? EnvironmentValues()[keyPath: keyPath] }

  func install(in node: StubNode, _ path: String) {
    seed.value = node.environment[keyPath: keyPath]
  }
}

public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

public enum UserInterfaceSizeClass: Hashable, Sendable {
  case compact, regular
}

/// Opens a link with the app that the system chooses.
@MainActor
@preconcurrency
public struct OpenURLAction {
  private let open: @MainActor (String) -> Bool

  nonisolated init(_ open: @escaping @MainActor (String) -> Bool) {
    self.open = open
  }

  public func callAsFunction(_ url: URL) { _ = open(url.absoluteString) }

  public func callAsFunction(
    _ url: URL,
    completion: @escaping (_ accepted: Bool) -> Void
  ) {
    completion(open(url.absoluteString))
  }
}
