import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

enum Place: NavigationDestination, CaseIterable {
  case home, a, b, c, cover
}

final class PlaceViewModel: BaseLifecycleViewModel {
  let place: Place

  init(_ place: Place, services: [any LifecycleSubscribable] = []) {
    self.place = place
    super.init(lifecycleSubscribables: services)
  }
}

final class PlaceController: UIViewController {
  let place: Place
  private let willAppear: () -> Void

  init(_ place: Place, willAppear: @escaping () -> Void = {}) {
    self.place = place
    self.willAppear = willAppear
    super.init(nibName: nil, bundle: nil)
    title = "\(place)"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    willAppear()
  }
}

/// A window with a host of a driver, in an active scene.
@MainActor
final class HostScene {
  typealias Order = UIWindow.CoordinatorOrder

  let scene = UIWindowScene()
  let window: UIWindow
  let driver: NavigationDriver<Place>
  let host: NavigationHostController<Place>
  /// What the back handler of a random walk decides.
  var interceptsBack = false
  private let made: Made

  @MainActor
  private final class Made {
    var places: [Place] = []
    var ids: Set<BackStackEntryID> = []
    var willAppear: (Place) -> Void = { _ in }
  }

  init(_ order: Order = .beforeDelegate, _ driver: NavigationDriver<Place>? = nil) {
    let made = Made()
    self.made = made
    let driver = driver ?? NavigationDriver(root: .home) { place, _ in PlaceViewModel(place) }
    self.driver = driver
    host = NavigationHostController(driver) {
      $0 == .cover ? .fullScreen : .automatic
    } screen: { screen in
      made.places.append(screen.destination)
      made.ids.insert(screen.id)
      return PlaceController(screen.destination) { made.willAppear(screen.destination) }
    }
    window = UIWindow(windowScene: scene)
    window.coordinatorOrder = order
    scene.enter(.foregroundActive)
    window.rootViewController = host
    window.makeKeyAndVisible()
    window.settle()
  }

  /// What the controller of a place does before it appears.
  var willAppear: (Place) -> Void {
    get { made.willAppear }
    set { made.willAppear = newValue }
  }

  /// The places for which the host has asked for a controller.
  var madePlaces: [Place] { made.places }

  var top: PlaceViewModel? { driver.topScreen as? PlaceViewModel }

  /// The tab bar of the lowest layer.
  var bar: UITabBarController? { host.children.first?.children.first as? UITabBarController }

  /// The path of the lowest layer, if that has no tabs.
  var path: UINavigationController? {
    host.children.first?.children.first as? UINavigationController
  }

  func perform(_ spec: NavigationSpec<Place>) throws {
    try driver.perform(spec, action: "test")
    window.settle()
  }

  /// Checks that what is shown is what the stack says.
  func expectShown(
    _ picture: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let stack = driver.stack.current
    let expected = stack.layers.map(expectedPicture).joined(separator: " ▸ ")
    #expect(window.picture == expected, sourceLocation: sourceLocation)
    if let picture { #expect(window.picture == picture, sourceLocation: sourceLocation) }
    let styles = stack.layers.dropFirst().map { layer in
      layer.tabs[0][0].destination == .cover ? UIModalPresentationStyle.fullScreen : .automatic
    }
    #expect(window.presentations == styles, sourceLocation: sourceLocation)
    // A cover hides the layer below it, and a sheet does not.
    let seen = zip(stack.shownPaths, styles + [.automatic]).filter { $1 == .automatic }
      .compactMap { path, _ in path.last.map { "\($0.destination)" } }
    #expect(window.titles.sorted() == seen.sorted(), sourceLocation: sourceLocation)
    #expect(window.problems == [], sourceLocation: sourceLocation)
  }

  /// A tab that was never selected shows nothing yet.
  private func expectedPicture(of layer: BackStack<Place>.Layer) -> String {
    let tabs = layer.tabs.indices.map { tab in
      let path = layer.tabs[tab]
      let isMade = path.contains { made.ids.contains($0.id) }
      let names = isMade ? path.map { "\($0.destination)" }.joined(separator: ", ") : ""
      return (tab == layer.selected && layer.tabs.count > 1 ? "*" : "") + "[\(names)]"
    }
    return tabs.count == 1 ? tabs[0] : "{\(tabs.joined(separator: " | "))}"
  }
}
