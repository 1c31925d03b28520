/// A transition of any driver, as ``ArchitectureEvent/transition(_:)`` reports it: names without
/// values.
///
/// Nested stacks report their transitions too. ``StackTransition`` has the values of one driver.
public struct TransitionNames: Hashable, Sendable {
  /// The name of the operation, such as `push`, or `start` when the driver starts.
  public let kind: String
  /// The screen that the driver showed before, or nil when it starts.
  public let from: String?
  /// The screen that the driver shows now.
  public let to: String
  /// The name of the effect that the host carries out, or nil for a change of the stack.
  public let effect: String?
  /// The screen that the user sees: the top screen of the innermost stack, from the outermost one
  /// inwards.
  ///
  /// It does not change if a hidden stack does. Of several stacks in one screen, it is the newest.
  public let shown: String
  /// Identifies the shown screen in this process: two screens with the same name differ.
  public let shownID: ScreenID
  /// The names of all screens, from the outermost stack to the innermost: `[home, shop([list, item])]`.
  public let stack: String
}

extension TransitionNames {
  /// Identifies a screen among those of all drivers of the process.
  public struct ScreenID: Hashable, Sendable {
    let driver: Int
    /// The numbers of the entries that lead to the screen, from the outermost stack to the innermost.
    let entries: [Int]
  }
}

extension TransitionNames: CustomStringConvertible {
  /// One line such as `push home → details [home, details]`.
  public var description: String {
    let origin = effect == nil ? from.map { "\($0) → " } ?? "" : ""
    return "\(kind) \(origin)\(effect ?? to) \(stack)"
  }
}
