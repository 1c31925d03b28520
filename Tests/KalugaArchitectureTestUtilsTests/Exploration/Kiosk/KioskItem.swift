import KalugaArchitecture
import KalugaArchitectureTestUtils

/// One article, and the amount that the user wants.
final class KioskItem: KioskViewModel {
  private static let answer = NavigationResultKey<Int>("answer")

  @Saved("amount") private var savedAmount = Amount(0)
  @InitializedSubject private var unsavedAmount = Amount(0)
  @Saved("isOrdered") private(set) var isOrdered = false

  var amount: Amount {
    get { fault == .amountIsNotSaved ? unsavedAmount : savedAmount }
    set {
      if fault == .amountIsNotSaved { unsavedAmount = newValue } else { savedAmount = newValue }
    }
  }

  override init(_ navigator: any Navigator<KioskAction>, _ services: KioskServices) {
    super.init(navigator, services)
    if fault != .resultIsRegisteredLate { registerAnswer() }
    leaveBehind(services)
  }

  override func onPause() {
    if fault == .pauseResetsAmount { amount = Amount(0) }
  }

  func moreTapped() {
    precondition(fault != .crash, "planted")
    amount = Amount(fault == .amountDoesNotDecode ? -1 : amount.count + 1)
    if fault == .itemPausesItself, stage.current == .resumed { didPause() }
  }

  func orderTapped() {
    isOrdered = true
    server.orderCount += 1
  }

  func askTapped() throws {
    registerAnswer()
    try navigate(NavigationRequest(.ask), resultTo: Self.answer)
  }

  private func registerAnswer() {
    onResult(Self.answer) { [weak self] in self?.amount = Amount($0) }
  }

  private func leaveBehind(_ services: KioskServices) {
    switch fault {
    case .closureRetainsItem:
      onResult(Self.answer) { self.amount = Amount($0) }
      poll(every: .seconds(1), clock: ManualClock()) {}
    case .serviceRetainsItem: services.items.append(self)
    case .uploadIgnoresCancellation:
      let remains = services.remains
      remains.add(scope.launch(name: "upload") { await remains.wait() })
    default: break
    }
  }
}
