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
    guard SavedProperties.isUsed || saved != nil else { return nil }
    SavedProperties.reportUnclaimed()
    let owners = family(\.children)
    var values: [String: SavedStateEnvelope] = [:]
    // Values that are not taken yet are saved again.
    for owner in owners {
      if let rest = owner.saved?.rest { values.merge(rest.values) { first, _ in first } }
    }
    var keys: Set<String> = []
    for owner in owners {
      for property in owner.saved?.all ?? [] {
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
    if SavedProperties.isUsed {
      // View models that were made before.
      for owner in viewModel.family(\.children) {
        for property in owner.saved?.all ?? [] { values.restore(property, of: owner) }
      }
    }
    values.screenDidEndInitialization(viewModel)
    if !values.values.isEmpty {
      if viewModel.saved == nil { viewModel.saved = SavedProperties() }
      viewModel.saved?.rest = values
      values.keep()
    }
    return viewModel
  }

  /// Finds and restores the saved properties; called when all stored properties have their values.
  final func claimSavedProperties() {
    let properties = SavedProperties()
    properties.claim(from: self)
    guard !properties.all.isEmpty else { return }
    saved = properties
    guard let values = SavedValues.current else { return }
    for property in properties.all { values.restore(property, of: self) }
  }

  /// Restores the properties of a child from what its ancestors have saved.
  final func restoreFromScreen() {
    let rests = lineage.dropFirst().compactMap(\.saved?.rest)
    for owner in family(\.children) {
      for property in owner.saved?.all ?? [] {
        let rest = rests.first { $0.contains(property.key) } ?? rests.first
        rest?.settle(property, of: owner)
      }
    }
  }

  /// Reports saved values without a property after the first resume of a screen.
  final func screenDidResume() {
    guard let saved, let rest = saved.rest, !saved.hasReportedRest else { return }
    saved.hasReportedRest = true
    if !rest.values.isEmpty { rest.reportUnknownKeys(of: self) }
  }
}
