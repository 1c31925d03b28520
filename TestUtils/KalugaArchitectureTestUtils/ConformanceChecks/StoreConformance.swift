public import KalugaArchitecture

/// Checks that a store keeps the rules that components and views rely on.
///
///     try await expectStoreConformance(
///       changing: [.rename("Ada"), .grow],
///       leaving: .rename(""),
///       publishing: [.tap, .hold],
///       working: .load
///     ) { ProfileStore(source: instantSource) }
///
/// The rules are those of ``StoreRule``. Each is checked with a store of its own; what is left out of the
/// arguments is not checked.
///
/// - Parameters:
///   - changing: Intents that, sent to a fresh store one after the other in this order, each change the state
///     at once. At least one; with two or more, also those are checked that observers send.
///   - unchanging: An intent that leaves the state of a fresh store as it is.
///   - publishing: Intents that each publish one label of a fresh store, at once.
///   - working: An intent that starts work on a fresh store which later changes the state, without
///     anybody's help.
///   - limit: How long each thing that must happen may take.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - makeStore: Makes a fresh store, the same each time, that nothing else holds.
/// - Returns: The rules that were checked. All that are broken are in one failure, each with what happened.
/// - Throws: What `makeStore` throws.
@discardableResult
@MainActor
public func expectStoreConformance<Intent: Sendable, State: Equatable & Sendable, Label: Sendable>(
  changing: [Intent],
  leaving unchanging: Intent? = nil,
  publishing: [Intent] = [],
  working: Intent? = nil,
  limit: Duration = .seconds(5),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  of makeStore: @escaping @MainActor () throws -> any Store<Intent, State, Label>
) async throws -> Set<StoreRule> {
  let reporter = FailureReporter()
  let location = CallLocation(fileID, filePath, line, column)
  guard let first = changing.first else {
    reporter.report(
      "there is no intent that changes the state to check with: name at least one in 'changing'",
      at: location
    )
    return []
  }
  let checks = StoreChecks(limit: limit, make: makeStore)
  try checks.checkStates(changing)
  if let unchanging { try checks.checkEqualStates(unchanging) }
  if changing.count > 1 { try checks.checkReentrancy(changing) }
  try checks.checkEnd(first)
  if !publishing.isEmpty { try await checks.checkLabels(publishing) }
  if let working { try await checks.checkWork(working) }
  try await checks.checkRelease(changing + publishing + (working.map { [$0] } ?? []))

  reporter.reportBrokenRules(
    checks.violations,
    of: checks.name,
    kind: "stores",
    at: location
  )
  return checks.checked
}
