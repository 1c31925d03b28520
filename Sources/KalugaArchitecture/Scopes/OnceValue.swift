/// A value that is computed at the first use and kept.
///
///     lazy var profile = OnceValue(in: scope) { try await service.loadProfile() }
///     …
///     let profile = try await profile.value
///
/// However many callers wait, the computation runs once. A failure is not kept: the next call tries
/// again. Lives on the main actor.
@MainActor
public final class OnceValue<Value: Sendable> {
  private let scope: TaskScope
  private let compute: @MainActor () async throws -> Value
  private var computation: Settlement<Result<Value, any Error>>?

  /// Creates a value that is computed in the scope.
  public init(in scope: TaskScope, _ compute: @escaping @MainActor () async throws -> Value) {
    self.scope = scope
    self.compute = compute
  }

  /// The value, if it has been computed.
  public var current: Value? { try? computation?.current?.get() }

  /// The value; starts the computation if nobody has.
  ///
  /// A caller that is cancelled stops waiting, and the computation goes on for the others. It ends
  /// with the scope.
  ///
  /// - Throws: What the computation throws; `CancellationError` if the caller is cancelled or the
  ///   scope has ended.
  public var value: Value {
    get async throws {
      guard let result = await (computation ?? start()).wait() else { throw CancellationError() }
      return try result.get()
    }
  }

  private func start() -> Settlement<Result<Value, any Error>> {
    let computation = Settlement<Result<Value, any Error>>()
    self.computation = computation
    let task = scope.launch { [compute, weak self] in
      do {
        computation.settle(.success(try await compute()))
      } catch {
        self?.computation = nil
        computation.settle(.failure(error))
      }
    }
    if task == nil {
      self.computation = nil
      computation.settle(.failure(CancellationError()))
    }
    return computation
  }
}
