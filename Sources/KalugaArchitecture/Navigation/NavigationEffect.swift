/// A task for the host that changes no stack, such as opening a browser or asking for a permission.
///
///     enum Permission: NavigationEffect {
///       typealias Answer = Bool
///       case camera, contacts
///     }
///
///     StackNavigator(driver) { (action: ScannerNavigation) in
///       switch action {
///       case .camera: .launch(Permission.camera)
///       case .scan: .push(.scanner)
///       }
///     }
///     driver.onEffect(Permission.self) { permission in await system.ask(for: permission) }
///
/// The module KalugaSystem has ready effects for links, mails, permissions and pickers.
///
/// The mapping of a navigator returns an effect as ``NavigationSpec/launch(_:)``. The driver calls
/// the handler that the host has added for the type of the effect. See
/// ``NavigationDriver/onEffect(_:_:)``. Logs and transcripts show the effect's name and rows. They
/// show only the keys of private rows.
///
/// Kaluga: `NavigationSpec.Email`, `Phone`, `Browser` and the other screens of the system.
public protocol NavigationEffect: Sendable {
  /// The type of the host's answer, which is `Void` for an effect without an answer.
  associatedtype Answer: Sendable = Void
}

extension NavigationEffect {
  /// The name of the enum's case without its payload, or of the type if it is not an enum.
  ///
  /// It begins with a lowercase letter.
  var name: String {
    let name = caseName(of: self)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The rows of the effect itself, or of its first payload or property that has rows.
  var rows: [NavigationBundleRow] {
    Rows.own(self) ?? Rows.of(self)
  }
}
