public import KalugaArchitecture
public import KalugaCoordinators

/// One item of the shop, or the question whether to buy it.
public final class ItemViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  /// What the user does.
  @MainActor public struct Input {
    /// Taps on Buy.
    public let buyTaps = EventChannel<Void>()
  }

  /// What the screen shows and reports.
  @MainActor public struct Output {
    /// The text of the screen.
    public let text: String

    /// Events that report that the user wants to buy.
    public let accepted: EventChannel<Void>
  }

  /// What the user does.
  public let input = Input()

  /// What the screen shows and reports.
  public let output: Output

  /// Whether this is the item or the question.
  public let destination: AppScreen

  /// Creates the screen of an item.
  public convenience init(_ item: Item) {
    self.init(.item(item), "Item \(item.number)")
  }

  /// Creates the question whether to buy an item.
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
