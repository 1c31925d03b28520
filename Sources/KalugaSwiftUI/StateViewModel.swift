#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  /// Makes a view model once for each identity of a view, and clears it when the identity ends.
  ///
  ///     struct AccountView: View {
  ///       @StateViewModel private var model = AccountViewModel()
  ///
  ///       var body: some View {
  ///         TextField("Name", text: model.$name.binding)
  ///           .lifecycle(of: model)
  ///       }
  ///     }
  ///
  /// SwiftUI creates the value of a view again and again. The expression is evaluated once, when
  /// the body first reads the property, however often that happens. With `@State`, it would be
  /// evaluated for each value.
  ///
  /// The view model is cleared in a job of the main actor after SwiftUI has released the state of
  /// the view. Add `lifecycle(of:)` to resume and pause it. To pass an argument of
  /// the view to the view model, initialize the wrapper itself:
  /// `_model = StateViewModel(wrappedValue: DetailsViewModel(id))`. A later value of the argument
  /// has no effect, unless the identity of the view changes too.
  ///
  /// Kaluga: the generated `LifecycleViewModel` wrapper of its SwiftUI scripts.
  @propertyWrapper
  public struct StateViewModel<Model: LifecycleViewModel>: DynamicProperty {
    // Cheap and without a view model, because SwiftUI drops all but the first one of an identity.
    @State private var owner = ViewModelOwner<Model>()
    private let make: @MainActor () -> Model

    /// Creates a wrapper that evaluates the expression at the first read.
    public init(wrappedValue make: @autoclosure @escaping @MainActor () -> Model) {
      self.make = make
    }

    /// The view model.
    @MainActor public var wrappedValue: Model { owner.viewModel(make) }
  }

  /// Owns the view model of one view identity.
  @MainActor
  final class ViewModelOwner<Model: LifecycleViewModel> {
    private var viewModel: Model?

    nonisolated init() {}

    // SwiftUI does not promise where it releases the state of a view.
    deinit {
      if let viewModel { Task { @MainActor in viewModel.clear() } }
    }

    func viewModel(_ make: @MainActor () -> Model) -> Model {
      if let viewModel { return viewModel }
      let viewModel = make()
      self.viewModel = viewModel
      return viewModel
    }
  }
#endif
