/// Names a view model that several screens of a stack share, such as the steps of a wizard.
///
///     extension SharedViewModelKey where ViewModel == ParcelDraft {
///       static let parcelDraft = SharedViewModelKey("parcelDraft")
///     }
///
/// See ``NavigationDriver/sharedViewModel(_:make:)``.
public struct SharedViewModelKey<ViewModel: BaseLifecycleViewModel>: Hashable, Sendable {
  /// The name, which snapshots contain.
  public let name: String

  /// Creates a key whose name no other key of the stack has.
  public init(_ name: String) { self.name = name }
}

extension NavigationDriver {
  /// Returns the view model that the screens of a flow share, or makes it for the first of them.
  ///
  ///     let driver = NavigationDriver(root: .size) { screen, driver in
  ///       let draft = driver.sharedViewModel(.parcelDraft) { ParcelDraft() }
  ///       switch screen {
  ///       case .size: SizeViewModel(draft)
  ///       case .address: AddressViewModel(draft)
  ///       }
  ///     }
  ///
  /// Call it in the factory that makes the screens. The screen that is being made then shares the view
  /// model; in the factory of a nested stack, it is the screen around that stack. Outside of a factory,
  /// the shown screen does. The driver keeps the view model until the last screen that shares it has left
  /// the stack, and clears it in that transition, after the screens. If a new screen of the same
  /// transition shares it, it stays. What is made after the end of the driver is cleared at once.
  ///
  /// The view model is never resumed: its `scope` lives from the first to the last screen. It is saved
  /// with the stack, and restored for the screens that shared it. A navigator that `make` creates belongs
  /// to none of the screens: see ``StackNavigator``.
  ///
  /// Two flows with the same key on one stack share the view model. If a feature can be started inside
  /// itself, put a number into its destinations and into the name of the key.
  ///
  /// A view model of another type under the same name is a programming error, and stops the program. So
  /// is a `make` that asks for its own key.
  public func sharedViewModel<ViewModel>(
    _ key: SharedViewModelKey<ViewModel>,
    make: () -> ViewModel
  ) -> ViewModel {
    let shared = share(key.name, make: make)
    guard let viewModel = shared as? ViewModel else {
      // A programming error: the screens of a flow disagree about what they share.
      preconditionFailure(
        "'\(key.name)' is shared as \(type(of: shared)) and as \(ViewModel.self). Rename one key."
      )
    }
    return viewModel
  }
}
