#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The values that a screen saved in an earlier process, until its properties take them.
@MainActor
final class SavedValues {
  /// The values of the screen that is being made.
  ///
  /// Set only while a factory runs, which is synchronous. A task-local value would reach the tasks
  /// that the factory starts, and the view models that they make later.
  static var current: SavedValues?

  private(set) var values: [String: SavedStateEnvelope] = [:]
  /// The keys of values that cannot be read.
  private var damaged: Set<String> = []
  /// The keys of the properties that the screen has until now.
  private var keys: Set<String> = []
  /// Why nothing can be restored.
  private var error: SavedStateError?
  /// Whether the values are members of one state, which is what earlier versions saved.
  ///
  /// The names of the members may then be private, because they may come from a dictionary.
  private var areMembers = false
  private var areReported = false

  init(_ data: Data?) {
    guard let data else { return }
    if let members = try? JSONDecoder().decode([String: SavedMember].self, from: data) {
      let readable = members.compactMapValues(\.envelope)
      if !readable.isEmpty || members.isEmpty {
        values = readable
        damaged = Set(members.keys).subtracting(readable.keys)
        return
      }
    }
    areMembers = true
    do throws(SavedStateError) {
      values = try SavedStateEnvelope(reading: data).members()
    } catch {
      self.error = error
    }
  }

  /// Restores a property of the screen that is being made.
  func restore(_ property: any SavedProperty, of owner: BaseLifecycleViewModel) {
    guard property.stage == .fresh, let key = property.key else { return }
    guard keys.insert(key).inserted else { return property.reportRepetition(in: owner) }
    settle(property, of: owner)
  }

  func contains(_ key: String?) -> Bool {
    key.map { values[$0] != nil || damaged.contains($0) } ?? false
  }

  /// Gives a property its value, if there is one.
  func settle(_ property: any SavedProperty, of owner: BaseLifecycleViewModel) {
    guard property.stage == .fresh, let key = property.key else { return }
    property.stage = .settled
    do throws(SavedStateError) {
      if damaged.remove(key) != nil { throw .damaged("it cannot be read") }
      if let value = values.removeValue(forKey: key) { try property.restore(value) }
    } catch {
      report("the property '\(key)' of \(type(of: owner)) begins with its fresh value: \(error)")
    }
  }

  /// Reports data that cannot be restored at all, and drops the rest of a state from an earlier
  /// version of the toolkit.
  func screenDidEndInitialization(_ screen: BaseLifecycleViewModel) {
    if let error {
      report("the properties of \(type(of: screen)) begin with their fresh values: \(error)")
    }
    guard areMembers, !values.isEmpty else { return }
    report(
      "\(values.count) members of the state that an earlier version saved for \(type(of: screen)) "
        + "are dropped. Declare a saved property for each, with the member's name as its key."
    )
    values = [:]
  }

  /// Reports the values for which the screen has no property when it is first shown.
  func screenDidResume(_ screen: BaseLifecycleViewModel) {
    if areReported { return }
    areReported = true
    if values.isEmpty { return }
    let names = values.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    report(
      "\(type(of: screen)) has no saved property for \(names). The values are kept for children "
        + "that are added later. If a key has changed, restore the old one."
    )
  }

  private func report(_ text: String) {
    ArchitectureDiagnostics.report(ArchitectureDiagnostic(.valueNotRestored, text))
  }
}

/// A value among others, which stays readable if another one is damaged.
private struct SavedMember: Decodable {
  /// Nil if it cannot be read.
  let envelope: SavedStateEnvelope?

  init(from decoder: any Decoder) {
    envelope = try? SavedStateEnvelope(from: decoder)
  }
}
