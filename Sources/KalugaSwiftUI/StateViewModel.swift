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
    @State private var model = MadeOnce<Model> { $0.clear() }
    private let make: @MainActor () -> Model

    /// Creates a wrapper that evaluates the expression at the first read.
    public init(wrappedValue make: @autoclosure @escaping @MainActor () -> Model) {
      self.make = make
    }

    /// The view model.
    @MainActor public var wrappedValue: Model { model.value(make) }
  }
#endif
