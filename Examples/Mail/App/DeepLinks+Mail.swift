import KalugaArchitecture
import MailFeatures

extension DeepLinks where Destination == MailScreen {
  /// Returns the links of the app, such as `mail://app/letter?folder=inbox&number=1`.
  static func mail() throws(DeepLinkError) -> Self {
    let lists = [DeepLinkRoute("folders", screens: [MailScreen.folders])]
    let folders = Folder.allCases.map {
      DeepLinkRoute($0.rawValue, screens: [MailScreen.folders, .folder($0)])
    }
    let letter = DeepLinkRoute("letter", LetterID.bundleSpec) {
      [MailScreen.folders, .folder($0.folder), .letter($0)]
    } content: { screens in
      if case .letter(let id) = screens.last { id } else { nil }
    }
    return DeepLinks(scheme: "mail", host: "app", routes: lists + folders + [letter])
  }
}
