#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import KalugaStores
  import KalugaUIKit
  import KittensFeatures
  import SwiftUI
  import UIKit

  /// The screen of the list in UIKit.
  ///
  /// In the article: `MainFragment`.
  final class KittensController: UIViewController {
    private let component: KittensComponent
    private let list: KittensTable

    init(_ component: KittensComponent, pictures: any KittenImageLoader) {
      self.component = component
      list = KittensTable(pictures: pictures)
      super.init(nibName: nil, bundle: nil)
      title = "Kittens"
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      let content = list.content
      content.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(content)
      NSLayoutConstraint.activate([
        content.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
        content.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
        content.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor),
        content.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor),
      ])
      list.present = { [weak self] in self?.present($0, animated: true) }
      bind(KittensLifecycle(component, list))
    }
  }

  /// Connects a component with its view while that is shown and the app is active.
  private final class KittensLifecycle: BaseLifecycleViewModel {
    private let component: KittensComponent
    private let list: KittensTable

    init(_ component: KittensComponent, _ list: KittensTable) {
      self.component = component
      self.list = list
      super.init()
    }

    override func onResume(scope: TaskScope) {
      component.onViewCreated(list)
      component.onStart()
    }

    override func onPause() {
      component.onStop()
      component.onViewDestroyed()
      list.didHide()
    }
  }

  /// The screen in a view of SwiftUI.
  struct KittensInUIKit: UIViewControllerRepresentable {
    let kittens: KittensNetwork

    func makeUIViewController(context: Context) -> UINavigationController {
      let screen = KittensController(kittens.makeComponent(), pictures: kittens.pictures)
      let navigation = UINavigationController()
      navigation.viewControllers = [screen]
      return navigation
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}
  }
#endif
