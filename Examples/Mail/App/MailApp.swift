import KalugaArchitecture
import KalugaTerminal
import MailFeatures
import MailShared

/// The app in the terminal: the lines and commands of each screen.
@MainActor
enum MailApp {
  static func make(
    _ mailbox: any Mailbox,
    on console: TerminalConsole
  ) -> TerminalApp<MailScreen> {
    let app = TerminalApp(
      root: MailScreen.folders,
      on: console,
      links: MailScreen.links,
      savesState: true
    ) { screen, driver in screen.makeViewModel(driver, mailbox) }
    app.screen(FoldersViewModel.self) { _ in
      "Folders"
      for folder in Folder.allCases { "\(folder) (\(mailbox.letters(in: folder).count))" }
    } commands: { folders in
      TerminalCommand("folder", "NAME", "shows a folder", example: "folder inbox") { name in
        guard let folder = Folder(rawValue: name) else {
          let names = Folder.allCases.map(\.rawValue).joined(separator: " or ")
          throw TerminalCommandError("folder: expected \(names), found \(name.debugDescription)")
        }
        try folders.folderTapped(folder)
      }
    }
    app.screen(FolderViewModel.self) { list in
      "\(list.folder)"
      for (index, letter) in list.letters.enumerated() {
        "\(index + 1)  \(letter.sender): \(letter.subject)"
      }
    } commands: { list in
      TerminalCommand("read", 1...list.letters.count, "shows a letter") {
        try list.letterTapped($0)
      }
    }
    app.screen(LetterViewModel.self) { screen in
      if let letter = screen.letter {
        letter.subject
        "from \(letter.sender)"
        letter.text
      } else {
        "this letter is gone"
      }
      if !screen.draft.isEmpty { "reply: \(screen.draft)" }
      if !screen.message.isEmpty { screen.message }
    } commands: { screen in
      TerminalCommand("reply", "TEXT", "writes a reply", example: "reply I will") {
        screen.draft = $0
      }
      TerminalCommand("send", "sends the reply") { screen.sendTapped() }
      TerminalCommand("discard", "discards the reply") { screen.discardTapped() }
    }
    app.commands { app in
      // A window at which a person types has a width of its own.
      if !app.canRedraw {
        TerminalCommand("columns", 40...400, "sets the width of the window") { app.columns = $0 }
      }
    }
    return app
  }
}
