package import KalugaArchitecture

package enum Folder: String, Codable, CaseIterable, Sendable {
  case inbox, archive
}

/// Names a letter by its folder and its number there; also the contents of its link.
package struct LetterID: Codable, Hashable, NavigationBundleContent {
  package let folder: Folder
  package let number: Int

  package static let bundleSpec = NavigationBundleSpec<Self>.codable()

  package init(folder: Folder, number: Int) { (self.folder, self.number) = (folder, number) }
}

package struct Letter: Hashable, Sendable {
  package let sender: String
  package let subject: String
  package let text: String

  package init(from sender: String, _ subject: String, _ text: String) {
    (self.sender, self.subject, self.text) = (sender, subject, text)
  }
}

/// The service that keeps the letters.
@MainActor
package protocol Mailbox: AnyObject {
  /// Returns the letters of a folder, the first of which has the number 1.
  func letters(in folder: Folder) -> [Letter]

  func send(_ reply: String, to letter: LetterID)
}
