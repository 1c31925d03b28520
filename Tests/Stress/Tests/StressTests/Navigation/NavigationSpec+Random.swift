import KalugaArchitecture
import KalugaArchitectureTestUtils

extension NavigationSpec<Place> {
  /// Returns an operation, which may be impossible, with a result of the right type, of a wrong
  /// type, or without a result; it names only these screens.
  static func random(_ dice: inout SeededRandom, ids: [BackStackEntryID] = []) -> Self {
    let spec: Self =
      switch dice.below(26) {
      case 25: inTab(&dice)
      case 0, 1: .below(simple(&dice, ids))
      case 2: .below(steps(&dice, ids))
      case 3...5: steps(&dice, ids)
      default: simple(&dice, ids)
      }
    return spec.randomlyAnimated(&dice)
  }

  /// Says in some cases whether the operation is animated, and seldom twice.
  private func randomlyAnimated(_ dice: inout SeededRandom) -> Self {
    switch dice.below(12) {
    case 0: .animated(self, false)
    case 1: .animated(self, true)
    case 2: animated(dice.isTrue(50))
    case 3: .animated(.animated(self, dice.isTrue(50)), dice.isTrue(50))
    default: self
    }
  }

  /// Returns an operation in a tab that is often hidden before and after it.
  private static func inTab(_ dice: inout SeededRandom) -> Self {
    let change = dice.isTrue(70) ? Self.push(.random(&dice)) : .replace(.random(&dice))
    return .steps([.selectTab(dice.below(2)), change, .selectTab(dice.below(2))])
  }

  /// Returns up to three steps, which seldom contain other steps.
  private static func steps(_ dice: inout SeededRandom, _ ids: [BackStackEntryID]) -> Self {
    .steps(
      (0..<dice.below(4)).map { _ in
        switch dice.below(12) {
        case 0: steps(&dice, ids)
        case 1: .below(simple(&dice, ids).randomlyAnimated(&dice))
        default: simple(&dice, ids).randomlyAnimated(&dice)
        }
      }
    )
  }

  private static func simple(_ dice: inout SeededRandom, _ ids: [BackStackEntryID]) -> Self {
    let place = Place.random(&dice)
    let other = Place.random(&dice)
    let isInclusive = dice.isTrue(50)
    let id = ids.randomElement(using: &dice) ?? BackStackEntryID(rawValue: 0)
    let result = NavigationResult.random(&dice)
    return switch dice.below(60) {
    case 0...8: .push(place)
    case 9...11: .replace(place)
    case 12: .replaceAbove(place, with: other)
    case 13...15: .pop(result: result)
    case 16: .popTo(place, inclusive: isInclusive, result: result)
    case 17: .popToEntry(id, inclusive: isInclusive, result: result)
    case 18: .popToScreen(inclusive: isInclusive, result: result) { $0 == place || $0 == other }
    case 19: .popToRoot(result: result)
    case 20...22: .present(place, style: other.style, covering: .random(&dice))
    case 23, 24: .replacePresented(place, style: other.style, covering: .random(&dice))
    case 25, 26: .dismiss(result: result)
    case 27: .close(place, result: result)
    case 28: .closeScreen(result: result) { $0 == place || $0 == other }
    case 29: .closeEntry(id, result: result)
    case 30...33: .finish(result: result)
    case 34...36:
      .tabs((0..<1 + dice.below(3)).map { _ in .random(&dice) }, selected: dice.below(3))
    case 37, 38: .selectTab(dice.below(4) - 1)
    case 39, 40: .update(id, to: place)
    case 41: .launch(LuckyNumber())
    case 42: .setRoot(place)
    case 43: .selectTabOf(place)
    case 44, 45: .pushInTab(place, of: other)
    case 46, 47: .openInTab((0..<dice.below(4)).map { _ in .random(&dice) }, of: other)
    case 48: .bringToFront(place)
    case 49...51: .ask(Question.walked[dice.below(2)])
    case 52, 53: .answer([nil, "yes", "no", "maybe"][dice.below(4)])
    case 54...57: .showDetail(dice.isTrue(80) ? [.b, .c][dice.below(2)] : place)
    default: .open(root: place, (0..<dice.below(3)).map { _ in .random(&dice) })
    }
  }
}

extension NavigationResult {
  /// Returns a number, a text, or no result.
  fileprivate static func random(_ dice: inout SeededRandom) -> NavigationResult? {
    switch dice.below(8) {
    case 0...3: NavigationResult(dice.below(1_000), .integer)
    case 4: NavigationResult("text \(dice.below(1_000))", .string)
    default: nil
    }
  }
}

extension PresentationCovering? {
  fileprivate static func random(_ dice: inout SeededRandom) -> Self {
    switch dice.below(6) {
    case 0: .wholly
    case 1, 2: .partly
    default: nil
    }
  }
}

extension Place {
  /// The style of a request, or nil.
  fileprivate var style: PresentationStyle? {
    switch self {
    case .a: .sheet(detents: [.large, .medium])
    case .b: .popover
    case .c: .overlay()
    case .sheet: .cover()
    case .home: nil
    }
  }

  static func random(_ dice: inout SeededRandom) -> Self { allCases[dice.below(allCases.count)] }
}

/// An effect that the host answers with 7.
struct LuckyNumber: NavigationEffect { typealias Answer = Int }
