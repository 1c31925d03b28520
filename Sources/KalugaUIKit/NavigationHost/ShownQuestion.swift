#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  /// A question as UIKit shows it.
  @MainActor
  final class ShownQuestion {
    let asked: AskedQuestion
    /// Whether the user has chosen an answer, about which a guard may still decide.
    var isAnswered = false
    /// UIKit owns the alert while it shows it.
    private(set) weak var alert: UIAlertController?
    private weak var presenter: UIViewController?

    init(_ asked: AskedQuestion) {
      self.asked = asked
    }

    /// Presents the question, and tells the owner the choice or the end of the alert.
    ///
    /// UIKit tells nobody that the user has tapped beside a dialog on an iPad (report 70 of
    /// cordova-plugin-actionsheet), or that the app has dismissed the alert. So its release counts.
    func present(
      over presenter: UIViewController,
      animated: Bool,
      didEnd: @escaping @MainActor () -> Void,
      didChoose: @escaping @MainActor (String?) -> Void
    ) {
      let question = asked.question
      let alert = UIAlertController(
        title: question.title,
        message: question.message.isEmpty ? nil : question.message,
        preferredStyle: question.style == .alert ? .alert : .actionSheet
      )
      let release = ReleaseObserver(didEnd)
      func add(_ title: String, _ style: UIAlertAction.Style, _ name: String?) {
        alert.addAction(
          UIAlertAction(title: title, style: style) { _ in
            withExtendedLifetime(release) { didChoose(name) }
          }
        )
      }
      for choice in question.choices { add(choice.title, choice.role.ofUIKit, choice.name) }
      // Without such a button, the user could not leave a dialog on a phone.
      if question.style == .dialog, !question.choices.contains(where: { $0.role == .cancel }) {
        add(Self.cancelTitle, .cancel, nil)
      }
      alert.placePopover(over: presenter)
      (self.alert, self.presenter) = (alert, presenter)
      presenter.present(alert, animated: animated)
    }

    /// UIKit's own word.
    private static var cancelTitle: String {
      Bundle(for: UIAlertController.self).localizedString(forKey: "Cancel", value: nil, table: nil)
    }

    /// Whether UIKit shows the alert, or moves it.
    var isOnScreen: Bool { alert?.presentingViewController != nil }

    /// Whether the alert has gone with what has presented it, and not by itself.
    var wasTakenAlong: Bool {
      presenter.map { $0.isBeingDismissed || $0.viewIfLoaded?.window == nil } ?? true
    }
  }

  extension Question.Choice.Role? {
    fileprivate var ofUIKit: UIAlertAction.Style {
      switch self {
      case .destructive: .destructive
      case .cancel: .cancel
      case nil: .default
      }
    }
  }
#endif
