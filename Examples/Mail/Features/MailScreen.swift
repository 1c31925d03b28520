package import KalugaArchitecture

/// The screens of the app: two lists, and the detail of the second one.
package enum MailScreen: NavigationDestination {
  case folders
  case folder(Folder)
  case letter(LetterID)

  package var isDetail: Bool {
    if case .letter = self { true } else { false }
  }
}

extension MailScreen {
  /// Makes the view model of the screen, with a navigator that maps its actions.
  @MainActor
  package func makeViewModel(
    _ driver: NavigationDriver<MailScreen>,
    _ mailbox: any Mailbox
  ) -> BaseLifecycleViewModel {
    switch self {
    case .folders:
      return FoldersViewModel(
        navigator: StackNavigator(driver) { action in .push(.folder(action.folder)) }
      )
    case .folder(let folder):
      return FolderViewModel(
        folder,
        mailbox,
        navigator: StackNavigator(driver) { [weak driver] action throws(NavigationError) in
          // The list may be beside a letter, which would be closed.
          let open = driver?.topViewModel as? LetterViewModel
          guard open?.id == action.id || open?.mayLeave() != false else {
            throw .refused(action: "read", reason: "the reply is neither sent nor discarded")
          }
          return .showDetail(.letter(action.id))
        }
      )
    case .letter(let id):
      let letter = LetterViewModel(id, mailbox)
      driver.onBack(on: letter) { [weak letter] in
        letter?.mayLeave() == false ? .intercept : .proceed
      }
      .addTo(letter.scope)
      return letter
    }
  }
}
