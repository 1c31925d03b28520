import KalugaArchitecture
public import KalugaStores

/// Checks that a store keeps the rules that components and views rely on.
///
///     try await expectStoreConformance(
///       changing: [.rename("Ada"), .grow],
///       leaving: .rename(""),
///       publishing: [.tap, .hold],
///       working: .load
///     ) { ProfileStore(source: instantSource) }
///
/// Each rule is checked with new stores. Rules about arguments that you leave out are not checked.
/// One failure reports all broken rules, each with its name and what happened instead; the test
/// continues. The rules are:
/// - An intent that changes the state does so before `send` returns.
/// - Observers immediately receive the state that readers see.
/// - An intent that leaves the state unchanged calls no observer.
/// - Intents that an observer sends have the same effects as others, in order, and none is lost.
/// - All observers receive a state before the intents that they send in response are handled.
/// - Labels without a consumer are kept.
/// - Labels are delivered once, in the order of the intents.
/// - Work that an intent starts changes the state.
/// - After the end, intents change nothing.
/// - After the end, no label is published.
/// - After the end, running work changes nothing.
/// - The last state stays after the end, even if the store is disposed twice.
/// - A store without owners is released, whatever was sent to it.
///
/// - Parameters:
///   - changing: One or more intents that each change the state immediately, when they are sent to
///     a new store in this order. The rules about intents that observers send need at least two.
///   - unchanging: An intent that leaves the state of a new store unchanged.
///   - publishing: Intents that each publish one label immediately, when they are sent to a new
///     store.
///   - working: An intent that starts work on a new store. The work must later change the state on
///     its own.
///   - limit: How long to wait for each expected event, in real time.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
///   - makeStore: Creates a new store without other owners, with the same state each time.
/// - Throws: The error that `makeStore` throws.
@MainActor
public func expectStoreConformance<Intent: Sendable, State: Equatable & Sendable, Label: Sendable>(
  changing: [Intent],
  leaving unchanging: Intent? = nil,
  publishing: [Intent] = [],
  working: Intent? = nil,
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line,
  of makeStore: @escaping @MainActor () throws -> any Store<Intent, State, Label>
) async throws {
  let location = CallLocation(file, line)
  guard let first = changing.first else {
    FailureReporter().report(
      "there are no intents to check the store with: pass at least one in 'changing'",
      at: location
    )
    return
  }
  let checks = StoreChecks(limit: limit, make: makeStore)
  try checks.checkStates(changing)
  if let unchanging { try checks.checkEqualStates(unchanging) }
  if changing.count > 1 { try checks.checkReentrancy(changing) }
  try checks.checkEnd(first)
  if !publishing.isEmpty { try await checks.checkLabels(publishing) }
  if let working { try await checks.checkWork(working) }
  try await checks.checkRelease(changing + publishing + (working.map { [$0] } ?? []))

  checks.report.report(kind: "stores", at: location)
}
