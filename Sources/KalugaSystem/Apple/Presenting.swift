#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import UIKit

  extension Question {
    @MainActor
    func ask(over controller: UIViewController?) async throws(NavigationError) -> String {
      try await present(over: controller, effect: "question") { reply in
        let alert = UIAlertController(
          title: title,
          message: message.isEmpty ? nil : message,
          preferredStyle: .alert
        )
        for choice in choices {
          let style: UIAlertAction.Style =
            switch choice.role {
            case .plain: .default
            case .destructive: .destructive
            case .cancel: .cancel
            }
          alert.addAction(
            UIAlertAction(title: choice.title, style: style) { _ in
              reply.resume(returning: choice.name)
            }
          )
        }
        return alert
      }
    }
  }

  extension Share {
    @MainActor
    func show(over controller: UIViewController?) async throws(NavigationError) -> Bool {
      try await present(over: controller, effect: "share") { reply in
        var items: [Any] = files
        if let link, let url = URL(string: link) { items.insert(url, at: 0) }
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

  /// Presents a controller over what is shown, and waits for its answer.
  @MainActor
  func present<Answer: Sendable>(
    over controller: UIViewController?,
    effect: String,
    _ make: @MainActor (CallbackReply<Answer>) -> UIViewController
  ) async throws(NavigationError) -> Answer {
    var top = controller
    while let next = top?.presentedViewController, !next.isBeingDismissed { top = next }
    guard let top, top.viewIfLoaded?.window != nil else { throw .unavailable(effect: effect) }
    let answer: Answer? = try? await withCallback { reply in
      let shown = make(reply)
      // UIKit shows a popover on an iPad, and raises an exception if it has no source.
      if let popover = shown.popoverPresentationController {
        popover.sourceView = top.view
        let bounds = top.view.bounds
        popover.sourceRect = CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
        popover.permittedArrowDirections = []
      }
      top.present(shown, animated: true)
    }
    // Without an answer, the driver has ended, or UIKit has shown nothing.
    guard let answer else { throw .unavailable(effect: effect) }
    return answer
  }
#endif
