/// A property whose value is saved with its screen, with the type of the value erased.
@MainActor
protocol SavedProperty: AnyObject {
  /// Identifies the value in the screen; nil if the value is saved in a file.
  var key: String? { get }
  var stage: SavedPropertyStage { get set }
  /// The weak reference to this property.
  ///
  /// Retained here, because the leak sanitizer finds the memory that belongs to a weak reference
  /// only through the reference.
  var reference: UnclaimedProperties.Reference? { get set }

  func restore(_ value: SavedStateEnvelope) throws(SavedStateError)
  /// Returns the newest value that can be written; nil if there is none.
  func valueToSave(in owner: BaseLifecycleViewModel) -> SavedStateEnvelope?
}

/// The progress of a property towards its saved value.
///
///     unclaimed ──by a view model──▶ fresh ──by a screen──▶ settled
///                                      └──────────────────▶ repeated
enum SavedPropertyStage {
  /// No view model has found the property yet.
  case unclaimed
  /// The property has not been given the value that its screen saved, if there is one.
  case fresh
  /// The property has the value that its screen saved, or there is none.
  case settled
  /// Another property of the screen has the same key, and a diagnostic has reported it.
  case repeated
}

extension SavedProperty {
  func reportRepetition(in owner: BaseLifecycleViewModel) {
    if stage == .repeated { return }
    stage = .repeated
    owner.report(
      ArchitectureDiagnostic(
        .valueNotSaved,
        "another saved property of the screen has the key '\(key ?? "")' of \(type(of: owner)), so "
          + "only one of them is saved. Give each property of a screen and its children its own key."
      )
    )
  }
}

/// The properties with a key that no view model has found yet.
///
/// A property is made before the initializer of `BaseLifecycleViewModel` runs, and knows no view
/// model. Without this list, that initializer would have to search each view model by reflection,
/// and nothing could report a property that belongs to none.
@MainActor
enum UnclaimedProperties {
  final class Reference {
    fileprivate weak var property: (any SavedProperty)?
    fileprivate var isReported = false
  }

  private static var references: [Reference] = []

  /// Whether the view model that is being made may have saved properties.
  static var isEmpty: Bool { references.isEmpty }

  static func add(_ property: any SavedProperty) {
    let reference = Reference()
    reference.property = property
    property.reference = reference
    references.append(reference)
  }

  /// Removes those that a view model has found; others may belong to one that is still being made.
  static func removeClaimed() {
    references.removeAll { $0.property?.stage != .unclaimed }
  }

  /// Reports the properties that belong to no view model, each once.
  static func report() {
    // A view model that is being made may not have found its properties yet.
    if isEmpty || SavedValues.current != nil { return }
    removeClaimed()
    for reference in references where !reference.isReported {
      guard let property = reference.property else { continue }
      reference.isReported = true
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .valueNotSaved,
          "the saved property '\(property.key ?? "")' belongs to no view model, so it is not saved. "
            + "Declare it in a subclass of BaseLifecycleViewModel, without a custom mirror, and assign it "
            + "before super.init."
        )
      )
    }
  }
}
