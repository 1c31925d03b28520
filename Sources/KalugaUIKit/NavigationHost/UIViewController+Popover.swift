#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIViewController {
    /// Makes a popover without a source legal, which UIKit would answer with an exception.
    func placePopover(over presenter: UIViewController) {
      #if !os(tvOS)
        guard let popover = popoverPresentationController, popover.sourceItem == nil,
          popover.sourceView == nil, popover.barButtonItem == nil, let view = presenter.view
        else { return }
        popover.sourceView = view
        popover.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
        popover.permittedArrowDirections = []
      #endif
    }
  }
#endif
