import KalugaArchitecture
import Observation
import SwiftUI
import Testing

/// Checks what the stub does to a host that relies on too much, so that the stub does not prove itself.
///
/// The addresses are below `developer.apple.com/documentation/swiftui`. The tests of the hosts would
/// fail if the stub did less than Apple promises.
@MainActor
struct SwiftUIStubTests {
  @Observable
  final class Model {
    var name = "a"
    var unread = 0
    var path: [Int] = []
    var sheet: Item?
    var cover: Item?
    var refuses = false

    /// A path and a sheet that may ignore what the user does.
    var guarded: [Int] {
      get { path }
      set { if !refuses { path = newValue } }
    }
    var guardedSheet: Item? {
      get { sheet }
      set { if !refuses { sheet = newValue } }
    }
  }

  struct Item: Identifiable {
    let id: Int
  }

  @MainActor
  final class Log {
    var lines: [String] = []
  }

  let model = Model()
  let log = Log()

  // MARK: State

  struct NameView: View {
    let model: Model
    let log: Log

    var body: some View {
      log.lines.append("body \(model.name)")
      return Text(model.name)
    }
  }

  /// The console warns "Modifying state during view update, this will cause undefined behavior".
  @Test func `a view that changes its input while it is updated is reported`() {
    let app = Renderer {
      NameView(model: model, log: log)
      WritingView(model: model)
    }
    #expect(app.problems.contains("a view changed its own input while it was updated"))
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

  /// `/group`: a modifier of the group is one of each view in it, and of none if it is empty.
  @Test func `the actions of a group are called for each of its views`() {
    var count = 2
    let app = Renderer {
      Group {
        ForEach(0..<count, id: \.self) { Text("\($0)") }
        EmptyView()
      }
      .onAppear { log.lines.append("+") }
      .onDisappear { log.lines.append("-") }
    }
    #expect(log.lines == ["+", "+"])
    count = 1
    app.redraw()
    #expect(log.lines == ["+", "+", "-"])
  }

  // MARK: Paths

  struct StackView: View {
    @Bindable var model: Model
    var root = 0

    var body: some View {
      _ = model.path
      return NavigationStack(path: $model.guarded) {
        Text("root").id(root).navigationDestination(for: Int.self) { Counter(name: "\($0)") }
      }
    }
  }

  struct Counter: View {
    let name: String
    @State private var count = 0

    var body: some View {
      Text(name)
      Button("count") { count += 1 }
      Text("\(name): \(count)")
    }
  }

  /// Pull request 298 of radiosilence/koan, on macOS.
  @Test func `a root with another identity discards the path and writes an empty one`() {
    var root = 0
    let app = Renderer { StackView(model: model, root: root) }
    root = 1
    model.path = [1, 2]
    app.redraw()
    #expect(app.picture == "[root]")
    #expect(model.path == [])
    model.path = [3]
    #expect(app.picture == "[root, 3]")
  }

  /// Report 38 of NavigationBackport.
  @Test func `another value in the same place of a path keeps the state of the view`() {
    let app = Renderer { StackView(model: model) }
    model.path = [1]
    app.tap("count")
    model.path = [2]
    #expect(app.texts.last == "2: 1")
  }

  /// Report 2397 of the Composable Architecture.
  @Test func `a navigation stack inside another is reported`() {
    let app = Renderer {
      NavigationStack(path: Bindable(model).path) { StackView(model: Model()) }
    }
    #expect(app.problems == ["a navigation stack is inside another"])
  }

  /// What is written, and whether a screen is shown again whose removal the binding has ignored, is not
  /// documented, and the host must not depend on it.
  @Test(arguments: [
    (Renderer.Reading.Comparison.withPreviousValue, [3], "[root]"),
    (.withScreen, [1], "[root, 1]"),
  ])
  func `a path is compared in one of two ways`(
    comparison: Renderer.Reading.Comparison,
    written: [Int],
    refused: String
  ) {
    let app = Renderer(Renderer.Reading(comparison)) { StackView(model: model) }
    model.path = [1, 2]
    app.settle()
    app.beforeDrawing {
      model.path = [3, 4]
      #expect(app.picture == "[root, 1, 2]")
      app.swipeBack()
    }
    #expect(model.path == written)
    model.path = [1]
    app.settle()
    model.refuses = true
    app.swipeBack()
    app.redraw()
    #expect(model.path == [1])
    #expect(app.picture == refused)
  }

  // MARK: Presentations

  struct SheetView: View {
    @Bindable var model: Model
    let log: Log

    var body: some View {
      _ = (model.sheet?.id, model.cover?.id)
      return Text("base")
        .sheet(item: $model.guardedSheet) {
          log.lines.append("dismissed")
        } content: {
          Text("sheet \($0.id)")
        }
        .fullScreenCover(item: $model.cover) { Text("cover \($0.id)") }
    }
  }

  /// Report 69 of FlowStacks: "the binding's setter is invoked at the very end of the dismissal".
  @Test func `a sheet writes nil after it has moved out, and nothing is presented until then`() {
    let app = Renderer { SheetView(model: model, log: log) }
    model.sheet = Item(id: 1)
    app.settle()
    app.beginDismissal()
    #expect(app.picture == "base")
    #expect(model.sheet != nil)
    model.sheet = Item(id: 2)
    #expect(app.picture == "base")
    app.finishDismissal()
    #expect(model.sheet == nil)
    #expect(log.lines == ["dismissed"])
  }

  /// Not documented either.
  @Test(arguments: [
    (Renderer.Reading.Comparison.withPreviousValue, "base"), (.withScreen, "base ▸ sheet 1"),
  ])
  func `a sheet whose dismissal is ignored is shown again or not`(
    comparison: Renderer.Reading.Comparison,
    picture: String
  ) {
    model.sheet = Item(id: 1)
    model.refuses = true
    let app = Renderer(Renderer.Reading(comparison)) { SheetView(model: model, log: log) }
    app.dismissSheet()
    app.redraw()
    #expect(app.picture == picture)
  }

  /// UIKit, on which SwiftUI builds: "Attempt to present … which is already presenting".
  @Test func `a second presentation over one screen is refused, and its item becomes nil`() {
    let app = Renderer { SheetView(model: model, log: log) }
    model.sheet = Item(id: 1)
    app.settle()
    model.cover = Item(id: 2)
    #expect(app.picture == "base ▸ sheet 1")
    #expect(model.cover == nil)
    #expect(app.refusedPresentations == 1)
  }

  /// Pull request 206 of swift-navigation.
  @Test func `a cover is refused while a sheet moves out, and another sheet waits`() {
    let app = Renderer { SheetView(model: model, log: log) }
    app.dismissalsTakeTime = true
    model.sheet = Item(id: 1)
    app.settle()
    model.sheet = Item(id: 2)
    #expect(app.picture == "base")
    model.cover = Item(id: 3)
    #expect(app.picture == "base")
    #expect(app.refusedPresentations == 1)
    app.finishDismissal()
    #expect(app.picture == "base ▸ sheet 2")
    #expect(log.lines == ["dismissed"])
  }

  @Test func `a split view shows two columns in a regular width only`() {
    let app = Renderer {
      NavigationSplitView(columnVisibility: .constant(.all)) {
        NavigationStack { Text("list") }
      } detail: {
        NavigationStack { Text("detail") }
      }
    }
    #expect(app.problems == ["a split view collapses in a narrow width"])
    app.isWide = true
    #expect(app.picture == "[list ‖ detail]")
    #expect(app.problems.count == 1)
  }
}
