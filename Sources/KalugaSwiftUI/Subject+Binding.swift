#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  extension InitializedSubject {
    /// A binding that reads and writes this subject.
    ///
    ///     TextField("Name", text: model.$name.binding)
    ///     TextField("City", text: model.$address.binding.city)
    ///
    /// The binding is stable: SwiftUI sees the same property of the same object each time. A
    /// `Binding(get:set:)` that a body makes is a different one each time, which is a known cause
    /// of crashes in `NavigationStack`.
    public var binding: Binding<Value> { Bindable(self).current }
  }

  extension DefaultSubject {
    /// A binding that reads the value or the default, and writes the value.
    ///
    /// It is stable, like the binding of an `InitializedSubject`.
    public var binding: Binding<Value> { Bindable(self).current }
  }
#endif
