import AddressWizard
public import KalugaArchitecture
public import KalugaCoordinators

/// The shop, which is shown to a user who is logged in.
public final class ShopViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  /// What the user does.
  @MainActor public struct Input {
    /// Taps on items.
    public let itemTaps = EventChannel<Item>()

    /// Taps on Log out.
    public let logoutTaps = EventChannel<Void>()
  }

  /// What the shop shows and reports.
  @MainActor public struct Output {
    /// A greeting and what was bought.
    public let text: InitializedObservable<String>

    /// The items that the user wants to see.
    public let openedItem: EventChannel<Item>

    /// Events that report that the user has logged out.
    public let loggedOut: EventChannel<Void>
  }

  /// What the user does.
  public let input = Input()

  /// What the shop shows and reports.
  public let output: Output

  private let bought = InitializedSubject(wrappedValue: [Order]())

  /// Creates the shop.
  public init(user: String) {
    output = Output(
      text: bought.map { bought in
        let orders = bought.map { "\($0.item.number) for \($0.address.line)" }
        return (["Hello, \(user)"] + orders.map { "bought: \($0)" }).joined(separator: "; ")
      },
      openedItem: input.itemTaps,
      loggedOut: input.logoutTaps
    )
    super.init()
  }

  /// Adds an order that the flow returned.
  func didBuy(_ order: Order) {
    bought.current.append(order)
  }
}

extension ShopViewModel: Presentable {
  /// The shop as a screen.
  public var destination: AppScreen { .shop }
}
