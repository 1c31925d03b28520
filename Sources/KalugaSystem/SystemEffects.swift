public import KalugaArchitecture

/// The effects of this module.
public enum SystemEffects {
  /// The types of all effects, for `ManualEffects` and `TerminalApp.askUser(for:)`.
  public static let all: [any AnswerableEffect.Type] = [
    SystemLink.self, Mail.self, Share.self, PermissionRequest.self, FilePicker.self,
    ContactPicker.self,
  ]
}
