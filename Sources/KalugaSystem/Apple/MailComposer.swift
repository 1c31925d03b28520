#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import MessageUI
  import UIKit
  import UniformTypeIdentifiers

  extension Mail {
    /// Shows the mail with its attachments, and returns when the user has closed it.
    @MainActor
    func compose(with presenter: Presenter) async throws(NavigationError) {
      guard MFMailComposeViewController.canSendMail() else { throw .unavailable(effect: "mail") }
      var files: [(data: Data, url: URL)] = []
      for url in attachments {
        // The file may have been deleted since the mail was made.
        guard let data = try? Data(contentsOf: url) else {
          throw .invalidEffect(
            effect: "mail",
            field: "attachment \(files.count + 1)",
            expected: "a file that can be read",
            found: "none"
          )
        }
        files.append((data, url))
      }
      let delegate = MailDelegate()
      // The composer holds it weakly.
      defer { withExtendedLifetime(delegate) {} }
      try await presenter.present(self, "mail") { reply in
        let composer = MFMailComposeViewController()
        composer.setToRecipients(to)
        composer.setCcRecipients(cc)
        composer.setBccRecipients(bcc)
        composer.setSubject(subject)
        composer.setMessageBody(body, isHTML: false)
        for (data, url) in files {
          let type = UTType(filenameExtension: url.pathExtension)?.preferredMIMEType
          composer.addAttachmentData(
            data,
            mimeType: type ?? "application/octet-stream",
            fileName: url.lastPathComponent
          )
        }
        delegate.reply = reply
        composer.mailComposeDelegate = delegate
        return composer
      }
    }
  }

  @MainActor
  private final class MailDelegate: NSObject, MFMailComposeViewControllerDelegate {
    var reply: CallbackReply<Void>?

    nonisolated func mailComposeController(
      _ controller: MFMailComposeViewController,
      didFinishWith result: MFMailComposeResult,
      error: (any Error)?
    ) {
      // UIKit calls on the main thread.
      MainActor.assumeIsolated {
        controller.dismiss(animated: true)
        reply?.resume(returning: ())
        reply = nil
      }
    }
  }
#endif
