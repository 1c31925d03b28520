#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import UIKit

  extension Share {
    @MainActor
    func show(with presenter: Presenter) async throws(NavigationError) -> Bool {
      try await presenter.present(self, "share") { reply in
        var items: [Any] = files
        if let link, let url = URL(string: link.escapedBehindServer) { items.insert(url, at: 0) }
        if let text { items.insert(text, at: 0) }
        let sheet = UIActivityViewController(activityItems: items, applicationActivities: nil)
        sheet.completionWithItemsHandler = { [weak sheet] _, isShared, _, _ in
          // The sheet may stay open and end again, but only one answer counts.
          sheet?.completionWithItemsHandler = nil
          reply.resume(returning: isShared)
        }
        return sheet
      }
    }
  }

  /// Presents what the system shows over a window.
  @MainActor
  final class Presenter {
    private let controller: @MainActor () -> UIViewController?
    private var shown: Set<AnyHashable> = []

    init(over controller: @escaping @MainActor () -> UIViewController?) {
      self.controller = controller
    }

    /// Presents a controller over what is shown, and waits for its answer.
    ///
    /// - Throws: `NavigationError.duplicate` if the same is shown already, as after a second tap.
    func present<Answer: Sendable>(
      _ effect: some Hashable,
      _ name: String,
      _ make: @MainActor (CallbackReply<Answer>) -> UIViewController
    ) async throws(NavigationError) -> Answer {
      guard shown.insert(effect).inserted else { throw .duplicate(screen: name) }
      defer { shown.remove(effect) }
      var top = controller()
      while let next = top?.presentedViewController, !next.isBeingDismissed { top = next }
      guard let top, top.viewIfLoaded?.window != nil else { throw .unavailable(effect: name) }
      weak var presented: UIViewController?
      let answer: Answer? = try? await withCallback { reply in
        let shown = make(reply)
        presented = shown
        // UIKit shows a popover on an iPad, and raises an exception if it has no source.
        if let popover = shown.popoverPresentationController {
          popover.sourceView = top.view
          let bounds = top.view.bounds
          popover.sourceRect = CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
          popover.permittedArrowDirections = []
        }
        top.present(shown, animated: true)
      }
      guard let answer else {
        // The driver has ended, or UIKit has shown nothing.
        presented?.presentingViewController?.dismiss(animated: true)
        throw .unavailable(effect: name)
      }
      return answer
    }
  }
#endif
