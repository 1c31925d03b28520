package import KalugaArchitecture

package struct ReadLetter: NavigationAction, Equatable { package let id: LetterID }

/// The letters of a folder: the list, beside which a wide window shows a letter.
package final class FolderViewModel: NavigatingViewModel<ReadLetter> {
  package let folder: Folder
  package let letters: [Letter]

  package init(_ folder: Folder, _ mailbox: any Mailbox, navigator: any Navigator<ReadLetter>) {
    self.folder = folder
    letters = mailbox.letters(in: folder)
    super.init(navigator: navigator)
  }

  package func letterTapped(_ number: Int) throws(NavigationError) {
    try navigator.navigate(ReadLetter(id: LetterID(folder: folder, number: number)))
  }
}
