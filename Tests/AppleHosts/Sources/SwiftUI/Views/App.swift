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

/// A window, whose content the renderer draws.
public protocol StubWindow: Scene where Body == Never {
  var content: any View { get }
}

extension StubWindow {
  // The renderer asks for the content, and never for a body.
  public var body: Never { fatalError("a window has no body") }
}

public struct WindowGroup<Content: View>: StubWindow {
  public let content: any View

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@resultBuilder
@MainActor
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// Draws the window of an app.
private struct StubApp<Shown: App>: StubPrimitive {
  let app: Shown

  func update(_ node: StubNode) {
    node.install(app)
    let scene = node.tracking { app.body }
    guard let window = scene as? any StubWindow
    else { return node.renderer.report("the app has no window") }
    node.add("window", window.content)
  }
}

extension Renderer {
  /// Draws the window of an app.
  public convenience init(app: some App) {
    self.init { StubApp(app: app) }
  }
}
