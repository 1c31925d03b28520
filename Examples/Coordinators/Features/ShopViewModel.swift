public import KalugaArchitecture

/// The shop: what one sees when one is logged in.
public final class ShopViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  /// What the user does.
  @MainActor public struct Input {
    /// Taps on items.
    public let itemTaps = EventChannel<Item>()

    /// Taps on Log out.
    public let logoutTaps = EventChannel<Void>()
  }

  /// What the shop tells.
  @MainActor public struct Output {
    /// Who is greeted, and what was bought.
    public let text: InitializedObservable<String>

    /// The user wants to see an item.
    public let openedItem: EventChannel<Item>

    /// The user has logged out.
    public let loggedOut: EventChannel<Void>
  }

  /// What the user does.
  public let input = Input()

  /// What the shop tells.
  public let output: Output

  private let bought = InitializedSubject(wrappedValue: [Item]())

  /// Creates the shop.
  public init(user: String) {
    output = Output(
      text: bought.map { bought in
        let numbers = bought.map { "\($0.number)" }.joined(separator: ", ")
        return "Hello, \(user)" + (bought.isEmpty ? "" : "; bought: \(numbers)")
      },
      openedItem: input.itemTaps,
      loggedOut: input.logoutTaps
    )
    super.init()
  }

  /// Takes note of what the order flow gave.
  func didBuy(_ item: Item) {
    bought.current.append(item)
  }
}

extension ShopViewModel: Presentable {
  /// The shop as a screen.
  public var destination: AppScreen { .shop }
}
