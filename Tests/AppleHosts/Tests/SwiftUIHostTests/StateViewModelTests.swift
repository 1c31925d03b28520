import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct StateViewModelTests {
  /// Counts the view models that are made and cleared.
  @MainActor
  final class Counts {
    var made = 0
    var cleared = 0
  }

  final class CountingViewModel: BaseLifecycleViewModel {
    @InitializedSubject var name = "Ada"
    private let counts: Counts

    init(_ counts: Counts) {
      self.counts = counts
      super.init()
      counts.made += 1
    }

    override func onCleared() { counts.cleared += 1 }
  }

  struct CountingView: View {
    @StateViewModel private var model: CountingViewModel
    private let title: String

    init(_ title: String, _ counts: Counts) {
      self.title = title
      _model = StateViewModel(wrappedValue: CountingViewModel(counts))
    }

    var body: some View {
      Text("\(title) \(model.name)")
      TextField("name", text: model.$name.binding)
    }
  }

  let counts = Counts()

  @Test func `a view model is made once for each identity of a view`() {
    let app = Renderer {
      CountingView("first", counts)
      CountingView("second", counts)
    }
    for _ in 0..<5 { app.redraw() }
    #expect(counts.made == 2)
    #expect(app.texts.contains("first Ada"))
  }

  @Test func `a view value that is never drawn makes no view model`() {
    _ = CountingView("undrawn", counts)
    #expect(counts.made == 0)
  }

  @Test func `the view model is kept while the view around it changes`() {
    var title = "old"
    let app = Renderer { CountingView(title, counts) }
    app.type("Grace", into: "name")
    title = "new"
    app.redraw()
    #expect(app.texts.contains("new Grace"))
    #expect(counts.made == 1)
  }

  @Test func `the view model is cleared when the identity ends`() async {
    var isShown = true
    let app = Renderer { if isShown { CountingView("view", counts) } }
    #expect(counts.cleared == 0)
    isShown = false
    app.redraw()
    await until(counts.cleared == 1)
  }

  @Test func `a new identity has a new view model`() async {
    var id = 1
    let app = Renderer { CountingView("view", counts).id(id) }
    app.type("Grace", into: "name")
    id = 2
    app.redraw()
    #expect(app.texts.contains("view Ada"))
    #expect(counts.made == 2)
    await until(counts.cleared == 1)
  }

  @Test func `a covered view keeps its view model`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let app = Renderer {
      NavigationHost(driver) { screen in CountingView("\(screen.destination)", counts) }
    }
    app.type("Grace", into: "name")
    try driver.perform(.push(.a), action: "push")
    app.settle()
    try driver.perform(.pop(), action: "pop")
    #expect(app.texts.contains("home Grace"))
  }

  @Test func `the view model is cleared and released with the window`() async {
    weak var model: CountingViewModel?
    let app = Renderer {
      ModelReader {
        model = $0
      } content: {
        CountingViewModel(counts)
      }
    }
    #expect(model != nil)
    app.close()
    await until(counts.cleared == 1)
    await until(model == nil)
  }

  /// Passes its view model to a closure.
  struct ModelReader: View {
    @StateViewModel private var model: CountingViewModel
    private let read: (CountingViewModel) -> Void

    init(
      read: @escaping (CountingViewModel) -> Void,
      content: @escaping @MainActor () -> CountingViewModel
    ) {
      _model = StateViewModel(wrappedValue: content())
      self.read = read
    }

    var body: some View {
      let model = model
      return Text(model.name).onAppear { read(model) }
    }
  }
}
