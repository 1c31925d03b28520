/// What an action asks of the host beside its screens: to open a browser, to share, to ask for a permission.
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
///     driver.onLaunch(of: Permission.self) { permission in await system.ask(for: permission) }
///
/// The mapping of a navigator leads to an effect by ``NavigationSpec/launch(_:)``. The host carries it out with the
/// handler for its type: see ``NavigationDriver/onLaunch(of:_:)``. The stack does not change. Logs and transcripts
/// show the name and the rows, and of private rows only the keys.
///
/// Kaluga: `NavigationSpec.Email`, `Phone`, `Browser` and the other screens of the system.
public protocol NavigationEffect: Sendable {
  /// What the host answers with; `Void` if the caller needs no answer.
  associatedtype Answer: Sendable = Void
}

extension NavigationEffect {
  /// The name of the case, or of the type if this is not an enum, beginning in lower case; never the payload.
  var name: String {
    let name = caseName(of: self)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The rows of the effect, or of the first payload or property that has some.
  var rows: [NavigationBundleRow] {
    (self as? any NavigationRowsProviding)?.rows ?? Rows.of(self)
  }
}
