import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@testable import KalugaTerminal

/// Tests apps as their users see them: typed lines in, printed lines out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TerminalAppTests {
  private enum Screen: NavigationDestination {
    case cup, saucer, shelf
    case mug(String)
  }

  private final class Cup: BaseLifecycleViewModel {
    @InitializedSubject var sips = 0
    @InitializedSubject var drinks: [String] = []
  }

  private final class Saucer: BaseLifecycleViewModel {}

  private struct Wipe: NavigationEffect {}

  private struct Offer: AnswerableEffect {
    typealias Answer = Bool

    let drink: String
    var answers: [(name: String, answer: Bool)] { [("yes", true), ("no", false)] }
    var prompt: String { "\(drink)\u{7}?" }
  }

  private let output = StringSink()

  /// Runs an app for a script, and returns what it has printed.
  @discardableResult
  private func run(
    _ script: String...,
    describe: (TerminalApp<Screen>) -> Void = { _ in }
  ) async -> [String] {
    await app(.script(script, output: output), describe).run()
    return output.lines
  }

  private func app(
    _ console: TerminalConsole,
    _ describe: (TerminalApp<Screen>) -> Void = { _ in }
  ) -> TerminalApp<Screen> {
    let links = DeepLinks(
      scheme: "tea",
      host: "app",
      routes: [
        DeepLinkRoute("saucer", screens: [Screen.cup, .saucer]),
        DeepLinkRoute("mug", SingleValueNavigationSpec<String>(.string).spec) {
          [.mug($0)]
        } content: { screens in
          if case .mug(let drink) = screens.last { drink } else { nil }
        },
      ]
    )
    let app = TerminalApp(root: Screen.cup, on: console, links: links) { screen, _ in
      switch screen {
      case .cup: Cup()
      case .saucer: Saucer()
      case .shelf, .mug: BaseLifecycleViewModel()
      }
    }
    app.screen(Cup.self) { cup in
      "sips: \(cup.sips)"
      if !cup.drinks.isEmpty { "drinks:" }
      for drink in cup.drinks { "- \(drink)" }
    } commands: { cup in
      TerminalCommand("drink", "NAME", "adds a drink", example: "drink tea") {
        cup.drinks.append($0)
      }
      if cup.drinks.isEmpty {
        TerminalCommand("refuse", "always fails") { throw TerminalCommandError("no\u{1B}[2J") }
      } else {
        TerminalCommand("sip", 1...3, default: 1, "takes sips") { cup.sips += $0 }
      }
    }
    app.screen(Saucer.self) { _ in
      "a saucer"
    } commands: { [weak app] _ in
      TerminalCommand("back", "leaves the saucer") {
        try app?.driver.perform(.pop(), action: "leave")
      }
    }
    describe(app)
    return app
  }

  // MARK: Screens and commands

  @Test func `help explains the commands of the app and then of the screen, and names the others`()
    async
  {
    let printed = await run("help", "quit") { app in
      app.commands { _ in TerminalCommand("お茶", "waves") {} }
    }
    #expect(
      printed.drop { $0 != "> help" }.dropFirst().prefix { $0 != "> quit" } == [
        "  built in: back, open, share, stack, trace, help, quit; `help all` explains them",
        "  お茶         waves",
        "  drink NAME   adds a drink, for example `drink tea`",
        "  refuse       always fails",
      ]
    )
  }

  @Test func `help all explains every command, those of the screen last`() async {
    let printed = await run("help all") { app in
      app.commands { _ in TerminalCommand("wave", "waves") {} }
    }
    let names = [
      "back", "open", "share", "stack", "trace", "help", "quit", "wave", "drink", "refuse",
    ]
    let help = printed.filter { line in names.contains { line.hasPrefix("  \($0) ") } }
    #expect(help.compactMap { $0.split(separator: " ").first.map(String.init) } == names)
    #expect(help.contains("  open LINK      opens the screens of a link"))
  }

  @Test func `a command that needs on or off says so, also without an argument`() async {
    let printed = await run("trace", "trace maybe")
    let error = "error    trace: expected `on` or `off`, found"
    #expect(printed.contains("\(error) nothing"))
    #expect(printed.contains("\(error) \"maybe\""))
  }

  @Test func `a trace that is switched on again prints each screen again`() async {
    let printed = await run("trace on", "trace off", "trace on")
    #expect(printed.count { $0.hasPrefix("· alive    Cup:") } == 2)
  }

  @Test func `a trace prints a screen again only after a change`() async {
    let printed = await run("trace on", "stack", "stack")
    #expect(printed.count { $0.hasPrefix("· alive    Cup:") } == 1)
  }

  @Test func `help explains one command, also one that it does not list`() async throws {
    try await TerminalApp.run(
      on: .script(["help drink", "help :goto", "help drnik", "quit"], output: output)
    ) { app($0) }
    #expect(
      output.lines.drop { $0 != "> help drink" } == [
        "> help drink", "  drink NAME   adds a drink, for example `drink tea`",
        "> help :goto", "  :goto 0...0   leads to the state after so many moves",
        "> help drnik", "error    unknown command \"drnik\"; did you mean `drink`?",
        "> quit", "cleared  Cup", "bye",
      ]
    )
  }

  @Test func `a screen shows the lines and has the commands of its present state`() async {
    let printed = await run(
      "sip",
      "refuse",
      "back now",
      "drink tea",
      "help sip",
      "sip",
      "sip 2",
      "refuse",
      "sip 4",
      "sip much"
    )
    #expect(printed.contains("  sip [1...3]   takes sips"))
    #expect(
      printed.filter { $0.hasPrefix("error") } == [
        "error    unknown command \"sip\"; type `help`", "error    no\\u{1b}[2J",
        "error    back: takes no argument, found \"now\"",
        "error    unknown command \"refuse\"; type `help`",
        "error    sip: expected a number from 1 to 3, found \"4\"",
        "error    sip: expected a number from 1 to 3, found \"much\"",
      ]
    )
    let shown = printed.filter { $0.hasPrefix("  ") && !$0.contains("takes") }
    let drinks = ["  drinks:", "  - tea"]
    #expect(
      shown == ["  sips: 0", "  sips: 0"] + drinks + ["  sips: 1"] + drinks + ["  sips: 3"] + drinks
    )
  }

  @Test(arguments: [
    ("drnik", "drink"), ("h", "help"), ("sh", "share"), ("qiut", "quit"), ("HELP", "help"),
    ("Drnik", "drink"), ("drinkTea", "drink"), ("fuse", "refuse"),
  ])
  func `an unknown command is answered with a similar one`(typed: String, meant: String) async {
    let error = "error    unknown command \"\(typed)\"; did you mean `\(meant)`?"
    let printed = await run(typed)
    #expect(printed.contains(error))
  }

  @Test func `a command of a screen that is not shown is answered with the name of the screen`()
    async
  {
    let printed = await run("shelf", "drink tea", "drikn", "dust", "back", "dust") { app in
      app.screen(BaseLifecycleViewModel.self) { _ in
        "a shelf"
      } commands: { _ in
        TerminalCommand("dust", "dusts") { app.output.writeLine("dusted") }
      }
      app.commands { app in
        TerminalCommand("shelf", "shows the shelf") {
          try app.driver.perform(.push(.shelf), action: "shelf")
        }
      }
    }
    #expect(
      printed.filter { $0.hasPrefix("error") || $0 == "dusted" } == [
        "error    \"drink\" is a command of the screen cup, which is not shown; type `help`",
        "error    unknown command \"drikn\"; type `help`", "dusted",
        "error    \"dust\" is a command of the screen shelf, which is not shown; type `help`",
      ]
    )
  }

  @Test func `no command is silent`() async {
    let same = "same     the screen has not changed"
    let script = [
      "nothing", "drink tea", "", "# a remark", "#", "#1", "sip 1", "nothing", "blank", "shelf",
      "trace off", "quit",
    ]
    let app = app(.script(script, output: output)) { app in
      app.commands { app in
        TerminalCommand("nothing", "does nothing") {}
        TerminalCommand("blank", "prints no text") { app.output.write("") }
        TerminalCommand("#1", "is a command") { app.output.writeLine("one") }
        TerminalCommand("shelf", "shows a screen without a description") {
          try app.driver.perform(.push(.shelf), action: "shelf")
        }
      }
    }
    await app.run()
    #expect(
      output.lines == [
        "start    cup   [cup]", "  sips: 0",
        "> nothing", same,
        "> drink tea", "  sips: 0", "  drinks:", "  - tea",
        "> ", "> # a remark", "> #", "> #1", "one",
        "> sip 1", "  sips: 1", "  drinks:", "  - tea",
        "> nothing", same,
        "> blank", same,
        "> shelf", "push     cup → shelf   [cup, shelf]", "  shelf",
        "> trace off", "trace    off",
        "> quit", "cleared  BaseLifecycleViewModel", "cleared  Cup", "bye",
      ]
    )
  }

  @Test func `work that a command begins is its reply`() async {
    let printed = await run("later") { app in
      app.commands { app in
        TerminalCommand("later", "takes a sip") {
          let cup = app.driver.topViewModel as? Cup
          cup?.scope.launch { cup?.sips += 1 }
        }
      }
    }
    #expect(!printed.contains { $0.hasPrefix("same") })
    #expect(printed.contains("  sips: 1"))
  }

  @Test func `share prints the link of what a screen shows`() async {
    struct Unsharable: Error, CustomStringConvertible { let description = "too full" }
    let printed = await run("share", "drink tea", "share", "sip 3", "share") { app in
      app.share(Cup.self) { cup in
        if cup.sips > 2 { throw Unsharable() }
        return cup.drinks.isEmpty ? .cup : .mug(cup.drinks[0])
      }
    }
    #expect(
      printed.filter { $0.hasPrefix("link") || $0.hasPrefix("error") } == [
        "error    no link leads to [cup]", "link     tea://app/mug?value=tea", "error    too full",
      ]
    )
  }

  // MARK: Blank lines

  /// A turn of the main actor for each line would take minutes if there are a million.
  @Test func `blank lines are echoed, and the screen is read once for all`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "blank-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let blank = String(repeating: "\n", count: 2_000)
    try Data("\(blank)drink tea\n\(blank)".utf8).write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    let input = StandardInput(descriptor: handle.fileDescriptor)
    var reads = 0
    let app = TerminalApp(root: Screen.cup, on: TerminalConsole(input: input, output: output)) {
      _,
      _ in Cup()
    }
    app.screen(Cup.self) { cup in
      let _ = reads += 1
      "drinks: \(cup.drinks.count)"
    } commands: { cup in
      TerminalCommand("drink", "NAME", "adds a drink") { cup.drinks.append($0) }
    }
    await app.run()
    let lines = output.lines
    #expect(lines.count { $0 == "> " } == 4_000)
    #expect(lines[2_001...].prefix(3) == ["> ", "> drink tea", "  drinks: 1"])
    #expect(reads < 100)
  }

  @Test func `a command of a screen replaces one of the app with the same name`() async {
    let printed = await run("open tea://app/saucer", "help all", "back", "share")
    #expect(printed.contains("open     cup → saucer   [cup, saucer]"))
    #expect(printed.filter { $0.hasPrefix("  back") } == ["  back           leaves the saucer"])
    #expect(printed.contains("pop      saucer → cup   [cup]"))
  }

  @Test func `Tab completes the commands of the moment, and the routes of links`() {
    let app = app(.script([], output: output))
    app.driver.start()
    #expect(app.completions.prefix(3) == ["drink ", "refuse", "back"])
    #expect(app.completions.contains("open tea://app/saucer"))
    #expect(app.completions.contains("trace "))
    (app.driver.topViewModel as? Cup)?.drinks = ["tea"]
    #expect(app.completions.prefix(3) == ["drink ", "sip ", "back"])
    app.driver.end()
  }

  @Test func `without savesState, an app has no command that saves`() {
    let console = TerminalConsole.script([], output: output)
    let apps = [
      TerminalApp(root: Screen.shelf, on: console) { _, _ in BaseLifecycleViewModel() },
      TerminalApp(tabs: [Screen.shelf], on: console) { _, _ in BaseLifecycleViewModel() },
    ]
    for app in apps { #expect(!app.completions.contains { $0.hasPrefix("save") }) }
  }

  // MARK: Effects, work and waiting

  @Test func `the user answers effects, the newest one first`() async {
    let printed = await run(
      "answer yes",
      "offer tea",
      "offer milk",
      "help answer",
      "answer maybe",
      "answer unavailable",
      "drink water",
      "answer yes",
      "quit"
    ) { app in
      app.askUser(for: [Offer.self])
      app.commands { app in
        TerminalCommand("offer", "DRINK", "offers a drink") { [weak app] drink in
          guard let app, let cup = app.driver.topViewModel as? Cup else { return }
          let offer = NavigationSpec<Screen>.launch(Offer(drink: drink))
          let ticket = try app.driver.perform(offer, action: "offer", for: Bool.self)
          cup.scope.launch { [weak cup] in
            switch await ticket.outcome {
            case .finished(let isWanted): cup?.drinks.append("\(drink): \(isWanted)")
            case let other: cup?.drinks.append("\(other)")
            }
          }
        }
      }
    }
    let refusal =
      "refused('offer' was not launched: this device cannot do it. "
      + "Offer another way, such as a text to copy.)"
    #expect(
      printed.drop { $0 != "> answer yes" } == [
        "> answer yes", #"error    unknown command "answer"; type `help`"#,
        "> offer tea", "launch   offer   [cup]",
        #"asks     tea\u{7}?: `answer` yes, no, unavailable"#,
        "> offer milk", "launch   offer   [cup]",
        #"asks     milk\u{7}?: `answer` yes, no, unavailable"#,
        "> help answer", #"  answer ANSWER   answers milk\u{7}?, for example `answer yes`"#,
        "> answer maybe",
        #"error    'offer' was not launched: answer: expected yes or no or unavailable, found "maybe""#,
        "> answer unavailable", "  sips: 0", "  drinks:", "  - \(refusal)",
        "> drink water", "  sips: 0", "  drinks:", "  - \(refusal)", "  - water",
        "> answer yes", "  sips: 0", "  drinks:", "  - \(refusal)", "  - water", "  - tea: true",
        "> quit", "cleared  Cup", "bye",
      ]
    )
  }

  private enum Sugar: String, QuestionAnswer { case yes, no }

  @Test func `a question is shown with its screen, and answered before an effect`() async {
    let question = Question(
      "Sugar\u{7}?",
      message: "It is sweet.",
      choices: [
        Question.Choice(Sugar.yes, "Yes, please"),
        Question.Choice(Sugar.no, "No", role: .cancel),
      ]
    )
    let printed = await run(
      "offer",
      "ask",
      "help answer",
      "answer maybe",
      "stack",
      "answer yes",
      "answer no",
      "ask",
      "back",
      "quit"
    ) { app in
      app.askUser(for: [Offer.self])
      app.commands { app in
        TerminalCommand("offer", "offers tea") {
          try app.driver.perform(.launch(Offer(drink: "tea")), action: "offer")
        }
        TerminalCommand("ask", "asks about sugar") { try app.driver.perform(.ask(question)) }
      }
    }
    let lines = [
      "  sips: 0", #"  question: Sugar\u{7}? It is sweet."#,
      "  `answer yes`: Yes, please", "  `answer no`: No",
    ]
    let shown = ["> ask", "ask      cup → cup   [cup] ? (yes | no)"] + lines
    let answered = [
      "> help answer",
      #"  answer CHOICE   answers Sugar\u{7}?, for example `answer yes`"#,
      "> answer maybe",
      "error    the question has no choice 'maybe': the choices are [yes, no]",
      "> stack", "╶ cup   ← shown ? (yes | no)",
      "> answer yes", #"answer   cup → cup {answer: "yes"}   [cup]"#, "  sips: 0",
      "> answer no", "same     the screen has not changed",
    ]
    let left = [
      "> back", #"answer   cup → cup {answer: "no"}   [cup]"#, "  sips: 0",
      "> quit", "cleared  Cup", "bye",
    ]
    let found = Array(printed.drop { $0 != "> ask" })
    #expect(found == shown + answered + shown + left)
  }

  @Test func `an effect is printed and carried out, and refused without a handler`() async {
    func addCommand(to app: TerminalApp<Screen>) {
      app.commands { app in
        TerminalCommand("wipe", "wipes the table") {
          try app.driver.perform(.launch(Wipe()), action: "wipe")
        }
      }
    }
    let printed = await run("wipe") { app in
      addCommand(to: app)
      app.onEffect(Wipe.self) { _ in app.output.writeLine("wiped") }
    }
    #expect(printed.suffix(4) == ["launch   wipe   [cup]", "wiped", "cleared  Cup", "bye"])
    let refused = await run("wipe", describe: addCommand)
    #expect(refused.contains { $0.hasPrefix("error    ") && $0.contains("wipe") })
  }

  @Test func `work ends with its driver, and the app waits for it`() async {
    let printed = await run("quit") { app in
      app.work { _ in
        await untilCancelled()
        app.output.writeLine("tidied up")
      }
    }
    #expect(printed.suffix(3) == ["tidied up", "cleared  Cup", "bye"])
  }

  @Test func `a script waits before each screen, and an interactive app does not`() async {
    var waits = 0
    await run("stack") { app in app.wait { waits += 1 } }
    #expect(waits == 2)
    let console = TerminalConsole.script(["stack"], output: output, isInteractive: true)
    await app(console) { app in app.wait { waits += 1 } }.run()
    #expect(waits == 2)
  }

  @Test func `an app is released after its run`() async {
    await expectReleased {
      let app = app(.script(["drink tea", "open tea://app/saucer"], output: output))
      await app.run()
      return app
    }
  }
}
