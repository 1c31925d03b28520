import KalugaArchitecture
import KalugaTerminal

/// A screen pushed and popped: by itself, with a bundle, printed, and on stacks of different depth.
@MainActor
enum NavigationRows {
  enum Screen: NavigationDestination {
    case page(Int)
    case profile(BundleRows.Profile)
  }

  /// What the view model of a screen asks for.
  enum Action: NavigationAction {
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

  private static let floor = "array and two objects"
  private static let driver = "driver"
  private static let navigator = "navigator"

  static var rows: [Row] { [pushAndPop, withBundle, printed, line, depth] }

  // MARK: One screen

  private static var pushAndPop: Row {
    Row(
      "push + pop",
      [
        bare { .page($0) },
        Contestant(driver) { try pushAndPop(depth: 1, $0.operations(1_000)) },
        Contestant(navigator) { try navigate($0) { .page($0) } },
      ]
    )
  }

  private static var withBundle: Row {
    Row(
      "push + pop with 5 rows",
      [
        bare { .profile(BundleRows.make($0)) },
        Contestant(navigator) { try navigate($0) { .profile(BundleRows.make($0)) } },
      ]
    )
  }

  private static var printed: Row {
    Row(
      "push + pop with 5 rows, printed",
      [
        bare(printsTo: ByteCounter()) { .profile(BundleRows.make($0)) },
        Contestant(navigator) { effort in
          let output = ByteCounter()
          let cost = try navigate(effort, printer: TransitionPrinter(output: output)) {
            .profile(BundleRows.make($0))
          }
          try require("something is printed", output.count > 0, true)
          return cost
        },
      ]
    )
  }

  private static var line: Row {
    Row(
      "a printed line with 5 rows",
      [
        Contestant("interpolation") { effort in
          let count = effort.operations(1_000)
          var bytes = 0
          let cost = time(count) {
            for i in 1...count { bytes += opaque(bareLine(BundleRows.make(i))).utf8.count }
          }
          try require("something is printed", bytes > 0, true)
          return cost
        },
        Contestant(Names.toolkit) { effort in
          let count = effort.operations(1_000)
          let printer = TransitionPrinter(output: ByteCounter())
          let transition = try lastTransition(.profile(BundleRows.make(1)))
          let expected = printer.line(for: transition).utf8.count
          var bytes = 0
          let cost = time(count) {
            for _ in 1...count { bytes += printer.line(for: opaque(transition)).utf8.count }
          }
          try require("bytes", bytes, count * expected)
          return cost
        },
      ]
    )
  }

  // MARK: Depth

  private static var depth: Row {
    Row(
      "push + pop on deep stacks",
      goals: [
        Goal(
          "10000 screens",
          .atMost(1.5, times: "1 screen"),
          accepting: 9,
          because: Reasons.copiedStack
        )
      ],
      [
        Contestant("1 screen") { try pushAndPop(depth: 1, $0.operations(1_000)) },
        Contestant("100 screens") { try pushAndPop(depth: 100, $0.operations(1_000)) },
        Contestant("10000 screens") { try pushAndPop(depth: 10_000, $0.operations(20)) },
      ]
    )
  }

  static func pushAndPop(
    depth: Int,
    _ count: Int,
    pop: @MainActor (NavigationDriver<Screen>) throws -> Void = {
      try $0.perform(.pop(), action: "pop")
    }
  ) throws -> Double {
    let driver = makeDriver()
    if depth > 1 { try driver.open((0..<depth).map { .page($0) }) }
    var transitions = 0
    let token = driver.onTransition { _ in transitions += 1 }
    let cost = try time(count) {
      for i in 1...count {
        try driver.perform(.push(.page(-i)), action: "push")
        try pop(driver)
      }
    }
    token.dispose()
    try require("transitions", transitions, 2 * count)
    try require("depth", driver.stack.current.entries.count, depth)
    driver.end()
    return cost
  }

  // MARK: Contestants

  static func makeDriver() -> NavigationDriver<Screen> {
    let driver = NavigationDriver(root: Screen.page(0)) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    return driver
  }

  private static func navigate(
    _ effort: Effort,
    printer: TransitionPrinter? = nil,
    _ action: @escaping @MainActor (Int) -> Action
  ) throws -> Double {
    let count = effort.operations(500)
    let driver = makeDriver()
    printer?.follow(driver)
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

  private static func bare(
    printsTo output: ByteCounter? = nil,
    _ screen: @escaping @MainActor (Int) -> Screen
  ) -> Contestant {
    Contestant(floor) { effort in
      let count = effort.operations(20_000)
      var stack = [(screen: Screen.page(0), viewModel: BareObject())]
      var tickets = 0
      let cost = time(count) {
        for i in 1...count {
          stack.append((screen(opaque(i)), opaque(BareObject())))
          let ticket = opaque(BareObject())
          if let output, case .profile(let profile) = stack[1].screen {
            output.write(bareLine(profile))
            output.write("pop      profile → page   [page]\n")
          }
          stack.removeLast()
          tickets += ticket.number
        }
      }
      try require("tickets", tickets, count)
      try require("depth", stack.count, 1)
      return cost
    }
  }

  private static func bareLine(_ profile: BundleRows.Profile) -> String {
    "push     page → profile {name: \"\(profile.name)\", age: \(profile.age), "
      + "height: \(profile.height), isAdmin: \(profile.isAdmin), id: \(profile.id)}"
      + "   [page, profile]\n"
  }

  private static func lastTransition(_ screen: Screen) throws -> StackTransition<Screen> {
    let driver = makeDriver()
    var last: StackTransition<Screen>?
    let token = driver.onTransition { last = $0 }
    let navigator = StackNavigator(driver) { (action: Action) in action.spec }
    if case .profile(let profile) = screen { try navigator.navigate(.profile(profile)) }
    token.dispose()
    driver.end()
    guard let last else { throw BenchmarkError("no transition took place") }
    return last
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
