import KalugaArchitecture
import Testing

/// Random operations from fixed seeds, against a model that is nothing but arrays.
@MainActor
struct NavigationDriverModelTests {
  /// A screen that counts what happens to it.
  private final class CountingScreen: BaseLifecycleViewModel {
    let place: Place
    var clearCount = 0
    var resumeCount = 0
    var pauseCount = 0

    init(_ place: Place) {
      self.place = place
    }

    override func onResume(scope: TaskScope) { resumeCount += 1 }
    override func onPause() { pauseCount += 1 }
    override func onCleared() { clearCount += 1 }
  }

  /// What the stack should be; the documentation of `NavigationSpec` in a few lines.
  private struct Model {
    var layers: [[Place]]

    /// Whether the operation was possible.
    mutating func apply(_ spec: NavigationSpec<Place>) -> Bool {
      let last = layers.count - 1
      switch spec {
      case .push(let place): layers[last].append(place)
      case .replace(let place): layers[last][layers[last].count - 1] = place
      case .pop:
        guard layers[last].count + last > 1 else { return false }
        layers[last].removeLast()
      case .popTo(let place, let inclusive):
        guard let index = layers[last].lastIndex(of: place) else { return false }
        let rest = inclusive ? index : index + 1
        guard rest + last > 0 else { return false }
        layers[last] = Array(layers[last].prefix(rest))
      case .popToRoot: layers[last] = [layers[last][0]]
      case .present(let place):
        if layers.count == 1 || layers[last][0] != place { layers.append([place]) }
      case .replacePresented, .tabs, .selectTab: return false
      case .dismiss:
        guard last > 0 else { return false }
        layers.removeLast()
      case .open(let root, let rest): layers = [[root] + rest]
      }
      if layers.last?.isEmpty == true { layers.removeLast() }
      return true
    }
  }

  private func randomSpec(_ dice: inout SeededRandom) -> NavigationSpec<Place> {
    let place = Place.allCases.randomElement(using: &dice) ?? .home
    let result = Bool.random(using: &dice) ? NavigationResult(7, .integer) : nil
    switch Int.random(in: 0..<14, using: &dice) {
    case 0...3: return .push(place)
    case 4: return .replace(place)
    case 5...7: return .pop(result: result)
    case 8: return .popTo(place, inclusive: Bool.random(using: &dice))
    case 9: return .popToRoot
    case 10, 11: return .present(place)
    case 12: return .dismiss(result: result)
    default:
      let count = Int.random(in: 0..<3, using: &dice)
      return .open(
        root: .home,
        (0..<count).map { _ in Place.allCases.randomElement(using: &dice) ?? .a }
      )
    }
  }

  @Test(arguments: 1...40)
  func `random operations keep all promises`(_ seed: UInt64) async throws {
    var dice = SeededRandom(seed: seed)
    var screens: [CountingScreen] = []
    let driver = NavigationDriver(root: Place.home) { place, _ in
      let screen = CountingScreen(place)
      screens.append(screen)
      return screen
    }
    driver.start()
    var model = Model(layers: [[.home]])
    var open: [NavigationTicket<Int>] = []
    var plain: [NavigationTicket<Never>] = []

    for _ in 0..<200 {
      let spec = randomSpec(&dice)
      let before = driver.stack.current
      let wasPossible = model.apply(spec)
      do throws(NavigationError) {
        if Bool.random(using: &dice) {
          open.append(try driver.perform(spec, action: spec.kind, for: Int.self))
        } else {
          plain.append(try driver.perform(spec, action: spec.kind))
        }
        #expect(wasPossible)
      } catch {
        #expect(!wasPossible, "\(error)")
        #expect(driver.stack.current == before)
      }
      expectPromises(of: driver, screens, model)
    }

    driver.end()
    #expect(screens.allSatisfy { $0.stage.current == .cleared })
    #expect(screens.allSatisfy { $0.clearCount == 1 })
    #expect(screens.allSatisfy { $0.resumeCount == $0.pauseCount })
    for ticket in open {
      #expect(await settled(ticket) != nil)
      #expect(!ticket.settle(.done))
    }
    for ticket in plain {
      #expect(await settled(ticket) == .done)
      #expect(!ticket.settle(.done))
    }
  }

  private func expectPromises(
    of driver: NavigationDriver<Place>,
    _ screens: [CountingScreen],
    _ model: Model
  ) {
    let stack = driver.stack.current
    #expect(stack.layers.map { $0.map(\.destination) } == model.layers)
    let resumed = screens.filter { $0.stage.current == .resumed }
    #expect(resumed.count == 1)
    #expect(resumed.first === driver.topScreen)
    #expect(resumed.first?.place == stack.top.destination)
    let alive = screens.filter { $0.stage.current != .cleared }
    #expect(alive.count == stack.entries.count)
    #expect(screens.allSatisfy { $0.clearCount == ($0.stage.current == .cleared ? 1 : 0) })
  }

  @Test(arguments: 100...120)
  func `random requests from inside of hooks end exactly once`(_ seed: UInt64) async {
    var dice = SeededRandom(seed: seed)
    var screens: [CountingScreen] = []
    var tickets: [NavigationTicket<Int>] = []
    var budget = 300
    let driver = NavigationDriver(root: Place.home) { place, _ in
      let screen = CountingScreen(place)
      screens.append(screen)
      return screen
    }
    let token = driver.onTransition { [weak driver] _ in
      for _ in 0..<Int.random(in: 0...2, using: &dice) where budget > 0 {
        budget -= 1
        let spec = randomSpec(&dice)
        guard let ticket = try? driver?.perform(spec, action: spec.kind, for: Int.self) else {
          continue
        }
        tickets.append(ticket)
      }
    }
    driver.start()
    for _ in 0..<20 {
      _ = try? driver.perform(.push(.a), action: "push")
      #expect(screens.filter { $0.stage.current == .resumed }.count == 1)
    }
    driver.end()
    #expect(screens.allSatisfy { $0.clearCount == 1 && $0.resumeCount == $0.pauseCount })
    #expect(!tickets.isEmpty)
    for ticket in tickets {
      #expect(await settled(ticket) != nil)
    }
    token.dispose()
  }
}
