import KalugaArchitecture
import Testing

/// A report about another library, as a sequence of deeds and the stack after them.
struct Report: Sendable, CustomTestStringConvertible {
  /// What a screen, the app, the user or the host does.
  enum Deed: Sendable {
    /// The app performs an operation.
    case app(NavigationSpec<Place>)
    /// A screen requests an operation.
    case screen(Place, NavigationSpec<Place>)
    /// A screen requests a screen for a number.
    case asks(Place, NavigationSpec<Place>)
    /// A screen that has left or is covered requests an operation, which is refused.
    case late(Place, NavigationSpec<Place>)
    case update(Place, to: Place)
    /// The user goes back, which a handler may prevent.
    case back
    case refusedBack
    /// The back handler of a screen keeps the user from now on.
    case intercepts(Place)
    /// The host reports that it shows only the first screens of the path.
    case shows(first: Int)
    /// The host reports that a stack that begins with this screen was dismissed.
    case dismisses(Place)
    case tap(Place)
    case host(HostState)
    /// Waits until the stack looks like this.
    case stack(String)
    /// Waits until a screen has received exactly these numbers.
    case receives(Place, [Int])
  }

  /// The numbers of the reports, and what was reported.
  let testDescription: String
  let start: String
  let deeds: [Deed]
  let end: String
  let isGuarded: Bool

  init(
    _ number: String,
    _ start: String,
    _ deeds: [Deed],
    _ end: String,
    isGuarded: Bool = false
  ) {
    testDescription = number
    self.start = start
    self.deeds = deeds
    self.end = end
    self.isGuarded = isGuarded
  }

  /// Does everything on a new stack, whose screens make requests of their own.
  @MainActor
  func run() async throws {
    let stage = try OriginStage(start)
    let driver = stage.driver
    let token = isGuarded ? driver.addGuard { _, _ in .proceed } : nil
    // The newest screen of each name, which may have left.
    var screens: [Place: OriginScreen] = [:]
    var ids: [Place: BackStackEntryID] = [:]
    func screen(_ place: Place) throws -> OriginScreen { try #require(screens[place]) }
    for deed in deeds {
      for entry in driver.stack.current.entries {
        screens[entry.destination] = driver.viewModel(of: entry.id) as? OriginScreen
        ids[entry.destination] = entry.id
      }
      switch deed {
      case .app(let spec): try driver.perform(spec)
      case .screen(let place, let spec): try screen(place).ask(spec)
      case .asks(let place, let spec): try screen(place).askForNumber(spec)
      case .late(let place, let spec):
        let late = try screen(place)
        #expect { try late.ask(spec) } throws: { ($0 as? NavigationError)?.isLate == true }
      case .update(let place, let new): try driver.update(screen(place), to: new)
      case .back: try driver.back()
      case .refusedBack: #expect(throws: NavigationError.self) { try driver.back() }
      case .intercepts(let place): _ = driver.onBack(on: try screen(place)) { .intercept }
      case .shows(let count): driver.hostDidShow(first: count)
      case .dismisses(let place): try driver.hostDidDismiss(try #require(ids[place]))
      case .tap(let place): driver.hostDidSelect(try #require(ids[place]))
      case .host(let state): driver.hostState = state
      case .stack(let picture): await until(stage.stack == picture, "\(stage.stack)")
      case .receives(let place, let numbers):
        let receiver = try screen(place)
        await receiver.requestsDidEnd()
        #expect(receiver.numbers == numbers)
      }
    }
    await until(stage.stack == end, "\(stage.stack)")
    token?.dispose()
  }
}
