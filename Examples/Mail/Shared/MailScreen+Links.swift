package import KalugaArchitecture
package import MailFeatures

extension MailScreen {
  /// The links of the app, such as `mail://app/letter?folder=inbox&number=1`.
  package static let links: DeepLinks<MailScreen> = {
    let lists = [DeepLinkRoute("folders", screens: [MailScreen.folders])]
    let folders = Folder.allCases.map {
      DeepLinkRoute($0.rawValue, screens: [MailScreen.folders, .folder($0)])
    }
    let letter = DeepLinkRoute("letter", LetterID.bundleSpec) {
      path(to: $0)
    } content: { screens in
      // In a wide window, a letter may be beside another list.
      if case .letter(let id) = screens.last, screens == path(to: id) { id } else { nil }
    }
    return DeepLinks(scheme: "mail", host: "app", routes: lists + folders + [letter])
  }()

  private static func path(to letter: LetterID) -> [MailScreen] {
    [.folders, .folder(letter.folder), .letter(letter)]
  }
}
