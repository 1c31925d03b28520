import KalugaArchitecture
import KalugaStores

extension BaseLifecycleViewModel {
  /// The values of the observables, flows and stores that subclasses store, with the names of their
  /// properties, such as `HomeViewModel.name`.
  ///
  /// The lines of a value begin with the path of a part.
  package var storedTexts: [(name: String, isReadOnly: Bool, lines: [String])] {
    storedValues.map { path, value in
      let name = "\(type(of: self)).\(path)"
      let isReadOnly = !(value is any WritableValue || value is any Store)
      let lines =
        switch value {
        case let observable as any InspectableObservable:
          StateText.lines(of: observable.inspectedValue, at: name)
        case let store as any Store: StateText.lines(of: Self.state(of: store), at: "\(name).state")
        case let flow as any InspectableFlow: StateText.lines(of: flow.inspectedValue, at: name)
        default: [] as [String]
        }
      return (name, isReadOnly, lines)
    }
  }

  private static func state(of store: some Store) -> Any { store.state.inspectedValue }

  /// The observables, flows and stores that subclasses store, with the paths of their properties.
  var storedValues: [(path: String, value: Any)] {
    var found: [(String, Any)] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let part = mirror, part.subjectType != BaseLifecycleViewModel.self {
      found += Self.values(in: part.children, below: "")
      mirror = part.superclassMirror
    }
    return found
  }

  /// Looks into structs too, such as the inputs and outputs of a view model.
  private static func values(
    in children: Mirror.Children,
    below path: String
  ) -> [(String, Any)] {
    children.flatMap { label, value in
      let path = path + name(label ?? "")
      if value is any InspectableObservable || value is any InspectableFlow || value is any Store {
        return [(path, value)]
      }
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .struct ? values(in: mirror.children, below: path + ".") : []
    }
  }

  /// The name of a property, without what the compiler adds to that of its storage.
  private static func name(_ label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}

/// A flow of any type of value.
private protocol InspectableFlow {
  var inspectedValue: Any { get }
}

extension StateFlow: InspectableFlow {
  fileprivate var inspectedValue: Any { value }
}

extension MutableStateFlow: InspectableFlow {
  fileprivate var inspectedValue: Any { value }
}

/// A stored value that its owner can write, so that it is not derived from others.
private protocol WritableValue {}

extension MutableStateFlow: WritableValue {}
extension InitializedSubject: WritableValue {}
extension UninitializedSubject: WritableValue {}
extension DefaultSubject: WritableValue {}
extension Saved: WritableValue {}
