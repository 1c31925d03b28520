/// Counts the changes of everything that is observed, on the main actor.
///
/// While the count stands still no derived value can have changed: a node that has looked at its inputs
/// in this epoch need not look again. Without it a value that is derived on many ways from the same
/// input would be looked at on each of them.
@MainActor
enum ChangeEpoch {
  // Unchecked, as it is only read and written as a whole: this happens at each change.
  @exclusivity(unchecked) private(set) static var current: UInt64 = 0

  static func advance() {
    unsafe current &+= 1
  }
}
