import Foundation

/// Returns the seeds that `KALUGA_SEEDS` sets.
///
/// The variable contains a count, such as `10000`, or a range, such as `17...17`. By default, it is
/// the first hundred.
func seedsFromEnvironment() -> ClosedRange<UInt64> {
  guard let text = ProcessInfo.processInfo.environment["KALUGA_SEEDS"] else { return 1...100 }
  let bounds = text.components(separatedBy: "...").map { UInt64($0) }
  switch (bounds.first ?? nil, bounds.last ?? nil) {
  case (let count?, _?) where bounds.count == 1 && count > 0: return 1...count
  case (let first?, let last?) where bounds.count == 2 && first <= last: return first...last
  default:
    preconditionFailure("KALUGA_SEEDS: expected 10000 or 17...17, for example, found '\(text)'")
  }
}
