import Foundation
import KalugaArchitecture
import KalugaStores
import KalugaSwiftUI
import SwiftUI
import Testing

// The Swift blocks of the README and the article on SwiftUI, word for word. NotesSamples has the models.

final class GreetingViewModel: BaseLifecycleViewModel {
  @InitializedSubject var name = ""  // `name` is the value, `$name` the observable subject
  lazy var greeting = $name.map { $0.isEmpty ? "What is your name?" : "Hello, \($0)!" }
}

struct GreetingView: View {
  @StateViewModel private var model = GreetingViewModel()

  var body: some View {
    Text(model.greeting.current)
    TextField("Name", text: model.$name.binding)
      .lifecycle(of: model)  // pauses it with the view, and cancels the work that it began
  }
}

struct NotesApp: App {
  var body: some Scene {
    WindowGroup { WindowView() }
  }
}

struct WindowView: View {
  @StateViewModel var window = WindowViewModel()

  var body: some View {
    NavigationHost(window.driver) { screen in
      switch screen.viewModel {
      case let model as ListViewModel: ListView(model: model)
      case let model as NoteViewModel: NoteView(model: model)
      default: Button("Close") { _ = try? window.driver.perform(.dismiss()) }
      }
    }
    .lifecycle(of: window)
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

struct TabsView: View {
  let driver: NavigationDriver<NotesScreen>

  var body: some View {
    NavigationHost(
      driver,
      presentation: { $0 == .help ? .cover() : .sheet() },
      badge: { ($0.viewModel as? ListViewModel)?.titles.count ?? 0 }
    ) { screen in
      Text(verbatim: "\(screen.destination)")
    } tab: { tab in
      switch tab.destination {
      case .help: Label("Help", systemImage: "questionmark")
      default: Label("Notes", systemImage: "note")
      }
    }
  }
}

struct KeptView: View {
  let driver: NavigationDriver<NotesScreen>
  @Environment(\.scenePhase) private var phase

  var body: some View {
    NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
      .onOpenURL { open($0.absoluteString) }
      .modifier(Handoff(driver: driver, open: open))
      .onChange(of: phase) {
        if phase == .background { try? notesFile.write(driver.snapshot().data()) }
      }
  }

  private func open(_ link: String) {
    _ = try? driver.open(notesLinks.screens(for: link))
  }
}

/// Offers the shown screens to the user's other devices, if there is a link to them.
struct Handoff: ViewModifier {
  let driver: NavigationDriver<NotesScreen>
  let open: (String) -> Void

  func body(content: Content) -> some View {
    let link = try? notesLinks.link(to: driver.stack.current)
    content
      .userActivity("notes.screen", isActive: link != nil) { $0.userInfo = ["link": link ?? ""] }
      .onContinueUserActivity("notes.screen") { ($0.userInfo?["link"] as? String).map(open) }
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

final class Alerts: OverlaySubscribable {
  @InitializedSubject private(set) var text = ""
  @InitializedSubject private var isShown = false

  func show(_ text: String) {
    self.text = text
    isShown = true
  }

  var overlay: some View {
    Color.clear.frame(width: 0, height: 0)
      .alert(text, isPresented: $isShown.binding) { Button("OK") {} }
  }
}

final class ExportViewModel: BaseLifecycleViewModel {
  private let alerts = Alerts()

  init() { super.init(lifecycleSubscribables: [alerts]) }

  func exportTapped() { alerts.show("All notes are exported.") }
}

final class SystemLinks: HostLifecycleSubscribable {
  private let views = LifecycleHostObserver<ViewHost>()

  func attach(to host: ViewHost) -> HostAttachment { views.attach(to: host) }

  func open(_ url: URL) { views.currentHost?.environment.openURL(url) }
}

final class ImprintViewModel: BaseLifecycleViewModel {
  private let links = SystemLinks()

  init() { super.init(lifecycleSubscribables: [links]) }

  func websiteTapped() {
    if let url = URL(string: "https://example.org") { links.open(url) }
  }
}

struct BannerView: View {
  let driver: NavigationDriver<NotesScreen>
  @State private var banner = ""

  var body: some View {
    VStack {
      Text(banner)
      NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
    }
    .onEffect(Banner.self, by: driver) { banner = $0.text }
  }
}

@MainActor
struct AppleSamplesTests {
  @Test func `the app of the article shows two screens and a sheet`() async {
    let app = Renderer(app: NotesApp())
    #expect(app.texts == ["Shopping", "Ideas", "Help"])
    app.tap("Ideas")
    app.type("milk", into: "Text")
    #expect(app.texts == ["milk"])
    app.swipeBack()
    app.tap("Help")
    await until(app.presentations == ["sheet"])
    app.dismissSheet()
    #expect(app.texts == ["Shopping", "Ideas", "Help"])
    #expect(app.problems == [])
  }

  @Test func `the tabs of the article have labels, and a cover is presented over them`()
    async throws
  {
    let driver = makeTabbedDriver()
    let app = Renderer { TabsView(driver: driver) }
    #expect(app.tabLabels == ["Notes", "Help"])
    #expect(app.tabBadges == [2, 0])
    app.selectTab(1)
    #expect("\(driver.stack.current)" == "{[list] | *[help]}")
    try driver.perform(.present(.help))
    await until(app.presentations == ["cover"])
    #expect(app.problems == [])
  }

  @Test func `the stack of the article is kept, and follows links`() throws {
    defer { try? FileManager.default.removeItem(at: notesFile.url) }
    let driver = makeKeptDriver()
    let app = Renderer { KeptView(driver: driver) }
    app.open(link: try #require(URL(string: "notes://app/help")))
    #expect(app.picture == "[list, help]")
    let activity = try #require(app.userActivities.first)
    #expect(activity.userInfo?["link"] as? String == "notes://app/help")
    try driver.perform(.popToRoot())
    #expect(app.userActivities.isEmpty)
    app.continueUserActivity(activity)
    #expect(app.picture == "[list, help]")
    app.scenePhase = .background
    #expect("\(makeKeptDriver().stack.current)" == "[list, help]")
  }

  @Test func `each window of the app of the article has its own stack`() {
    let app = NotesApp()
    let windows = [Renderer(app: app), Renderer(app: app)]
    windows[0].tap("Ideas")
    windows[1].tap("Help")
    #expect(windows.map(\.picture) == ["[Shopping, ]", "[Shopping] ▸ [Close]"])
    #expect(windows.flatMap(\.problems) == [])
  }

  @Test func `the greeting of the README follows its view model`() {
    let app = Renderer { GreetingView() }
    #expect(app.texts == ["What is your name?", ""])
    app.type("Grace", into: "Name")
    #expect(app.texts == ["Hello, Grace!", "Grace"])
  }

  @Test func `the account of the article follows its view model`() {
    let app = Renderer { AccountView() }
    app.type("Grace", into: "Name")
    #expect(app.texts == ["", "Hello, Grace!", "Grace"])
  }

  @Test func `the service of the article shows an alert over a screen and over a view`() {
    let (screen, view) = (ExportViewModel(), ExportViewModel())
    let driver = NavigationDriver<NotesScreen>(root: .list) { _, _ in screen }
    let host = Renderer { NavigationHost(driver) { _ in Text("screen") } }
    let app = Renderer { Text("view").lifecycle(of: view) }
    for (app, model, name) in [(host, screen, "screen"), (app, view, "view")] {
      model.exportTapped()
      #expect(app.texts == [name, "All notes are exported.", "OK"])
      app.tap("OK")
      #expect(app.texts == [name])
    }
  }

  @Test func `the service of the article opens a link over a screen and over a view`() {
    let (screen, view) = (ImprintViewModel(), ImprintViewModel())
    let driver = NavigationDriver<NotesScreen>(root: .list) { _, _ in screen }
    let host = Renderer { NavigationHost(driver) { _ in Text("screen") } }
    let app = Renderer { Text("view").lifecycle(of: view) }
    for (app, model) in [(host, screen), (app, view)] {
      model.websiteTapped()
      #expect(app.openedLinks == ["https://example.org"])
    }
  }

  @Test func `the view of the article shows the banner that a screen launches`() async throws {
    let driver = makeNotesDriver()
    let app = Renderer { BannerView(driver: driver) }
    let ticket = try driver.perform(.launch(Banner(text: "Saved")), action: "banner")
    #expect(await ticket.outcome == .done)
    await until(app.texts.first == "Saved")
  }
}
