public import KalugaArchitecture

/// Asks the user for a permission.
///
///     if try await navigator.navigate(.useCamera).result == .granted { … }
///
/// The system asks only once. After that, it repeats the answer, which the user can change in
/// ``SystemLink/settings``.
public struct PermissionRequest: AnswerableEffect, NavigationBundleContent, Codable, Hashable {
  /// What the user allows.
  public enum Answer: String, Sendable {
    /// Everything.
    case granted
    /// A part, such as some of the pictures.
    case limited
    /// Nothing.
    case denied
  }

  /// Taking pictures.
  public static let camera = Self("camera")
  /// Recording sound.
  public static let microphone = Self("microphone")
  /// Reading all pictures, for which a ``FilePicker`` needs no permission.
  public static let pictures = Self("pictures")
  /// Reading all contacts, for which a ``ContactPicker`` needs no permission.
  public static let contacts = Self("contacts")
  /// Notifying the user.
  public static let notifications = Self("notifications")

  /// The name in transcripts.
  public let permission: String

  /// The spec of the name.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()

  /// Names a permission that is not in the list.
  public init(_ permission: String) {
    self.permission = permission
  }

  /// All answers.
  public var answers: [(name: String, answer: Answer)] {
    [("granted", .granted), ("limited", .limited), ("denied", .denied)]
  }
}
