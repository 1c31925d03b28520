import KalugaArchitecture
import KalugaTerminal

/// A screen pushed and popped: by itself, and with a bundle and printed.
@MainActor
enum NavigationRows {
  enum Screen: NavigationDestination {
    case page(Int)
    case profile(BundleRows.Profile)
  }

  /// What the view model of a screen asks for.
  private enum Action: NavigationAction {
    case page(Int)
    case profile(BundleRows.Profile)
    case back

    var spec: NavigationSpec<Screen> {
      switch self {
      case .page(let number): .push(.page(number))
      case .profile(let profile): .push(.profile(profile))
      case .back: .pop()
      }
    }
  }

  static var rows: [Row] {
    [
      Row(
        "push + pop",
        [
          bare {
            .page($0)
          } write: { _ in
          },
          Contestant(Names.toolkit) {
            try navigate {
              .page($0)
            } follow: { _ in
            }
          },
        ]
      ),
      printed,
    ]
  }

  private static var printed: Row {
    Row(
      "push + pop with 5 rows, printed",
      [
        bare {
          .profile(BundleRows.make($0))
        } write: { screen in
          guard case .profile(let profile) = screen else { return }
          let line =
            "push     page → profile {name: \"\(profile.name)\", age: \(profile.age), "
            + "height: \(profile.height), isAdmin: \(profile.isAdmin), id: \(profile.id)}"
            + "   [page, profile]\n"
          _ = opaque(line)
          _ = opaque("pop      profile → page   [page]\n")
        },
        Contestant(Names.toolkit) {
          let output = ByteCounter()
          let printer = TransitionPrinter(output: output)
          let cost = try navigate {
            .profile(BundleRows.make($0))
          } follow: {
            printer.follow($0)
          }
          try require("something is printed", output.count > 0, true)
          return cost
        },
      ]
    )
  }

  static func makeDriver() -> NavigationDriver<Screen> {
    let driver = NavigationDriver(root: Screen.page(0)) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    return driver
  }

  private static func navigate(
    _ action: (Int) -> Action,
    follow: (NavigationDriver<Screen>) -> Void
  ) throws -> Double {
    let count = 500
    let driver = makeDriver()
    follow(driver)
    let navigator: any Navigator<Action> = StackNavigator(driver) { (action: Action) in action.spec
    }
    let cost = try time(count) {
      for i in 1...count {
        try navigator.navigate(action(opaque(i)))
        try navigator.navigate(.back)
      }
    }
    try require("depth", driver.stack.current.entries.count, 1)
    driver.end()
    return cost
  }

  /// An array, and an object for the view model and one for the ticket.
  private static func bare(
    _ screen: @escaping @MainActor (Int) -> Screen,
    write: @escaping @MainActor (Screen) -> Void
  ) -> Contestant {
    Contestant("array and two objects") {
      let count = 20_000
      var stack = [(screen: Screen.page(0), viewModel: BareObject())]
      var tickets = 0
      let cost = time(count) {
        for i in 1...count {
          stack.append((screen(opaque(i)), opaque(BareObject())))
          let ticket = opaque(BareObject())
          write(stack[1].screen)
          stack.removeLast()
          tickets += ticket.number
        }
      }
      try require("tickets", tickets, count)
      try require("depth", stack.count, 1)
      return cost
    }
  }
}

private final class BareObject {
  let number = opaque(1)
}

/// Counts what is printed.
private final class ByteCounter: TextSink {
  let isClosed = false
  private(set) var count = 0

  func write(_ text: String) {
    count += text.utf8.count
  }
}
