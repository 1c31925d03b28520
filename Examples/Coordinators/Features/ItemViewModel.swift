public import KalugaArchitecture

/// One item of the shop, or the question before it is bought.
public final class ItemViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  /// What the user does.
  @MainActor public struct Input {
    /// Taps on Buy.
    public let buyTaps = EventChannel<Void>()
  }

  /// What the screen tells.
  @MainActor public struct Output {
    /// What the screen says.
    public let text: String

    /// The user wants to buy.
    public let accepted: EventChannel<Void>
  }

  /// What the user does.
  public let input = Input()

  /// What the screen tells.
  public let output: Output

  /// Which screen of the item this is.
  public let destination: AppScreen

  /// Creates the screen of an item.
  public convenience init(_ item: Item) {
    self.init(.item(item), "Item \(item.number)")
  }

  /// Creates the question before an item is bought.
  public convenience init(confirming item: Item) {
    self.init(.confirm(item), "Buy item \(item.number)?")
  }

  private init(_ destination: AppScreen, _ text: String) {
    self.destination = destination
    output = Output(text: text, accepted: input.buyTaps)
    super.init()
  }
}

extension ItemViewModel: Presentable {}
