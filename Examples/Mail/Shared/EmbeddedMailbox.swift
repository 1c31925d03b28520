package import MailFeatures

/// A small mailbox without a network.
@MainActor
package final class EmbeddedMailbox: Mailbox {
  package private(set) var sent: [(letter: LetterID, reply: String)] = []

  package init() {}

  package func letters(in folder: Folder) -> [Letter] {
    switch folder {
    case .inbox:
      [
        Letter(
          from: "Ada",
          "Tea at four",
          "Will you come to the garden? Bring a book, and a friend."
        ),
        Letter(from: "Grace", "A moth", "I have found it in the relay, and kept it."),
      ]
    case .archive: [Letter(from: "Mary", "Comets", "The eighth one is the brightest.")]
    }
  }

  package func send(_ reply: String, to letter: LetterID) { sent.append((letter, reply)) }
}
