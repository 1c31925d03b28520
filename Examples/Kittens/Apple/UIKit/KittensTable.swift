#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaStores
  import KittensFeatures
  import UIKit

  /// The view of the list in UIKit.
  ///
  /// In the article: `KittenViewImpl`.
  ///
  /// A stack: the message of an error, the table, and a spinner while the table loads.
  final class KittensTable: BaseMviView<KittensModel, KittensEvent, KittensLabel> {
    let content = UIStackView()
    /// Presents a dialog.
    var present: (UIViewController) -> Void = { _ in }

    private let problem = UILabel()
    private let table = UITableView()
    private let refresh = UIRefreshControl()
    private let spinner = UIActivityIndicatorView(style: .medium)
    private let adapter: KittensAdapter
    private var loadsMoreAtEnd = false

    init(pictures: any KittenImageLoader) {
      adapter = KittensAdapter(table, pictures: pictures)
      super.init()
      content.axis = .vertical
      for view in [problem, table, spinner] { content.addArrangedSubview(view) }
      problem.numberOfLines = 0
      table.refreshControl = refresh
      let pulled = UIAction { [weak self] _ in self?.dispatch(.refreshTriggered) }
      refresh.addAction(pulled, for: .valueChanged)
      adapter.onTap = { [weak self] in self?.dispatch(.itemTapped($0)) }
      adapter.onEndShown = { [weak self] in self?.endShown() }
    }

    override func render(_ model: KittensModel) {
      if model.isLoading { spinner.startAnimating() } else { spinner.stopAnimating() }
      if !model.isRefreshing { refresh.endRefreshing() }
      problem.text = model.error
      problem.isHidden = model.error == nil
      loadsMoreAtEnd = model.loadsMoreAtEnd
      adapter.show(model.items)
      // A row that has been on the screen may have become the last one.
      if adapter.isEndShown { endShown() }
    }

    override func show(_ label: KittensLabel) {
      switch label {
      case .openDialog(let image): ask(image)
      case .noSuchImage: break  // The row has left the list since the tap.
      }
    }

    /// Ends the animation of the refresh control, which would stand still when the table is shown again.
    func didHide() { refresh.endRefreshing() }

    private func endShown() {
      if loadsMoreAtEnd { dispatch(.endReached) }
    }

    private func ask(_ image: KittenImage) {
      let dialog = UIAlertController(
        title: "Do you like this kitten?",
        message: nil,
        preferredStyle: .alert
      )
      func add(_ title: String, _ style: UIAlertAction.Style, _ event: KittensEvent) {
        let action = UIAlertAction(title: title, style: style) { [weak self] _ in
          self?.dispatch(event)
        }
        dialog.addAction(action)
      }
      add("Yes", .default, .dialogAnswered(image, isLiked: true))
      add("No", .default, .dialogAnswered(image, isLiked: false))
      add("Cancel", .cancel, .dialogCancelled)
      present(dialog)
    }
  }
#endif
