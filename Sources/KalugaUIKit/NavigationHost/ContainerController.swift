#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// Shows another controller in its whole view, and lets it decide about the bars.
  class ContainerController: UIViewController {
    private(set) var content: UIViewController?

    override func viewDidLoad() {
      super.viewDidLoad()
      placeContent()
    }

    /// Shows a controller, or none, in place of the last one.
    func show(_ next: UIViewController?) {
      content?.willMove(toParent: nil)
      content?.viewIfLoaded?.removeFromSuperview()
      content?.removeFromParent()
      content = next
      guard let next else { return }
      addChild(next)
      if isViewLoaded { placeContent() }
      next.didMove(toParent: self)
    }

    func placeContent() {
      guard let content else { return }
      content.view.frame = view.bounds
      content.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(content.view)
    }

    #if !os(tvOS) && !os(visionOS)
      override var childForStatusBarStyle: UIViewController? { content }
      override var childForStatusBarHidden: UIViewController? { content }
      override var childForHomeIndicatorAutoHidden: UIViewController? { content }
      override var childForScreenEdgesDeferringSystemGestures: UIViewController? { content }
    #endif
  }
#endif
