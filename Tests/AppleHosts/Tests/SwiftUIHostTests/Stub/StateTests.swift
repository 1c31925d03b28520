import Observation
import SwiftUI
import Testing

/// Checks the stub itself against Apple's documentation, so that it does not prove itself.
///
/// The addresses are below `developer.apple.com/documentation/swiftui`.
@MainActor
struct StateTests {
  @MainActor
  final class Log {
    var lines: [String] = []
  }

  let log = Log()

  struct Counter: View {
    @State private var count = 0
    let title: String

    var body: some View {
      Text("\(title) \(count)")
      Button("add") { count += 1 }
    }
  }

  /// `/state`: SwiftUI keeps the value in storage, and updates the parts of the hierarchy that
  /// depend on it when it changes.
  @Test func `state outlives the value of its view, and a change updates the view`() {
    var title = "a"
    let app = Renderer { Counter(title: title) }
    app.tap("add")
    #expect(app.texts.first == "a 1")
    title = "b"
    app.redraw()
    #expect(app.texts.first == "b 1")
  }

  /// `/view/id(_:)`: when the value of `id` changes, the identity and the state are reset.
  @Test func `another identity has new state`() {
    var id = 1
    let app = Renderer { Counter(title: "a").id(id) }
    app.tap("add")
    id = 2
    app.redraw()
    #expect(app.texts.first == "a 0")
  }

  /// `/foreach`: the identity of an element is that of its data.
  @Test func `the rows of a collection keep their state when they move`() {
    var names = ["a", "b"]
    let app = Renderer { ForEach(names, id: \.self) { Counter(title: $0) } }
    app.tap("add")
    names = ["b", "a"]
    app.redraw()
    #expect(app.texts.filter { $0.contains(" ") } == ["b 1", "a 0"])
  }

  /// Reports 20 and 34 of swift-perception: what the closure of a row reads is tracked there, too.
  @Test func `a row is updated when an observable property changes that its closure has read`() {
    let model = Model()
    let app = Renderer { ForEach([1], id: \.self) { Text("\($0) \(model.name)") } }
    model.name = "b"
    #expect(app.texts == ["1 b"])
  }

  /// `/managing-model-data-in-your-app`: a body tracks the observable properties that it reads,
  /// and only a change of these updates it.
  @Test func `a view is updated when an observable property changes that its body has read`() {
    let model = Model()
    let app = Renderer { ModelView(model: model, log: log) }
    #expect(log.lines == ["body a"])
    model.unread += 1
    app.settle()
    #expect(log.lines == ["body a"])
    model.name = "b"
    app.settle()
    #expect(log.lines == ["body a", "body b"])
  }

  @Observable
  final class Model {
    var name = "a"
    var unread = 0
  }

  struct ModelView: View {
    let model: Model
    let log: Log

    var body: some View {
      log.lines.append("body \(model.name)")
      return Text(model.name)
    }
  }

  /// `/bindable`: creates bindings to the mutable properties of observable objects.
  @Test func `a binding of an object writes its property`() {
    let model = Model()
    let app = Renderer { TextField("name", text: Bindable(model).name) }
    app.type("b", into: "name")
    #expect(model.name == "b")
  }

  /// `/environmentvalues/scenephase`: read in a view, it is the phase of the scene around it.
  @Test func `the environment has the phase of the scene`() {
    let app = Renderer { PhaseView() }
    #expect(app.texts == ["active"])
    app.scenePhase = .background
    #expect(app.texts == ["background"])
  }

  struct PhaseView: View {
    @Environment(\.scenePhase) private var phase
    var body: some View { Text(verbatim: "\(phase)") }
  }

  /// The console warns "Modifying state during view update, this will cause undefined behavior".
  @Test func `a view that changes its input while it is updated is reported`() {
    let model = Model()
    let app = Renderer { ReadingView(model: model) }
    #expect(app.problems.contains("a view changed its own input while it was updated"))
  }

  struct ReadingView: View {
    let model: Model

    var body: some View {
      Text(model.name)
      WritingView(model: model)
    }
  }

  struct WritingView: View {
    let model: Model

    var body: some View {
      if model.unread == 0 {
        model.unread = 1
        model.name = "b"
      }
      return EmptyView()
    }
  }
}
