import Foundation

/// Returns the number in an environment variable, or a default; stops the tests if it is not a
/// number.
func effort(_ variable: String, default count: Int) -> Int {
  guard let text = ProcessInfo.processInfo.environment[variable] else { return count }
  if let number = Int(text), number > 0 { return number }
  preconditionFailure("\(variable): expected a positive number, found '\(text)'")
}
