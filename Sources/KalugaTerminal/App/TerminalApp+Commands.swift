import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Carries out what the user types.
extension TerminalApp {
  func carryOut(_ line: String) async -> TerminalSession.Reply {
    let (name, argument) = Self.parts(of: line)
    linesBefore = shownLines
    appOutput.hasReplied = false
    do {
      guard let command = availableCommands[name] else {
        guard name.hasPrefix("#") else { throw unknownCommand(name) }
        // A remark needs no reply.
        linesBefore = nil
        return .next
      }
      if command.isMove { timeMachine.willCarryOut(line) }
      let reply = try await command.run(argument)
      if reply == .quit { linesBefore = nil }
      return reply
    } catch let error as NavigationError where error.isLate {
      // Like a second tap on a button, which shows nothing.
      return .next
    } catch {
      // The message can quote links and files from untrusted sources.
      let text = "error    \(error)".escapingControlCharacters()
      output.writeLine(style.apply(.error, to: text))
      return .next
    }
  }

  /// Returns the name of a command and its argument, without the blanks around it.
  private static func parts(of line: String) -> (name: Substring, argument: String) {
    let text = line.drop(while: \.isWhitespace)
    let name = text.prefix { !$0.isWhitespace }
    var argument = text[name.endIndex...].drop(while: \.isWhitespace)
    while argument.last?.isWhitespace == true { argument.removeLast() }
    return (name, String(argument))
  }

  private func unknownCommand(_ name: Substring) -> TerminalCommandError {
    guard let screen = hiddenScreen(withCommand: name) else {
      return TerminalCommandError(availableCommands.unknown(name))
    }
    let command = String(name).quoted
    return TerminalCommandError(
      "\(command) is a command of the screen \(screen), which is not shown; type `help`"
    )
  }

  func didCarryOut() async {
    // A replay could wait forever for what an unanswered question leads to.
    if !isInteractive || (timeMachine.isReplaying && timeMachine.unanswered == 0) {
      for wait in waits { await wait() }
    }
    await timeMachine.runningWork?.waitForEnd {
      await timeMachine.session.settle()
      // Reading the screen can launch work, such as a load, which begins in the next turn.
      _ = shownLines
      await MainActorResumptions.turn()
    }
    session.live?.refresh()
    if isTracing {
      // Lets cancelled tasks end, which would be listed otherwise.
      await session.settle()
      trace.print(driver.stack.current.entries.compactMap { driver.viewModel(of: $0.id) })
    }
    await replyIfNothingHappened()
  }

  /// Prints a line after a command that has printed nothing and has not changed the screen.
  private func replyIfNothingHappened() async {
    guard linesBefore != nil, !timeMachine.isReplaying, !hasReplied else { return }
    // The command may have begun work that changes the screen.
    await timeMachine.session.settle()
    if !hasReplied { output.writeLine("same     the screen has not changed") }
  }

  private var hasReplied: Bool { appOutput.hasReplied || linesBefore != shownLines }

  /// The lines that the Tab key offers.
  package var completions: [String] {
    availableCommands.completions + (links?.beginnings.map { "open \($0)" } ?? [])
  }

  private var availableCommands: CommandList {
    CommandList(ownCommands + standardCommands + timeMachine.commands)
  }

  /// Explains what can be typed, the commands of the shown screen last, or one command.
  private func help(_ name: String) throws(TerminalCommandError) {
    let screen = CommandList(shownScreen?.commands ?? [])
    let own = CommandList(ownCommands)
    let others = CommandList(own.without(screen) + screen.commands)
    let builtIn = CommandList(CommandList(standardCommands).without(own))
    switch name {
    case "":
      let names = builtIn.commands.map(\.name).joined(separator: ", ")
      output.writeLine("  built in: \(names); `help all` explains them")
      if !others.commands.isEmpty { output.writeLine(others.help) }
    case "all": output.writeLine(CommandList(builtIn.commands + others.commands).help)
    default:
      guard let command = availableCommands[name] else { throw unknownCommand(name[...]) }
      output.writeLine(CommandList([command]).help)
    }
  }

  private var ownCommands: [TerminalCommand] {
    (shownScreen?.commands ?? []) + appCommands.flatMap { $0(self) }
  }

  // MARK: The commands of every app

  @TerminalListBuilder<TerminalCommand>
  private var standardCommands: [TerminalCommand] {
    TerminalCommand("back", "goes back, like the system's back button") {
      _ = try self.driver.back()
    }
    if let question = driver.shownQuestion?.asked.question {
      let example = question.choices.first.map { "answer \($0.name)" }
      let summary = "answers \(question.title)".escapingControlCharacters()
      TerminalCommand("answer", "CHOICE", summary, example: example) {
        try self.driver.answer(named: $0)
      }
    } else if let effects = manualEffects, let newest = effects.open.current.last {
      let example = newest.answers.first.map { "answer \($0)" }
      let summary = "answers \(newest.prompt)".escapingControlCharacters()
      TerminalCommand("answer", "ANSWER", summary, example: example) {
        try effects.answer($0)
      }
    }
    if let links { linkCommands(links) }
    if savesState { stateCommands }
    TerminalCommand("stack", "draws the stack of screens") {
      self.output.writeLine("\(StackPicture(self.driver.stack.current))")
    }.notAMove
    TerminalCommand("trace", "on|off", "prints what the architecture does") { argument in
      self.isTracing = try Self.isOn(argument, for: "trace")
      self.output.writeLine("trace    \(argument)")
    }.notAMove
    if let live = session.live { panelCommand(live) }
    TerminalCommand("help", "[NAME]", "shows what can be typed here, or explains one command") {
      try self.help($0)
    }.notAMove
    if timeMachine.canTravel {
      TerminalCommand(":help", "shows how to undo and redo, such as by `:back`") {
        self.timeMachine.printHelp()
      }.notAMove
    }
    TerminalCommand.quit
  }

  @TerminalListBuilder<TerminalCommand>
  private func linkCommands(_ links: DeepLinks<Destination>) -> [TerminalCommand] {
    let shown = (try? links.link(to: shownStack)).map { "open \($0)" }
    TerminalCommand("open", "LINK", "opens the screens of a link", example: shown) { link in
      try self.driver.openLinked(try links.screens(for: link))
    }
    TerminalCommand("share", "prints the link that leads to what is shown") {
      self.output.writeLine("link     \(try links.link(to: self.shownStack))")
    }.notAMove
  }

  @TerminalListBuilder<TerminalCommand>
  private var stateCommands: [TerminalCommand] {
    TerminalCommand("save", "FILE", "saves the stack and its screens to a file") { path in
      try Self.withFile(path) { try $0.write(self.driver.snapshot().data()) }
      self.output.writeLine("saved    \(path.quoted)")
    }.notAMove
    TerminalCommand("restore", "FILE", "restores what `save` wrote") { path in
      // Reads the whole file first, so that a damaged file changes nothing.
      let lost = TerminalCommandError("\(path.quoted) was not read")
      let snapshot = try await self.timeMachine.answer(to: "restore \(path)", ifLost: lost) {
        try Self.withFile(path) { file in
          guard let data = try file.read() else {
            throw SavedStateError.fileNotReadable("no such file or folder")
          }
          return try NavigationSnapshot<Destination>(data)
        }
      }
      await self.restart(snapshot)
    }
  }

  /// Reads or writes the file at a path that the user has typed.
  private static func withFile<Result>(
    _ path: String,
    _ body: (SavedFile) throws -> Result
  ) throws -> Result {
    guard !path.isEmpty else {
      throw TerminalCommandError("expected the name of a file, found nothing")
    }
    do {
      return try body(.file(URL(filePath: path)))
    } catch SavedStateError.fileNotWritable(let reason) {
      throw TerminalCommandError("\(path.quoted) cannot be written: \(reason)")
    } catch SavedStateError.fileNotReadable(let reason) {
      throw TerminalCommandError("\(path.quoted) cannot be read: \(reason)")
    }
  }

  /// The names of the commands that a panel lists.
  var footer: [String] {
    let back = driver.canGoBack.current ? ["back"] : []
    let isAsked = driver.shownQuestion != nil || manualEffects?.open.current.isEmpty == false
    let answer = isAsked ? ["answer"] : []
    var known: Set<String> = []
    let names =
      answer + (shownScreen?.commands ?? []).map(\.name) + back
      + appCommands.flatMap { $0(self) }.map(\.name) + ["help"]
    return names.filter { known.insert($0).inserted }
  }

  private func panelCommand(_ live: LivePrompt) -> TerminalCommand {
    TerminalCommand("panel", "on|off", "shows the screen in a frame, beside the stack") {
      argument in
      live.showsPanel = try Self.isOn(argument, for: "panel")
      let absence =
        self.showsPanes ? "while no list is beside its detail" : Panel.lack(of: live.size)
      let lack = live.showsPanel ? absence : nil
      self.output.writeLine("panel    \(argument)\(lack.map { ", \($0)" } ?? "")")
    }.notAMove
  }

  private static func isOn(
    _ argument: String,
    for command: String
  ) throws(TerminalCommandError) -> Bool {
    switch argument {
    case "on": return true
    case "off": return false
    default:
      let found = argument.isEmpty ? "nothing" : argument.quoted
      throw TerminalCommandError("\(command): expected `on` or `off`, found \(found)")
    }
  }
}
