#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import UIKit

  /// Shows views one below the other.
  final class ColumnController: UIViewController {
    /// Ends what the views observe.
    let bag = DisposeBag()
    private let column = UIStackView()

    init(_ title: String, _ views: [UIView]) {
      super.init(nibName: nil, bundle: nil)
      self.title = title
      column.axis = .vertical
      for view in views { column.addArrangedSubview(view) }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      column.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(column)
      NSLayoutConstraint.activate([
        column.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
        column.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor),
        column.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor),
      ])
    }
  }

  extension UILabel {
    convenience init(text: String?) {
      self.init()
      self.text = text
      numberOfLines = 0
    }
  }

  extension UIButton {
    convenience init(title: String, _ action: @escaping @MainActor () -> Void) {
      self.init(type: .system, primaryAction: UIAction(title: title) { _ in action() })
    }
  }
#endif
