public import KalugaArchitecture

/// Prints each transition of navigation drivers as one line.
///
///     push     home → details {name: "Ada", number: 42}   [home, details]
///     pop      details → home {name: "adA", number: 24}   [home]
///     launch   browser {url: "https://example.org"}   [home]
///
/// The line has the kind, the screens before and after, the rows that go with it as typed values
/// (private ones redacted), and the stack that results.
@MainActor
public final class TransitionPrinter {
  private let output: any TextSink
  private let style: TerminalStyle
  private var followed: [ObjectIdentifier: FollowedDriver] = [:]

  /// Weak, because the identity of a driver that is gone may come back as that of another one.
  private struct FollowedDriver {
    weak var driver: AnyObject?
  }

  /// Creates a printer.
  public init(output: any TextSink, style: TerminalStyle = .plain) {
    self.output = output
    self.style = style
  }

  /// Prints the transitions of a driver from now on, once each however often this is called.
  ///
  /// The driver keeps the printer, and the printer does not keep the driver.
  public func follow<Destination>(_ driver: NavigationDriver<Destination>) {
    let id = ObjectIdentifier(driver)
    guard followed[id]?.driver == nil else { return }
    followed = followed.filter { $0.value.driver != nil }
    followed[id] = FollowedDriver(driver: driver)
    // For as long as the driver lives: the token is not needed.
    _ = driver.onTransition { transition in
      self.print(transition)
    }
  }

  private func print<Destination>(_ transition: NavigationTransition<Destination>) {
    output.writeLine(line(for: transition))
  }

  /// The line of a transition.
  public func line<Destination>(for transition: NavigationTransition<Destination>) -> String {
    TranscriptEntry(transition).line(style: style)
  }
}
