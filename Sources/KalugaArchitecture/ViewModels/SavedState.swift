#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of a view model that can be saved and restored in a later process.
///
///     struct Form: SavableState {
///       var name = ""
///     }
///
///     final class FormViewModel: BaseLifecycleViewModel {
///       let saved: SavedState<Form>
///
///       init(restoring data: Data?) {
///         saved = SavedState(fresh: Form(), restoring: data)
///         super.init()
///       }
///     }
///
/// The class is isolated to the main actor. Data that cannot be restored never stops the program:
/// the state is then the fresh one, and ``restoreError`` says why.
@MainActor
public final class SavedState<State: Codable & Equatable & Sendable> {
  /// The subject that holds the state.
  public let state: InitializedSubject<State>

  /// Why the data was not restored; nil if it was restored or if there was none.
  public let restoreError: SavedStateError?

  private let version: Int

  /// Restores state from saved data, or starts with fresh state.
  ///
  /// - Parameters:
  ///   - fresh: The state to use if none can be restored.
  ///   - version: The version of the state's format, which is saved with the state.
  ///   - data: The data that ``save()`` returned in an earlier process.
  ///   - migrate: Creates state from the JSON of another version. Without it, or if it throws, such
  ///     data is refused.
  public init(
    fresh: State,
    version: Int = 1,
    restoring data: Data? = nil,
    migrate: ((_ version: Int, _ json: Data) throws -> State)? = nil
  ) {
    self.version = version
    do throws(SavedStateError) {
      let restored = try data.map { data throws(SavedStateError) in
        try SavedStateEnvelope.open(data, version: version, migrate: migrate)
      }
      state = InitializedSubject(wrappedValue: restored ?? fresh)
      restoreError = nil
    } catch {
      state = InitializedSubject(wrappedValue: fresh)
      restoreError = error
    }
  }

  /// Returns the current state as data for a later process.
  ///
  /// - Throws: ``SavedStateError/notWritable(_:)`` if the state contains a value that JSON cannot
  ///   store, such as infinity, or if its encoding fails.
  public func save() throws(SavedStateError) -> Data {
    try SavedStateEnvelope.seal(state.current, version: version)
  }
}
