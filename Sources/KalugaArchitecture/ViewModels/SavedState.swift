#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// State of a view model that survives the end of the process.
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
/// Data that cannot be restored never stops the program: the state is then the fresh one, and
/// ``restoreError`` says why. Lives on the main actor.
@MainActor
public final class SavedState<State: Codable & Equatable & Sendable> {
  /// The state, to be read, written and followed.
  public let state: InitializedSubject<State>

  /// Why the data was not restored; nil if it was, or if there was none.
  public let restoreError: SavedStateError?

  private let version: Int

  /// Creates state from saved data, or fresh.
  ///
  /// - Parameters:
  ///   - fresh: The state where there is nothing to restore.
  ///   - version: The version of the state's form; saved with it.
  ///   - data: What ``save()`` returned in an earlier process.
  ///   - migrate: Makes state from the JSON of another version; nil refuses such data.
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

  /// The current state as data for a later process.
  ///
  /// - Throws: That the state cannot be written, as a number that is not finite.
  public func save() throws(SavedStateError) -> Data {
    try SavedStateEnvelope.seal(state.current, version: version)
  }
}
