// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
open class UIAlertAction: NSObject {
  public enum Style: Sendable {
    case `default`, cancel, destructive
  }

  open private(set) var title: String?
  open private(set) var style = Style.default
  private var handler: ((UIAlertAction) -> Void)?

  public convenience init(
    title: String?,
    style: UIAlertAction.Style,
    handler: ((UIAlertAction) -> Void)? = nil
  ) {
    self.init()
    (self.title, self.style, self.handler) = (title, style, handler)
  }

  func perform() { handler?(self) }
}

open class UIAlertController: UIViewController {
  public enum Style: Sendable {
    case actionSheet, alert
  }

  open var message: String?
  open private(set) var preferredStyle = Style.alert
  open private(set) var actions: [UIAlertAction] = []

  public convenience init(
    title: String?,
    message: String?,
    preferredStyle: UIAlertController.Style
  ) {
    self.init(nibName: nil, bundle: nil)
    (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    // As on an iPad.
    if preferredStyle == .actionSheet { modalPresentationStyle = .popover }
  }

  open func addAction(_ action: UIAlertAction) { actions.append(action) }

  /// Taps on a button, which closes the alert.
  ///
  /// Report 1885 of material-components-ios: the handler is called after the dismissal.
  public func tap(_ title: String) {
    let action = actions.first { $0.title == title }
    dismiss(animated: true) { action?.perform() }
  }

  /// The alert in the form `alert Title: Message (Button | Button!)`.
  ///
  /// A `!` marks a button that destroys something, and `?` one that cancels.
  public var picture: String {
    let buttons = actions.map { action in
      let marks: [UIAlertAction.Style: String] = [.destructive: "!", .cancel: "?"]
      return (action.title ?? "") + (marks[action.style] ?? "")
    }
    let kind = preferredStyle == .alert ? "alert" : "dialog"
    let texts = [title, message].compactMap(\.self).joined(separator: ": ")
    return "\(kind) \(texts) (\(buttons.joined(separator: " | ")))"
  }
}

@MainActor
open class UIActivity: NSObject {
  public struct ActivityType: Hashable, Sendable {}
}

/// A popover, as on an iPad.
open class UIActivityViewController: UIViewController {
  public typealias CompletionWithItemsHandler =
    (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

  open var completionWithItemsHandler: CompletionWithItemsHandler?
  public private(set) var items: [Any] = []

  public convenience init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    self.init(nibName: nil, bundle: nil)
    items = activityItems
    modalPresentationStyle = .popover
  }

  /// Ends as the user does, whether the sheet stays open or not.
  public func end(isShared: Bool, staysOpen: Bool = false) {
    if !staysOpen { dismiss(animated: false) }
    completionWithItemsHandler?(nil, isShared, nil, nil)
  }
}
