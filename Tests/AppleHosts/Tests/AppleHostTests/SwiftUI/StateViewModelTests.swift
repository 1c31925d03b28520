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
    weak var newest: CountingViewModel?
  }

  final class CountingViewModel: BaseLifecycleViewModel {
    @InitializedSubject var name = "Ada"
    private let counts: Counts

    init(_ counts: Counts) {
      self.counts = counts
      super.init()
      counts.made += 1
      counts.newest = self
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

  @Test func `a view model is made once for each identity of a view, when that is drawn`() {
    var title = "old"
    let app = Renderer {
      CountingView("first", counts)
      CountingView(title, counts)
      let _ = CountingView("undrawn", counts)
    }
    app.type("Grace", into: "name")
    title = "new"
    for _ in 0..<5 { app.redraw() }
    #expect(counts.made == 2)
    #expect(app.texts == ["first Ada", "Ada", "new Grace", "Grace"])
  }

  @Test func `a view model is cleared and released when the identity ends`() async {
    var id = 1
    let app = Renderer { if id > 0 { CountingView("view", counts).id(id) } }
    app.type("Grace", into: "name")
    id = 2
    app.redraw()
    #expect(app.texts.contains("view Ada"))
    #expect(counts.made == 2)
    await until(counts.cleared == 1)
    id = 0
    app.redraw()
    await until(counts.cleared == 2 && counts.newest == nil)
  }

  @Test func `a view model is cleared and released with the window`() async {
    let app = Renderer { CountingView("view", counts) }
    app.close()
    await until(counts.cleared == 1 && counts.newest == nil)
  }
}
