package import KalugaArchitecture

/// A letter and the reply to it: the detail.
package final class LetterViewModel: BaseLifecycleViewModel {
  package let id: LetterID
  /// The letter; nil if it is gone, for example from behind an old link.
  package let letter: Letter?
  /// The reply as typed so far.
  @Saved("draft") package var draft = ""
  /// The latest message to the user; empty if there is none.
  @InitializedSubject package private(set) var message = ""
  private let mailbox: any Mailbox

  package init(_ id: LetterID, _ mailbox: any Mailbox) {
    self.id = id
    self.mailbox = mailbox
    letter = zip(1..., mailbox.letters(in: id.folder)).first { $0.0 == id.number }?.1
  }

  package func sendTapped() {
    guard !draft.isEmpty else { return }
    mailbox.send(draft, to: id)
    draft = ""
    message = "sent"
  }

  package func discardTapped() {
    draft = ""
    message = ""
  }

  /// Returns whether the letter can be closed; sets ``message`` if the reply would be lost.
  func mayLeave() -> Bool {
    message = draft.isEmpty ? "" : "the reply is neither sent nor discarded"
    return draft.isEmpty
  }
}
