public import KalugaArchitecture

/// Prints each transition of navigation drivers as one line.
///
///     push     home → details {name: "Ada", number: 42}   [home, details]
///     pop      details → home {name: "adA", number: 24}   [home]
///     launch   browser {url: "https://example.org"}   [home]
///
/// A line contains the kind of the operation, the screens before and after it, the rows that were
/// passed (private values redacted), and the resulting stack. If screens stay visible under the shown
/// one, their names follow: `visible: map`. It ends with `animated` or `not animated` if the request
/// differs in that from the default of its operation.
@MainActor
public final class TransitionPrinter {
  private let output: any TextSink
  private let style: TerminalStyle
  private var followed: [() -> AnyObject?] = []

  /// Creates a printer.
  public init(output: any TextSink, style: TerminalStyle = .plain) {
    self.output = output
    self.style = style
  }

  /// Prints each transition of a driver from now on.
  ///
  /// Further calls for the same driver have no effect. The driver retains the printer, and the
  /// printer does not retain the driver.
  public func follow<Destination>(_ driver: NavigationDriver<Destination>) {
    guard !followed.contains(where: { $0() === driver }) else { return }
    followed.removeAll { $0() == nil }
    followed.append { [weak driver] in driver }
    // The observation lasts as long as the driver, so the token is not needed.
    _ = driver.onTransition { transition in
      self.print(transition)
    }
  }

  private func print<Destination>(_ transition: StackTransition<Destination>) {
    // The host carries out an effect, so no screen is left for it.
    let from = transition.effectName == nil ? transition.fromName : nil
    let origin = from.map { "\($0) → " } ?? ""
    let target = transition.effectName ?? transition.toName
    let rows = transition.rows.isEmpty ? "" : " \(transition.rows.bundleDescription)"
    let names = transition.visibleNames
    let visible = names.isEmpty ? "" : "   visible: \(names.joined(separator: ", "))"
    let animation = transition.isAnimated ? "   animated" : "   not animated"
    let isUsual = transition.isAnimated == transition.isAnimatedByDefault
    let padding = String(repeating: " ", count: max(0, 8 - transition.kind.count))
    output.writeLine(
      style.apply(.keyword, to: transition.kind + padding)
        + " \(origin)\(target)" + style.apply(.data, to: rows)
        + "   " + style.apply(.faint, to: transition.picture + visible + (isUsual ? "" : animation))
    )
  }
}
