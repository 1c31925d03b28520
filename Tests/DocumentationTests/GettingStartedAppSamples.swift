// The second part of the article on getting started, word for word.
import Foundation
import KalugaArchitecture
import KalugaTerminal
import Testing

enum HelloScreen: NavigationDestination {
  case welcome
  case rename(Person)
}

struct Person: Codable, Hashable, NavigationBundleContent {
  var name: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

extension DeepLinks where Destination == HelloScreen {
  static let hello = DeepLinks(
    scheme: "hello",
    host: "app",
    routes: [
      DeepLinkRoute("rename", Person.bundleSpec) {
        [.welcome, .rename($0)]
      } content: { screens in
        if case .rename(let person) = screens.last { person } else { nil }
      }
    ]
  )
}

enum WelcomeNavigation: NavigationAction {
  case rename(Person)
}

extension NavigationRequest where Action == WelcomeNavigation, Result == Person {
  static func newName(of person: Person) -> Self { Self(.rename(person)) }
}

final class WelcomeViewModel: NavigatingViewModel<WelcomeNavigation> {
  @InitializedSubject private(set) var person = Person(name: "World")
  lazy var greeting = $person.map { "Hello, \($0.name)!" }

  private let renamed = NavigationResultKey<Person>("renamed")

  init(navigator: any Navigator<WelcomeNavigation>) {
    super.init(navigator: navigator)
    // Here and not in the function below: the result may arrive in a later process.
    onResult(renamed) { [weak self] in self?.person = $0 }
  }

  func renameTapped() throws(NavigationError) {
    try navigate(.newName(of: person), resultTo: renamed)
  }
}

enum RenameNavigation: NavigationAction {
  case finish(Person)
}

final class RenameViewModel: NavigatingViewModel<RenameNavigation> {
  @Saved("name") var name = ""  // saved together with the stack

  init(_ person: Person, navigator: any Navigator<RenameNavigation>) {
    name = person.name
    super.init(navigator: navigator)
  }

  func doneTapped() throws(NavigationError) {
    try navigator.navigate(.finish(Person(name: name)))
  }
}

@MainActor
func makeHelloScreen(
  _ screen: HelloScreen,
  _ driver: NavigationDriver<HelloScreen>
) -> BaseLifecycleViewModel {
  switch screen {
  case .welcome:
    WelcomeViewModel(
      navigator: StackNavigator(driver) { (action: WelcomeNavigation) in
        switch action {
        case .rename(let person): .push(.rename(person))
        }
      }
    )
  case .rename(let person):
    RenameViewModel(
      person,
      navigator: StackNavigator(driver) { (action: RenameNavigation) in
        switch action {
        case .finish(let person): .pop(result: NavigationResult(person))
        }
      }
    )
  }
}

@MainActor
func makeHelloApp(on console: TerminalConsole) -> TerminalApp<HelloScreen> {
  let app = TerminalApp(
    root: HelloScreen.welcome,
    on: console,
    links: .hello,
    savesState: true,
    screen: makeHelloScreen
  )
  app.screen(WelcomeViewModel.self) { welcome in
    welcome.greeting.current  // `greeting` is an observable, `current` its value
  } commands: { welcome in
    TerminalCommand("rename", "asks for another name") { try welcome.renameTapped() }
  }
  app.screen(RenameViewModel.self) { rename in
    "Name: \(rename.name)"
  } commands: { rename in
    TerminalCommand("name", "TEXT", "sets the name", example: "name Ada") { rename.name = $0 }
    TerminalCommand("done", "returns the name") { try rename.doneTapped() }
  }
  app.commands { app in
    TerminalCommand("about", "says what this is") { app.output.writeLine("my first app") }
  }
  return app
}

// The program itself, which is not run: it would end the process of the tests.
@MainActor
func runHello() async {
  await TerminalLaunch("Hello", "greets you by name", version: "1.0").run { launch in
    makeHelloApp(on: launch.console)
  }
}

@MainActor
struct HelloAppTests {
  @Test func `the new name is shown`() async {
    let output = StringSink()
    await makeHelloApp(on: .script(["rename", "name Ada", "done"], output: output)).run()
    #expect(output.lines.contains("  Hello, Ada!"))
  }
}

@MainActor
struct GettingStartedAppTests {
  @Test func `the second part prints what the article shows`() async throws {
    let article = try Documentation.article("getting-started")
    let output = StringSink()
    let script = [
      "rename", "name Ada", "done", "abuot", "open hello://app/rename?name=Grace", "share",
    ]
    await makeHelloApp(on: .script(script, output: output)).run()
    #expect(article.contains("```text\n\(output.text)```"), "it prints:\n\(output.text)")
    #expect(article.contains("printf '\(script.joined(separator: "\\n"))\\n'"))
  }

  @Test func `a second process prints what the article shows`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).state").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let scripts = [["rename", "name Ada", "save \(file)"], ["restore \(file)", "done"]]
    let article = try Documentation.article("getting-started")
    var printed = ""
    for script in scripts {
      let output = StringSink()
      await makeHelloApp(on: .script(script, output: output)).run()
      printed = output.text.replacing(file, with: "hello.state")
      let typed = script.joined(separator: "\\n").replacing(file, with: "hello.state")
      #expect(article.contains("printf '\(typed)\\n'"))
    }
    #expect(article.contains("```text\n\(printed)```"), "it prints:\n\(printed)")
  }
}
