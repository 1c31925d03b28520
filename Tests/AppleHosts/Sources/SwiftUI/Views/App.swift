// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@preconcurrency
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
public protocol Scene {
  associatedtype Body: Scene

  var body: Body { get }
}

extension Never: Scene {}

/// Windows, whose content the renderer draws.
public protocol StubWindows: Scene where Body == Never {
  var windows: [any View] { get }
}

extension StubWindows {
  // The renderer asks for the windows, and never for a body.
  public var body: Never { fatalError("windows have no body") }
}

public struct WindowGroup<Content: View>: StubWindows {
  public let windows: [any View]

  public init(@ViewBuilder content: () -> Content) {
    windows = [content()]
  }
}

/// The window for the settings of an app on a Mac.
public typealias Settings<Content: View> = WindowGroup<Content>

@resultBuilder
@MainActor
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  public static func buildBlock(_ first: some Scene, _ second: some Scene) -> some Scene {
    StubScenes(windows: [first, second].flatMap { ($0 as? any StubWindows)?.windows ?? [] })
  }
}

private struct StubScenes: StubWindows {
  let windows: [any View]
}

/// Draws one window of an app.
private struct StubApp<Shown: App>: StubPrimitive {
  let app: Shown
  let index: Int

  func update(_ node: StubNode) {
    node.install(app)
    let scene = node.tracking { app.body }
    guard let windows = (scene as? any StubWindows)?.windows, windows.indices.contains(index)
    else { return node.renderer.report("the app has no window \(index)") }
    node.add("window", windows[index])
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
