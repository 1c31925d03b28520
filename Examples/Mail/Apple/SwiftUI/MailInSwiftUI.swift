#if canImport(SwiftUI)
  import KalugaArchitecture
  import KalugaSwiftUI
  import MailFeatures
  import SwiftUI

  /// Draws the screens of the driver.
  struct MailInSwiftUI: View {
    let driver: NavigationDriver<MailScreen>

    var body: some View {
      NavigationHost(
        driver,
        emptyDetail: { $0.isDetail ? nil : AnyView(Text("No letter is open.")) }
      ) { screen in
        switch screen.viewModel {
        case let model as FoldersViewModel: FoldersView(model: model)
        case let model as FolderViewModel: FolderView(model: model)
        case let model as LetterViewModel: LetterView(model: model)
        default: EmptyView()
        }
      }
    }
  }

  private struct FoldersView: View {
    let model: FoldersViewModel

    var body: some View {
      List(Folder.allCases, id: \.self) { folder in
        Button(folder.rawValue) { try? model.folderTapped(folder) }
      }
      .navigationTitle("Folders")
    }
  }

  private struct FolderView: View {
    let model: FolderViewModel

    var body: some View {
      List(Array(model.letters.enumerated()), id: \.offset) { offset, letter in
        // Over a draft, the tap is refused: the letter says so.
        Button("\(letter.sender): \(letter.subject)") { try? model.letterTapped(offset + 1) }
      }
      .navigationTitle(model.folder.rawValue)
    }
  }

  private struct LetterView: View {
    let model: LetterViewModel

    var body: some View {
      Form {
        Text(model.letter.map { "from \($0.sender)" } ?? "This letter is gone.")
        Text(model.letter?.text ?? "")
        TextField("Reply", text: model.$draft.binding)
        Button("Send") { model.sendTapped() }
        Button("Discard") { model.discardTapped() }
        Text(model.message)
      }
      .navigationTitle(model.letter?.subject ?? "")
    }
  }
#endif
