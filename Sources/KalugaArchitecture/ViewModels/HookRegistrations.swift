/// Finds out whether `onVisible` or `onResume` of a view model registers the same thing again and
/// again.
///
/// Registrations last as long as the view model, so one that each call of the hook makes multiplies.
/// Two calls register the same thing if they are at the same place of the code.
@MainActor
final class HookRegistrations {
  private struct Registration {
    /// The call and its place in the code.
    let name: String
    let isKept: @MainActor () -> Bool
  }

  /// What the running hook has registered.
  private var new: [Registration] = []
  /// The newest registration of each place, by its name.
  private var earlier: [String: Registration] = [:]
  private var reported: Set<String> = []

  func add(_ name: String, isKept: @escaping @MainActor () -> Bool) {
    new.append(Registration(name: name, isKept: isKept))
  }

  /// Reports what the hook has registered for the second time.
  ///
  /// Not earlier, because the hook may replace an earlier registration by the new one.
  func hookDidEnd(_ hook: String, of viewModel: BaseLifecycleViewModel) {
    let (added, old) = (new, earlier)
    new = []
    for registration in added { earlier[registration.name] = registration }
    for name in added.map(\.name) where old[name]?.isKept() == true {
      if reported.insert(name).inserted { report(name, hook, viewModel) }
    }
  }

  private func report(_ name: String, _ hook: String, _ viewModel: BaseLifecycleViewModel) {
    viewModel.report(
      ArchitectureDiagnostic(
        .repeatedRegistration,
        "each call of \(hook) registers once more, and the earlier registrations stay: \(name), in "
          + "\(hook) of \(type(of: viewModel)). Register once, in the initializer, or launch the work in the "
          + "scope of \(hook)."
      )
    )
  }
}
