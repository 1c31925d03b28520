// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@preconcurrency
@available(macOS 11, iOS 14, *)
public protocol App {
  associatedtype Body: Scene

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

@MainActor
protocol StubWindow { var window: any View { get } }

/// Draws the window of an app.
struct StubApp<Shown: App>: StubPrimitive {
  let app: Shown

  func update(_ node: StubNode) {
    node.install(app)
    let scene = node.tracking { app.body }
    if let window = scene as? any StubWindow {
      node.add("window", window.window)
    } else {
      node.renderer.report("the app has no window")
    }
  }
}

extension Renderer {
  /// Draws the window of an app.
  public convenience init(app: some App) {
    self.init { StubApp(app: app) }
  }
}
