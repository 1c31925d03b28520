import KalugaArchitecture

extension BaseLifecycleViewModel {
  /// The observables and stores that subclasses store, with the paths of their properties.
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
      if value is any InspectableObservable || value is any Store { return [(path, value)] }
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
