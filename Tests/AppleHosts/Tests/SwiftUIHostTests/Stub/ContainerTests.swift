import Observation
import SwiftUI
import Testing

/// Checks the stub's containers against `developer.apple.com/documentation/swiftui`.
@MainActor
struct ContainerTests {
  @Observable
  final class Model {
    var path: [Int] = []
    var sheet: Item?
    var cover: Item?
    var tab = 0
    var refuses = false

    /// A path that may ignore what the user does.
    var guarded: [Int] {
      get { path }
      set { if !refuses { path = newValue } }
    }

    var taps: [Int] = []

    /// A selection that counts what is written to it.
    var tapped: Int {
      get { tab }
      set {
        taps.append(newValue)
        tab = newValue
      }
    }

    /// A sheet that may ignore its dismissal.
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

  struct StackView: View {
    @Bindable var model: Model

    var body: some View {
      _ = model.path
      return NavigationStack(path: $model.guarded) {
        Text("root").navigationDestination(for: Int.self) { Text("\($0)") }
      }
    }
  }

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

  /// `/navigationstack`: the stack shows the views of the values in its path.
  ///
  /// `Back` and swipes remove values from the path.
  @Test func `a navigation stack shows its path, and writes the path of the user`() {
    let app = Renderer { StackView(model: model) }
    model.path = [1, 2]
    #expect(app.picture == "[root, 1, 2]")
    app.swipeBack()
    #expect(model.path == [1])
    #expect(app.picture == "[root, 1]")
    #expect(app.texts == ["1"])
  }

  struct ReplacedRootView: View {
    @Bindable var model: Model

    var body: some View {
      _ = model.path
      return NavigationStack(path: $model.path) {
        Text("root \(model.tab)").id(model.tab)
          .navigationDestination(for: Int.self) { Text("\($0)") }
      }
    }
  }

  /// Pull request 298 of radiosilence/koan, on macOS.
  @Test func `a root with another identity discards the path and writes an empty one`() {
    let app = Renderer { ReplacedRootView(model: model) }
    model.tab = 1
    model.path = [1, 2]
    #expect(app.picture == "[root 1]")
    #expect(model.path == [])
    model.path = [3]
    #expect(app.picture == "[root 1, 3]")
  }

  struct CountersView: View {
    @Bindable var model: Model

    var body: some View {
      _ = model.path
      return NavigationStack(path: $model.path) {
        Text("root").navigationDestination(for: Int.self) { Counter(name: "\($0)") }
      }
    }
  }

  struct Counter: View {
    let name: String
    @State private var count = 0

    var body: some View {
      Button("count") { count += 1 }
      Text("\(name): \(count)")
    }
  }

  /// Report 38 of NavigationBackport.
  @Test func `another value in the same place of a path keeps the state of the view`() {
    let app = Renderer { CountersView(model: model) }
    model.path = [1]
    app.tap("count")
    model.path = [2]
    #expect(app.texts.last == "2: 1")
  }

  /// Report 2397 of the Composable Architecture.
  @Test func `a navigation stack in another one is reported`() {
    let app = Renderer {
      NavigationStack(path: Bindable(model).path) { StackView(model: Model()) }
    }
    #expect(app.problems == ["a navigation stack is in another one"])
  }

  /// The value that is written is not documented.
  @Test(arguments: [
    (Renderer.Reading.Comparison.withPreviousValue, [3]), (.withScreen, [1]),
  ])
  func `the user acts on what was drawn last`(comparison: Renderer.Reading.Comparison, path: [Int])
  {
    let app = Renderer(Renderer.Reading(comparison)) { StackView(model: model) }
    model.path = [1, 2]
    app.settle()
    app.beforeDrawing {
      model.path = [3, 4]
      #expect(app.picture == "[root, 1, 2]")
      app.swipeBack()
    }
    #expect(model.path == path)
    #expect(app.picture == "[root, \(path[0])]")
  }

  /// An assumption, which the host must not depend on: the documentation does not say whether
  /// SwiftUI shows a screen again whose removal the binding has ignored.
  @Test(arguments: [
    (Renderer.Reading.Comparison.withPreviousValue, "[root]"), (.withScreen, "[root, 1]"),
  ])
  func `a path that ignores the user is shown again or not`(
    comparison: Renderer.Reading.Comparison,
    picture: String
  ) {
    model.path = [1]
    model.refuses = true
    let app = Renderer(Renderer.Reading(comparison)) { StackView(model: model) }
    app.swipeBack()
    app.redraw()
    #expect(model.path == [1])
    #expect(app.picture == picture)
  }

  /// `/view/sheet(item:ondismiss:content:)`: a non-nil item presents a sheet, another item replaces
  /// it by a new one, and `onDismiss` is called at its end.
  @Test func `a sheet follows its item, and a dismissal writes nil`() {
    let app = Renderer { SheetView(model: model, log: log) }
    model.sheet = Item(id: 1)
    #expect(app.picture == "base ▸ sheet 1")
    model.sheet = Item(id: 2)
    #expect(app.picture == "base ▸ sheet 2")
    app.dismissSheet()
    #expect(app.picture == "base")
    #expect(model.sheet == nil)
    #expect(log.lines == ["dismissed", "dismissed"])
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
  }

  /// An assumption like the one about the path.
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

  struct TabsView: View {
    @Bindable var model: Model
    let log: Log

    var body: some View {
      _ = model.tab
      return TabView(selection: $model.tab) {
        ForEach([0, 1], id: \.self) { tab in
          Text("tab \(tab)")
            .onAppear { log.lines.append("+\(tab)") }
            .onDisappear { log.lines.append("-\(tab)") }
            .tabItem { Text("label \(tab)") }
            .tag(tab)
        }
      }
    }
  }

  /// `/tabview`: the selection is the tag of the shown tab, and a tap on a tab writes it.
  @Test func `a tab bar shows the selected tab, and writes the selection of the user`() {
    let app = Renderer { TabsView(model: model, log: log) }
    #expect(app.texts == ["tab 0"])
    #expect(app.tabLabels == ["label 0", "label 1"])
    app.selectTab(1)
    #expect(model.tab == 1)
    #expect(app.texts == ["tab 1"])
    #expect(log.lines.sorted() == ["+0", "+1", "-0"])
    model.tab = 0
    #expect(app.texts == ["tab 0"])
  }

  /// Wide use, such as `ContentView` of emre-barish/pop-back-to-tab-root.
  @Test func `a tap on the selected tab writes its tag again`() {
    let app = Renderer {
      TabView(selection: Bindable(model).tapped) { Text("tab").tag(0) }
    }
    app.selectTab(0)
    #expect(model.taps == [0])
  }
}
