// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Transaction {
  public var disablesAnimations = false

  public init() {}

  /// The transaction of the changes that are being made.
  @MainActor static var current = Transaction()
}

/// Makes changes in a transaction; only on the main actor, unlike that of SwiftUI.
@MainActor
public func withTransaction<Result>(
  _ transaction: Transaction,
  _ body: () throws -> Result
) rethrows -> Result {
  let outer = Transaction.current
  Transaction.current = transaction
  defer { Transaction.current = outer }
  return try body()
}
