public import KalugaArchitecture

/// Lets the user pick a contact, for which no permission is needed.
///
/// Kaluga: `PickContact`.
public struct ContactPicker: AnswerableEffect, Hashable {
  /// The picked contact.
  public typealias Answer = PickerAnswer<Contact>

  /// A person in the user's contacts.
  public struct Contact: Hashable, Sendable, Codable {
    /// The whole name.
    public var name: String
    /// The phone numbers and the mail addresses, the first of which is usually the best.
    public var phoneNumbers, mailAddresses: [String]

    /// Creates a contact.
    public init(name: String, phoneNumbers: [String] = [], mailAddresses: [String] = []) {
      self.name = name
      (self.phoneNumbers, self.mailAddresses) = (phoneNumbers, mailAddresses)
    }
  }

  /// Creates a picker.
  public init() {}

  /// Two answers: the user has picked an invented contact, or has closed the picker.
  public var answers: [(name: String, answer: Answer)] {
    let ada = Contact(
      name: "Ada Lovelace",
      phoneNumbers: ["+44 20 7946 0000"],
      mailAddresses: ["ada@example.org"]
    )
    return [("picked", .picked(ada)), ("cancelled", .cancelled)]
  }
}
