// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import UIKit

public enum MFMailComposeResult: Sendable {
  case cancelled, saved, sent, failed
}

@MainActor
public protocol MFMailComposeViewControllerDelegate: NSObjectProtocol {
  func mailComposeController(
    _ controller: MFMailComposeViewController,
    didFinishWith result: MFMailComposeResult,
    error: (any Error)?
  )
}

/// A mail, as a text of all its fields.
open class MFMailComposeViewController: UINavigationController {
  open weak var mailComposeDelegate: (any MFMailComposeViewControllerDelegate)?
  public private(set) var fields: [String] = []

  open class func canSendMail() -> Bool { true }

  open func setToRecipients(_ toRecipients: [String]?) { add("to", toRecipients) }

  open func setCcRecipients(_ ccRecipients: [String]?) { add("cc", ccRecipients) }

  open func setBccRecipients(_ bccRecipients: [String]?) { add("bcc", bccRecipients) }

  open func setSubject(_ subject: String) { fields.append("subject \(subject)") }

  open func setMessageBody(_ body: String, isHTML: Bool) { fields.append("body \(body)") }

  open func addAttachmentData(_ attachment: Data, mimeType: String, fileName filename: String) {
    fields.append("\(filename) \(mimeType) \(attachment.isEmpty ? "empty" : "full")")
  }

  private func add(_ field: String, _ addresses: [String]?) {
    fields.append("\(field) \((addresses ?? []).joined(separator: " "))")
  }

  /// Ends as the user does.
  public func end(_ result: MFMailComposeResult) {
    mailComposeDelegate?.mailComposeController(self, didFinishWith: result, error: nil)
  }
}
