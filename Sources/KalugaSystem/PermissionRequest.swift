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
    /// A part, such as some of the photos.
    case limited
    /// Nothing.
    case denied
  }

  /// Taking photos.
  public static let camera = Self("camera")
  /// Recording sound.
  public static let microphone = Self("microphone")
  /// Reading all photos, for which a ``FilePicker`` needs no permission.
  public static let photos = Self("photos")
  /// Reading all contacts, for which a ``ContactPicker`` needs no permission.
  public static let contacts = Self("contacts")
  /// Notifying the user.
  public static let notifications = Self("notifications")

  /// What is asked for, such as `camera`.
  public let permission: String

  /// The row of a transition that asks for the permission.
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
