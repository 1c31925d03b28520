#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import KalugaStores
  import KalugaUIKit
  public import KittensFeatures
  public import UIKit

  /// The list of kittens: pictures or an error, a spinner, and a button that loads them again.
  public final class KittensViewController: UIViewController {
    private let model: KittensListModel
    private let loader: any KittenImageLoader
    private let column = UIStackView()
    private let spinner = UIActivityIndicatorView(style: .medium)
    private let error = UILabel()
    private let list = UIStackView()
    private let more: UIButton
    private var rows: [KittenRowView] = []
    /// The question about a kitten, while it is open.
    private var question: UIStackView?

    /// Creates a list that loads from these.
    public init(source: any KittenDataSource, loader: any KittenImageLoader) {
      let model = KittensListModel(source)
      self.model = model
      self.loader = loader
      more = UIButton(
        type: .system,
        primaryAction: UIAction(title: "More") { _ in model.view.dispatch(.endReached) }
      )
      super.init(nibName: nil, bundle: nil)
      title = "Kittens"
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Refresh",
        primaryAction: UIAction { _ in model.view.dispatch(.refreshTriggered) }
      )
    }

    /// Not supported.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    /// Builds the list, and loads its first page when it appears.
    public override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      column.axis = .vertical
      list.axis = .vertical
      for part in [spinner, error, list, more] { column.addArrangedSubview(part) }
      column.frame = view.bounds
      column.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(column)
      model.view.controller = self
      bind(model)
    }

    /// Shows a model; a row that stays keeps its picture.
    func show(_ model: KittensModel) {
      if model.isLoading { spinner.startAnimating() } else { spinner.stopAnimating() }
      error.text = model.error
      let kept = zip(rows, model.items).prefix { $0.url == $1.url }.count
      for row in rows[kept...] { row.removeFromSuperview() }
      rows.removeSubrange(kept...)
      for (index, item) in model.items.enumerated().dropFirst(kept) {
        let row = KittenRowView(item.url, loader) { [view = self.model.view] in
          view.dispatch(.itemTapped(index))
        }
        rows.append(row)
        list.addArrangedSubview(row)
      }
      for (row, item) in zip(rows, model.items) { row.isLiked = item.isLiked }
      more.isHidden = !model.hasMore || model.items.isEmpty
    }

    /// Opens the question about a kitten.
    func ask(about image: KittenImage) {
      close()
      let question = UIStackView()
      let answers: [(String, KittensEvent)] = [
        ("Yes", .dialogAnswered(image, isLiked: true)),
        ("No", .dialogAnswered(image, isLiked: false)), ("Cancel", .dialogCancelled),
      ]
      for (title, event) in answers {
        let action = UIAction(title: title) { [weak self] _ in
          self?.close()
          self?.model.view.dispatch(event)
        }
        question.addArrangedSubview(UIButton(type: .system, primaryAction: action))
      }
      column.addArrangedSubview(question)
      self.question = question
    }

    private func close() {
      question?.removeFromSuperview()
      question = nil
    }
  }

  /// The view model of the list, which starts and stops its component.
  final class KittensListModel: BaseLifecycleViewModel {
    let view = KittensControllerView()
    private let component: KittensComponent

    init(_ source: any KittenDataSource) {
      component = makeKittensComponent(makeKittensStore(source: source))
      super.init()
      component.onViewCreated(view)
    }

    override func onResume(scope: TaskScope) { component.onStart() }

    override func onPause() { component.onStop() }

    override func onCleared() { component.onDestroy() }
  }

  /// Passes what the component shows to the controller.
  final class KittensControllerView: BaseMviView<KittensModel, KittensEvent, KittensLabel> {
    weak var controller: KittensViewController?

    override func render(_ model: KittensModel) { controller?.show(model) }

    override func show(_ label: KittensLabel) {
      if case .openDialog(let image) = label { controller?.ask(about: image) }
    }
  }
#endif
