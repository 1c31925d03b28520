// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@preconcurrency
@available(macOS 11, iOS 14, *)
public protocol App {
  associatedtype Body: Scene

  @SceneBuilder
  var body: Body { get }

  init()
}

extension App {
  public static func main() {
    // The stub has no window server; only tests draw an app.
    fatalError("the stub cannot run \(Self.self)")
  }
}

@MainActor
@preconcurrency
@available(macOS 11, iOS 14, *)
public protocol Scene {
  associatedtype Body: Scene

  var body: Body { get }
}

extension Never: Scene {}

/// A window, whose content the renderer draws.
@available(macOS 11, iOS 14, *)
public struct WindowGroup<Content: View>: Scene, StubWindow {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  // The renderer asks a window for its content, and never for its body.
  public var body: Never { fatalError("a window has no body") }

  var window: any View { content }
}

/// The window for the settings of an app on a Mac.
@available(macOS 11, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct Settings<Content: View>: Scene, StubWindow {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  // The renderer asks a window for its content, and never for its body.
  public var body: Never { fatalError("a window has no body") }

  var window: any View { content }
}

@resultBuilder
@MainActor
@available(macOS 11, iOS 14, *)
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  public static func buildBlock(_ first: some Scene, _ second: some Scene) -> some Scene {
    StubScenes(windows: [first, second].compactMap { $0 as? any StubWindow })
  }
}

/// The windows of an app.
private struct StubScenes: Scene {
  let windows: [any StubWindow]

  // The renderer asks for the windows, and never for a body.
  var body: Never { fatalError("windows have no body") }
}

@MainActor
protocol StubWindow { var window: any View { get } }

/// Draws one window of an app.
struct StubApp<Shown: App>: StubPrimitive {
  let app: Shown
  let index: Int

  func update(_ node: StubNode) {
    node.install(app)
    let scene = node.tracking { app.body }
    let windows = (scene as? StubScenes)?.windows ?? [scene as? any StubWindow].compactMap(\.self)
    if windows.indices.contains(index) {
      node.add("window", windows[index].window)
    } else {
      node.renderer.report("the app has no window \(index)")
    }
  }
}

extension Renderer {
  /// Draws the window of an app.
  public convenience init(app: some App) {
    self.init { StubApp(app: app, index: 0) }
  }

  /// Draws the settings of an app, which are its second window.
  public convenience init(settingsOf app: some App) {
    self.init { StubApp(app: app, index: 1) }
  }
}
