#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension BaseLifecycleViewModel {
  /// Returns the values of the saved properties of this view model and its descendants.
  ///
  /// A driver asks its screens for them, so call this only for a view model that your own host
  /// shows. Children in nested stacks are not included.
  ///
  /// In place of a value that JSON cannot store, such as infinity, the last one that was saved or
  /// restored is returned, if there is one. A diagnostic names the property.
  ///
  /// - Returns: The values, for ``restoring(_:_:)``. Nil if there are none.
  public final func savedState() -> Data? {
    UnclaimedProperties.report()
    let owners = family(\.children)
    var values: [String: SavedStateEnvelope] = [:]
    // Values that are not taken yet are saved again.
    for untaken in owners.compactMap(\.untakenValues) {
      values.merge(untaken.values) { first, _ in first }
    }
    var keys: Set<String> = []
    for owner in owners {
      for property in owner.savedProperties {
        guard let key = property.key else { continue }
        guard keys.insert(key).inserted else {
          property.reportRepetition(in: owner)
          continue
        }
        values[key] = property.valueToSave(in: owner)
      }
    }
    // Succeeds, because the values have already been written as JSON.
    return values.isEmpty ? nil : try? SavedStateEnvelope.json(of: values)
  }

  /// Makes a view model whose saved properties have the values of an earlier process.
  ///
  ///     let data = viewModel.savedState()
  ///     …
  ///     let viewModel = BaseLifecycleViewModel.restoring(data) { SearchViewModel() }
  ///
  /// The properties of all view models that the closure makes have their values as soon as their
  /// `super.init` returns. Values for children that do not exist yet are kept until those are added.
  /// Values that no property has taken when the view model is first resumed are reported, and saved
  /// again.
  ///
  /// - Parameters:
  ///   - data: The result of ``savedState()``, or nil to begin with fresh values.
  ///   - make: Makes the view model, and no view models that belong elsewhere.
  /// - Returns: The view model.
  public static func restoring<ViewModel: BaseLifecycleViewModel>(
    _ data: Data?,
    _ make: () throws -> ViewModel
  ) rethrows -> ViewModel {
    let values = SavedValues(data)
    let outer = SavedValues.current
    SavedValues.current = values
    defer { SavedValues.current = outer }
    let viewModel = try make()
    // View models that were made before.
    for owner in viewModel.family(\.children) {
      for property in owner.savedProperties { values.restore(property, of: owner) }
    }
    values.screenDidEndInitialization(viewModel)
    if !values.values.isEmpty { viewModel.untakenValues = values }
    return viewModel
  }

  /// Gives the saved properties the values of an earlier process, although they have begun with
  /// fresh ones.
  final func restoreAgain(_ data: Data) {
    for property in family(\.children).flatMap(\.savedProperties) where property.stage == .settled {
      property.stage = .fresh
    }
    _ = Self.restoring(data) { self }
  }

  /// Finds and restores the saved properties that the class and its superclasses declare.
  ///
  /// Called by the initializer of the base class, when all stored properties have their values.
  final func claimSavedProperties() {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror, level.subjectType != BaseLifecycleViewModel.self {
      // The storage of a wrapped property is the property's name after an underscore.
      for child in level.children where child.label?.hasPrefix("_") == true {
        guard let property = child.value as? any SavedProperty, property.key != nil,
          property.stage == .unclaimed
        else { continue }
        property.stage = .fresh
        savedProperties.append(property)
      }
      mirror = level.superclassMirror
    }
    UnclaimedProperties.removeClaimed()
    for property in savedProperties { SavedValues.current?.restore(property, of: self) }
  }

  /// Restores the properties of a new child from what its ancestors have saved.
  final func restoreFromScreen() {
    let owners = children.isEmpty ? [self] : family(\.children)
    guard owners.contains(where: { !$0.savedProperties.isEmpty }) else { return }
    let untaken = lineage.dropFirst().compactMap(\.untakenValues)
    for owner in owners {
      for property in owner.savedProperties {
        let values = untaken.first { $0.contains(property.key) } ?? untaken.first
        values?.settle(property, of: owner)
      }
    }
  }
}
