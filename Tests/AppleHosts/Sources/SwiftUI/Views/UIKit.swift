// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import UIKit

@MainActor
@preconcurrency
public protocol UIViewRepresentable: StubPrimitive {
  associatedtype UIViewType: UIView
  typealias Context = UIViewRepresentableContext<Self>

  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
}

@MainActor
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

extension UIViewRepresentable {
  /// Puts the view into the one of the hosting controller, if there is one.
  public func update(_ node: StubNode) {
    let view = node.stored("view", makeUIView(context: UIViewRepresentableContext()))
    node.renderer.hostingView?.addSubview(view)
    updateUIView(view, context: UIViewRepresentableContext())
  }

  /// Takes the view out of the one of the hosting controller.
  public func willRemove(_ node: StubNode) {
    (node.storage["view"] as? UIView)?.removeFromSuperview()
  }
}

@MainActor
@preconcurrency
public protocol UIViewControllerRepresentable: StubPrimitive {
  associatedtype UIViewControllerType: UIViewController
  typealias Context = UIViewControllerRepresentableContext<Self>

  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
}

@MainActor
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {}

extension UIViewControllerRepresentable {
  /// Makes the controller, which the stub puts into no window.
  public func update(_ node: StubNode) {
    let context = UIViewControllerRepresentableContext<Self>()
    updateUIViewController(
      node.stored("controller", makeUIViewController(context: context)),
      context: context
    )
  }
}

/// Shows a view in UIKit, without a scene of SwiftUI: the phase stays `background`.
open class UIHostingController<Content: View>: UIViewController {
  /// Draws the view, when it is loaded.
  public private(set) var renderer: Renderer!

  public init(rootView: Content) {
    self.rootView = rootView
    super.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) { nil }

  open var rootView: Content {
    didSet { renderer?.redraw() }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    renderer = Renderer(in: view) { [unowned self] in rootView }
  }
}
