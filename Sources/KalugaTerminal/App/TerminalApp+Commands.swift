import KalugaArchitecture

// The commands of every app.
extension TerminalApp {
  @TerminalListBuilder<TerminalCommand>
  var standardCommands: [TerminalCommand] {
    TerminalCommand("back", "goes back, like the system's back button") {
      _ = try self.driver.back()
    }
    if let links { linkCommands(links) }
    if savesState { stateCommands }
    TerminalCommand("stack", "draws the stack of screens") {
      self.output.writeLine("\(StackPicture(self.driver.stack.current))")
    }
    TerminalCommand("trace", "on|off", "prints what the architecture does") { try self.trace($0) }
    TerminalCommand("help", "shows what can be typed here") {
      self.output.writeLine(self.availableCommands.help)
    }
    TerminalCommand.quit
  }

  @TerminalListBuilder<TerminalCommand>
  private func linkCommands(_ links: DeepLinks<Destination>) -> [TerminalCommand] {
    let shown = (try? links.link(to: driver.stack.current)).map { "open \($0)" }
    TerminalCommand("open", "LINK", "opens the screens of a link", example: shown) { link in
      try self.driver.open(try links.screens(for: link))
    }
    TerminalCommand("share", "prints the link that leads to what is shown") {
      self.output.writeLine("link     \(try links.link(to: self.driver.stack.current))")
    }
  }

  @TerminalListBuilder<TerminalCommand>
  private var stateCommands: [TerminalCommand] {
    TerminalCommand("save", "FILE", "saves the stack and its screens to a file") { path in
      try StateFile(path).write(try self.driver.snapshot())
      self.output.writeLine("saved    \(path.quoted)")
    }
    TerminalCommand("restore", "FILE", "restores what `save` wrote") { path in
      // Reads the whole file first, so that a damaged file changes nothing.
      await self.restart(try StateFile(path).read())
    }
  }

  private func trace(_ argument: String) throws(TerminalCommandError) {
    switch argument {
    case "on": isTracing = true
    case "off": isTracing = false
    default:
      throw TerminalCommandError("trace: expected `on` or `off`, found \(argument.quoted)")
    }
  }
}
