import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

enum Place: NavigationDestination, CaseIterable {
  case home, a, b, c, cover
}

/// The view model of a place, which counts the taps on its button.
final class PlaceViewModel: BaseLifecycleViewModel {
  let place: Place
  @InitializedSubject var taps = 0

  init(_ place: Place) {
    self.place = place
    super.init()
  }
}

/// The view of a place, with a counter of its own.
struct PlaceView: View {
  let place: Place
  let model: PlaceViewModel
  @State private var own = 0

  private var name: String { "\(place)" }

  var body: some View {
    Text(name)
    Text("taps \(model.taps)")
    Text("own \(own)")
    Button("tap \(name)") { model.taps += 1 }
    Button("own \(name)") { own += 1 }
  }
}

/// A driver of places and a renderer that shows it.
@MainActor
final class HostScene {
  let driver: NavigationDriver<Place>
  /// What the back handler of a random walk decides.
  var interceptsBack = false
  /// The screens that were drawn.
  var drawn: [Place] {
    get { drawings.places }
    set { drawings.places = newValue }
  }
  @MainActor
  private final class Drawings {
    var places: [Place] = []
  }
  private let drawings = Drawings()
  private(set) lazy var app = Renderer(reading) { [driver, drawings] in
    NavigationHost(driver) {
      $0 == .cover ? .cover : .sheet
    } screen: { screen in
      let _ = drawings.places.append(screen.destination)
      if let model = screen.viewModel as? PlaceViewModel {
        PlaceView(place: screen.destination, model: model)
      }
    } tab: { screen in
      Text(verbatim: "tab \(screen.destination)")
    }
  }
  private let reading: Renderer.Reading

  init(_ reading: Renderer.Reading = Renderer.Reading(.withPreviousValue), root: Place = .home) {
    self.reading = reading
    driver = NavigationDriver(root: root) { place, _ in PlaceViewModel(place) }
    _ = app
  }

  func perform(_ spec: NavigationSpec<Place>) throws {
    try driver.perform(spec, action: "test")
    app.settle()
  }

  var top: PlaceViewModel? { driver.topScreen as? PlaceViewModel }

  /// Checks that what is drawn is what the stack says, as soon as it is.
  func expectShown(
    _ picture: String? = nil,
    refused: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    // After a change of the user, the host follows the driver in the next job of the main actor.
    await Task {}.value
    await until(app.picture == "\(driver.stack.current)", sourceLocation: sourceLocation)
    let shown = app.picture
    #expect(shown == "\(driver.stack.current)", sourceLocation: sourceLocation)
    if let picture { #expect(shown == picture, sourceLocation: sourceLocation) }
    let covers = driver.stack.current.layers.dropFirst().map { layer in
      layer.tabs[0][0].destination == .cover ? "cover" : "sheet"
    }
    #expect(app.presentations == covers, sourceLocation: sourceLocation)
    #expect(app.problems == [], sourceLocation: sourceLocation)
    #expect(app.refusedPresentations == refused, sourceLocation: sourceLocation)
  }
}
