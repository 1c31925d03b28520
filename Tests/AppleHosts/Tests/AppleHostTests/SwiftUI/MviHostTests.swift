import KalugaArchitecture
import KalugaStores
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct MviHostTests {
  enum Intent: Equatable, Sendable { case add, start, stop }

  @MainActor
  final class Log {
    var stores = 0
    var intents: [Intent] = []
    var labels: [String] = []
  }

  let log = Log()

  func makeComponent() -> MviComponent<Int, Intent, String> {
    log.stores += 1
    let store = ReducerStore<Intent, Int, Int, String>(
      initialState: 0,
      reduce: { state, change in state += change }
    ) { [log] intent, context in
      log.intents.append(intent)
      guard intent == .add else { return }
      context.dispatch(1)
      context.publish("added")
    }
    return MviComponent(store, startIntent: .start, stopIntent: .stop, model: { $0 }) { $0 }
  }

  func makeApp(isShown: @escaping () -> Bool = { true }) -> Renderer {
    Renderer {
      if isShown() {
        MviHost(makeComponent()) { model, send in
          Text("count \(model)")
          Button("add") { send(.add) }
        } onLabel: {
          log.labels.append($0)
        }
      }
    }
  }

  @Test func `the model is drawn, events reach the store, and labels are delivered once`() async {
    let app = makeApp()
    #expect(app.texts.contains("count 0"))
    app.tap("add")
    #expect(app.texts.contains("count 1"))
    await until(log.labels == ["added"])
    app.redraw()
    app.tap("add")
    await until(log.labels == ["added", "added"])
  }

  @Test func `the component is made once and destroyed with the identity`() async {
    var isShown = true
    let app = makeApp { isShown }
    for _ in 0..<3 { app.redraw() }
    #expect(log.stores == 1)
    isShown = false
    app.redraw()
    await until(log.intents == [.start, .stop])
  }

  @Test func `the component is stopped while its tab is hidden`() async {
    let component = makeComponent()
    let app = Renderer { TabsView(component: component) }
    app.selectTab(1)
    await until(log.intents == [.start, .stop])
    app.selectTab(0)
    #expect(log.intents == [.start, .stop, .start])
  }

  @Test func `the component runs as long as one of its views is on the screen`() async {
    let component = makeComponent()
    let app = Renderer {
      MviHost(component) { model, send in
        if model > 0 { Text("count \(model)") } else { EmptyView() }
        Button("add") { send(.add) }
      }
    }
    app.tap("add")
    #expect(app.texts == ["count 1", "add"])
    await Task {}.value
    #expect(log.intents == [.start, .add])
  }

  /// Several views in a list are rows, and not one row with a column.
  @Test func `the host adds no layout`() {
    let app = Renderer { HStack { MviHost(makeComponent()) { model, _ in Text("\(model)") } } }
    #expect(app.texts == ["0"])
    #expect(app.containers == ["HStack"])
  }

  struct TabsView: View {
    let component: MviComponent<Int, Intent, String>
    @State private var tab = 0

    var body: some View {
      TabView(selection: $tab) {
        MviHost(component) { model, _ in Text("count \(model)") }.tag(0)
        Text("second").tag(1)
      }
    }
  }
}
