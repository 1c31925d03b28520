import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

/// The view of a place, with a counter of its own.
struct PlaceView: View {
  let place: Place
  let model: PlaceViewModel
  @State private var own = 0

  var body: some View {
    Text(place.screenName)
    Text("own \(own)")
    Button("tap \(place.screenName)") { model.taps += 1 }
    Button("own \(place.screenName)") { own += 1 }
  }
}

/// The view of a screen with a stack of its own.
struct ShopView: View {
  let shop: Shop

  var body: some View {
    NavigationHost(shop.pages) { page in
      if let shop = page.viewModel as? Shop {
        ShopView(shop: shop)
      } else {
        Text("page \(page.destination.screenName)")
      }
    }
  }
}

/// A host that shows only the names of places.
struct NamesHost: View {
  let driver: NavigationDriver<Place>

  init(_ driver: NavigationDriver<Place>) {
    self.driver = driver
  }

  var body: some View {
    NavigationHost(driver) { screen in Text(screen.destination.screenName) }
  }
}

/// A driver of places and a renderer that shows it.
@MainActor
final class SwiftUIScene: HostScene {
  let driver: NavigationDriver<Place>
  let app: Renderer
  /// What the back handler of a random walk decides.
  var interceptsBack = false
  private let drawings: Drawings

  @MainActor
  private final class Drawings {
    var places: [Place] = []
  }

  init(
    _ reading: Renderer.Reading = Renderer.Reading(.withPreviousValue),
    _ driver: NavigationDriver<Place> = .places()
  ) {
    self.driver = driver
    let drawings = Drawings()
    self.drawings = drawings
    app = Renderer(reading) {
      NavigationHost(driver) {
        $0 == .cover ? .cover() : .sheet()
      } screen: { screen in
        let _ = drawings.places.append(screen.destination)
        if let shop = screen.viewModel as? Shop {
          ShopView(shop: shop)
        } else if let model = screen.viewModel as? PlaceViewModel {
          PlaceView(place: screen.destination, model: model)
        }
      } tab: { screen in
        Text("tab \(screen.destination.screenName)")
      }
    }
  }

  /// The screens that were drawn.
  var drawn: [Place] {
    get { drawings.places }
    set { drawings.places = newValue }
  }

  var tabLabels: [String] { app.tabLabels }
  var moves: [String] { app.moves }
  var alerts: [String] { app.alerts }

  func settle() { app.settle() }
  func beginSwipeBack(_ count: Int, under layersAbove: Int) {
    app.beginSwipeBack(count, under: layersAbove)
  }
  func beginDismissal() { app.beginDismissal() }
  func finishGesture() {
    app.finishSwipeBack()
    app.finishDismissal()
  }
  func selectTab(_ index: Int, under layersAbove: Int) {
    app.selectTab(index, under: layersAbove)
  }
  func enter(_ state: HostState) {
    app.scenePhase =
      switch state {
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      }
  }
  func choose(_ title: String) { app.tap(title) }
  func leaveQuestion() { app.leaveDialog() }
  func atOnce(_ body: () throws -> Void) rethrows { try app.beforeDrawing(body) }

  func expectShown(_ sourceLocation: SourceLocation = #_sourceLocation) async {
    await expectShown(refused: 0, sourceLocation)
  }

  func expectShown(refused: Int, _ sourceLocation: SourceLocation = #_sourceLocation) async {
    // After a change of the user, the host follows the driver in the next job of the main actor.
    await Task {}.value
    await until(app.picture == names, sourceLocation: sourceLocation)
    #expect(app.picture == names, sourceLocation: sourceLocation)
    #expect(app.alerts == expectedAlerts, sourceLocation: sourceLocation)
    let kinds = driver.stack.current.layers.dropFirst().map { layer in
      switch layer.style {
      case .sheet: "sheet"
      case .popover: "popover"
      case .cover, .overlay: "cover"
      case nil: layer.tabs[0][0].destination == .cover ? "cover" : "sheet"
      }
    }
    #expect(app.presentations == kinds, sourceLocation: sourceLocation)
    #expect(app.problems == [], sourceLocation: sourceLocation)
    #expect(app.refusedPresentations == refused, sourceLocation: sourceLocation)
  }

  var expectedAlerts: [String] {
    [driver.stack.current.question].compactMap { $0?.picture(addsCancel: false) }
  }
}
