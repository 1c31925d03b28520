#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import KalugaUIKit
  import MailFeatures
  import SwiftUI
  import UIKit

  /// Makes a controller that shows the screens of the driver.
  @MainActor
  func makeMailHost(_ driver: NavigationDriver<MailScreen>) -> UIViewController {
    NavigationHostController(
      driver,
      emptyDetail: {
        $0.isDetail ? nil : ColumnController("", [UILabel(text: "No letter is open.")])
      }
    ) { screen in
      switch screen.viewModel {
      case let model as FoldersViewModel: makeFolders(model)
      case let model as FolderViewModel: makeFolder(model)
      case let model as LetterViewModel: makeLetter(model)
      default: UIViewController()
      }
    }
  }

  @MainActor
  private func makeFolders(_ model: FoldersViewModel) -> UIViewController {
    let rows = Folder.allCases.map { folder in
      UIButton(title: folder.rawValue) { try? model.folderTapped(folder) }
    }
    return ColumnController("Folders", rows)
  }

  @MainActor
  private func makeFolder(_ model: FolderViewModel) -> UIViewController {
    let rows = model.letters.enumerated().map { offset, letter in
      UIButton(title: "\(letter.sender): \(letter.subject)") { try? model.letterTapped(offset + 1) }
    }
    return ColumnController(model.folder.rawValue, rows)
  }

  @MainActor
  private func makeLetter(_ model: LetterViewModel) -> UIViewController {
    let (field, message) = (UITextField(), UILabel())
    field.placeholder = "Reply"
    let typed = UIAction { model.draft = ($0.sender as? UITextField)?.text ?? "" }
    field.addAction(typed, for: .editingChanged)
    let letter = ColumnController(
      model.letter?.subject ?? "",
      [
        UILabel(text: model.letter.map { "from \($0.sender)" } ?? "This letter is gone."),
        UILabel(text: model.letter?.text), field, UIButton(title: "Send", model.sendTapped),
        UIButton(title: "Discard", model.discardTapped), message,
      ]
    )
    // Setting an equal text would move the cursor.
    model.$draft.observe { [weak field] in if field?.text != $0 { field?.text = $0 } }
      .addTo(letter.bag)
    model.$message.observe { [weak message] in message?.text = $0 }.addTo(letter.bag)
    return letter
  }

  /// The screens in a view of SwiftUI.
  struct MailInUIKit: UIViewControllerRepresentable {
    let driver: NavigationDriver<MailScreen>

    func makeUIViewController(context: Context) -> UIViewController { makeMailHost(driver) }

    func updateUIViewController(_ controller: UIViewController, context: Context) {}
  }
#endif
