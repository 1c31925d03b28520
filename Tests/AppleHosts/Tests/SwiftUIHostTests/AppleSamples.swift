import Foundation
import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

// The Swift blocks of the articles on SwiftUI and MVI, word for word. NotesSamples has the models.

struct NotesApp: App {
  @State private var driver = makeNotesDriver()

  var body: some Scene {
    WindowGroup {
      NavigationHost(driver) { screen in
        switch screen.viewModel {
        case let model as ListViewModel: ListView(model: model)
        case let model as NoteViewModel: NoteView(model: model)
        default: Button("Close") { _ = try? driver.perform(.dismiss(), action: "close") }
        }
      }
    }
  }
}

struct ListView: View {
  let model: ListViewModel

  var body: some View {
    VStack {
      List(model.titles, id: \.self) { title in
        Button(title) { try? model.noteTapped(title) }
      }
      Button("Help") { try? model.helpTapped() }
    }
  }
}

struct NoteView: View {
  let model: NoteViewModel

  var body: some View {
    TextField("Text", text: model.$text.binding)
      .navigationTitle(model.title)
  }
}

struct AccountView: View {
  @StateViewModel private var model = AccountViewModel()
  @State private var banner = ""

  var body: some View {
    VStack {
      Text(banner)
      Text(model.greeting.current)
      TextField("Name", text: model.$name.binding)
    }
    .onEvents(of: model.messages) { banner = $0 }
    .lifecycle(of: model)
  }
}

struct BrowsingView: View {
  let driver: NavigationDriver<NotesScreen>
  @Environment(\.openURL) private var openURL

  var body: some View {
    NavigationHost(driver) { screen in Text("\(screen.destination)") }
      .onLaunch(of: Browser.self, by: driver) { browser throws(NavigationError) in
        guard let url = URL(string: browser.url) else {
          throw .refused(action: "browser", reason: "this is not a link")
        }
        try await openURL.launch(url)
      }
  }
}

struct QuotesScreen: View {
  let makeComponent: @MainActor () -> MviComponent<[String], Int, String>
  @State private var banner = ""

  var body: some View {
    Text(banner)
    MviHost(makeComponent()) { quotes, send in
      List(quotes, id: \.self) { quote in
        Button(quote) { send(quotes.firstIndex(of: quote) ?? 0) }
      }
    } onLabel: {
      banner = $0
    }
  }
}

@MainActor
struct AppleSamplesTests {
  @Test func `the app of the article shows two screens and a sheet`() {
    let app = Renderer(app: NotesApp())
    #expect(app.texts == ["Shopping", "Ideas", "Help"])
    app.tap("Ideas")
    app.type("milk", into: "Text")
    #expect(app.texts == ["milk"])
    app.swipeBack()
    app.tap("Help")
    #expect(app.presentations == ["sheet"])
    app.dismissSheet()
    #expect(app.texts == ["Shopping", "Ideas", "Help"])
    #expect(app.problems == [])
  }

  @Test func `the account of the article follows its view model`() {
    let app = Renderer { AccountView() }
    app.type("Grace", into: "Name")
    #expect(app.texts == ["", "Hello, Grace!", "Grace"])
  }

  @Test func `the browser of the article opens a link`() async throws {
    let driver = makeNotesDriver()
    let app = Renderer { BrowsingView(driver: driver) }
    let ticket = try driver.perform(.launch(Browser(url: "https://a.nl")), action: "open")
    #expect(await ticket.outcome == .done)
    #expect(app.openedLinks == ["https://a.nl"])
  }

  @Test func `the quotes of the article are drawn, and a tap is answered by a label`() async {
    let app = Renderer {
      QuotesScreen {
        let store = ReducerStore<Int, [String], String, String>(
          initialState: ["Simple beats clever."],
          reduce: { quotes, quote in quotes.append(quote) }
        ) { index, context in context.publish("tapped \(context.state[index])") }
        return MviComponent(store, model: { $0 }) { $0 }
      }
    }
    app.tap("Simple beats clever.")
    await until(app.texts.first == "tapped Simple beats clever.")
  }
}
