import KalugaArchitecture

// Carries out what the user types.
extension TerminalApp {
  /// Carries out a line that is not blank.
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

  /// Returns the name of a command and its argument: blanks within the argument are kept, and those
  /// around it are not.
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
    session.refreshPanel()
    let stack = driver.stack.current
    await trace.print(stack.entries.compactMap { driver.viewModel(of: $0.id) })
    await replyIfNothingHappened()
  }

  /// Prints a line after a command that has printed nothing and has not changed the screen, so that
  /// the user knows that it was carried out.
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
    CommandList(ownCommands + builtInCommands.commands)
  }

  /// The commands of every app, also those that only say what they need.
  var builtInCommands: CommandList {
    CommandList(standardCommands + timeMachine.commands + [panelCommand])
  }

  /// Explains what can be typed, or one command.
  ///
  /// The commands of the shown screen are the last, next to the prompt.
  private func help(_ name: String) throws(TerminalCommandError) {
    let screen = CommandList(shownScreen?.commands ?? [])
    let own = CommandList(ownCommands)
    let others = CommandList(own.without(screen) + screen.commands)
    let builtIn = CommandList(CommandList(standardCommands).without(own))
    switch name {
    case "":
      output.writeLine(builtIn.names(columns: columns))
      if !others.commands.isEmpty { output.writeLine(others.help(columns: columns)) }
    case "all":
      let all = CommandList(builtIn.commands + others.commands)
      output.writeLine(all.help(columns: columns))
    default:
      guard let command = availableCommands[name] else { throw unknownCommand(name[...]) }
      output.writeLine(CommandList([command]).help(columns: columns))
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
    if let links { linkCommands(links) }
    if savesState { stateCommands }
    TerminalCommand("stack", "draws the stack of screens") {
      self.output.writeLine("\(StackPicture(self.driver.stack.current))")
    }.notAMove
    TerminalCommand("trace", "on|off", "prints what the architecture does") { argument in
      try self.trace(argument)
    }.notAMove
    if session.canRedraw { panelCommand }
    TerminalCommand("help", "[NAME]", "shows what can be typed here, or explains one command") {
      try self.help($0)
    }.notAMove
    if timeMachine.canTravel {
      TerminalCommand(":help", "shows how to undo and redo, such as by `:back`") {
        self.timeMachine.printHelp(columns: self.columns)
      }.notAMove
    }
    TerminalCommand.quit
  }

  @TerminalListBuilder<TerminalCommand>
  private func linkCommands(_ links: DeepLinks<Destination>) -> [TerminalCommand] {
    let shown = (try? links.link(to: shownStack)).map { "open \($0)" }
    TerminalCommand("open", "LINK", "opens the screens of a link", example: shown) { link in
      try self.driver.open(try links.screens(for: link))
    }
    TerminalCommand("share", "prints the link that leads to what is shown") {
      self.output.writeLine("link     \(try links.link(to: self.shownStack))")
    }.notAMove
  }

  @TerminalListBuilder<TerminalCommand>
  private var stateCommands: [TerminalCommand] {
    TerminalCommand("save", "FILE", "saves the stack and its screens to a file") { path in
      try StateFile(path).write(self.driver.snapshot())
      self.output.writeLine("saved    \(path.quoted)")
    }.notAMove
    TerminalCommand("restore", "FILE", "restores what `save` wrote") { path in
      // Reads the whole file first, so that a damaged file changes nothing.
      let lost = TerminalCommandError("\(path.quoted) was not read")
      let snapshot: NavigationSnapshot<Destination> = try await self.timeMachine.answer(
        to: "restore \(path)",
        ifLost: lost
      ) { try StateFile(path).read() }
      await self.restart(snapshot)
    }
  }

  private var columns: Int? { session.windowSize?.columns }

  /// The names of the commands that a panel lists.
  var footer: [String] {
    let back = driver.canGoBack.current ? ["back"] : []
    var known: Set<String> = []
    let names =
      (shownScreen?.commands ?? []).map(\.name) + back
      + appCommands.flatMap { $0(self) }.map(\.name) + ["help"]
    return names.filter { known.insert($0).inserted }
  }

  private var panelCommand: TerminalCommand {
    TerminalCommand("panel", "on|off", "shows the screen in a frame, beside the stack") {
      try self.showPanel($0)
    }.notAMove
  }

  private func showPanel(_ argument: String) throws(TerminalCommandError) {
    guard session.canRedraw else {
      throw TerminalCommandError("panel: needs a terminal that is not `dumb`")
    }
    guard ["on", "off"].contains(argument) else {
      throw TerminalCommandError("panel: expected `on` or `off`, found \(argument.quoted)")
    }
    session.showsPanel = argument == "on"
    let lack = argument == "on" ? session.windowSize.flatMap(Panel.lack(of:)) : nil
    output.writeLine("panel    \(argument)\(lack.map { ", \($0)" } ?? "")")
  }

  private func trace(_ argument: String) throws(TerminalCommandError) {
    switch argument {
    case "on", "off":
      isTracing = argument == "on"
      output.writeLine("trace    \(argument)")
    default:
      throw TerminalCommandError("trace: expected `on` or `off`, found \(argument.quoted)")
    }
  }
}
