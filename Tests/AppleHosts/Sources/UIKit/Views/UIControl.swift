// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
open class UIAction: NSObject {
  let title: String
  private let handler: @MainActor (UIAction) -> Void

  open private(set) var sender: Any?

  public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
    self.title = title
    self.handler = handler
    super.init()
  }

  func perform(from sender: Any) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}

open class UIControl: UIView {
  public enum Event: Sendable {
    case primaryActionTriggered, editingChanged, valueChanged
  }

  private var actions: [(action: UIAction, event: Event)] = []

  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    actions.append((action, controlEvents))
  }

  func send(_ event: Event) {
    for action in actions where action.event == event { action.action.perform(from: self) }
  }
}

open class UIRefreshControl: UIControl {
  open private(set) var isRefreshing = false

  open func beginRefreshing() { isRefreshing = true }

  open func endRefreshing() { isRefreshing = false }
}

open class UITextField: UIControl {
  open var text: String? = ""
  open var placeholder: String?
}

open class UIButton: UIControl {
  public enum ButtonType: Sendable {
    case system
  }

  private(set) var title: String?

  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    guard let primaryAction else { return }
    title = primaryAction.title
    addAction(primaryAction, for: .primaryActionTriggered)
  }
}

@MainActor
open class UINavigationItem: NSObject {
  open var title: String?
  open var rightBarButtonItem: UIBarButtonItem?

  init(title: String?) {
    self.title = title
    super.init()
  }
}

@MainActor
open class UIBarButtonItem: NSObject {
  open var title: String?
  open var primaryAction: UIAction?

  public convenience init(title: String? = nil, primaryAction: UIAction? = nil) {
    self.init()
    self.title = title
    self.primaryAction = primaryAction
  }
}

open class UIStackView: UIView {
  // UIKit retains a view only as long as it is a subview.
  private var arranged: [ObjectIdentifier] = []

  open var arrangedSubviews: [UIView] {
    arranged.compactMap { id in subviews.first { ObjectIdentifier($0) == id } }
  }

  open var axis = NSLayoutConstraint.Axis.horizontal

  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.filter { $0 !== view }.count)
  }

  open func insertArrangedSubview(_ view: UIView, at index: Int) {
    arranged = arrangedSubviews.filter { $0 !== view }.map { ObjectIdentifier($0) }
    arranged.insert(ObjectIdentifier(view), at: index)
    addSubview(view)
  }
}
