import KalugaArchitecture

/// A screen of the kiosk.
class KioskViewModel: NavigatingViewModel<KioskAction> {
  let fault: Fault?
  let server: KioskServer

  init(_ navigator: any Navigator<KioskAction>, _ services: KioskServices) {
    fault = services.fault
    server = services.server
    super.init(navigator: navigator)
  }
}

/// The articles.
final class KioskList: KioskViewModel {
  private let taps = MutableSharedFlow<Article>(extraBuffer: .max)

  override func onResume(scope: TaskScope) {
    scope.launch(name: "taps") { [weak self, taps] in
      for await article in taps { try self?.navigator.navigate(.open(article)) }
    }
    if fault == .startFails { scope.launch { throw KioskError.unknownAnswer } }
  }

  func tapped(_ article: Article) throws {
    if article == .soldOut { throw KioskError.soldOut }
    _ = taps.tryEmit(article)
  }

  func helpTapped() throws {
    try navigator.navigate(.help)
    if fault == .listResumesItself { didResume() }
  }
}

/// A text that the server sends.
final class KioskHelp: KioskViewModel {
  @Saved("text") private(set) var text = ""
  private var isLoading = false
  private var loading: Task<Void, Never>?

  override init(_ navigator: any Navigator<KioskAction>, _ services: KioskServices) {
    super.init(navigator, services)
    switch fault {
    case .loadingEndsInBackground, .loadingEndsUnderCover: break
    default: load(in: scope)
    }
  }

  override func onVisible(scope: TaskScope) {
    guard fault == .loadingEndsUnderCover, text.isEmpty else { return }
    loading = scope.launch(name: "load") { [weak self, server] in
      for await text in server.texts { self?.text = text }
    }
  }

  override func onResume(scope: TaskScope) {
    if fault != .loadingEndsUnderCover { load(in: scope) }
  }

  override func onPause() { loading?.cancel() }

  private func load(in scope: TaskScope) {
    if isLoading || !text.isEmpty { return }
    isLoading = true
    scope.launch(name: "load") { [weak self, server] in
      for await text in server.texts { self?.text = text }
    }
  }
}

/// Asks for an amount.
final class KioskQuestion: KioskViewModel {}

/// The orders, in a sheet.
final class KioskBasket: KioskViewModel {
  override func onPause() {
    switch fault {
    case .basketResumesItself: scope.launch { [weak self] in self?.didResume() }
    case .basketHidesItself:
      scope.launch { [weak self] in if self?.stage.current == .visible { self?.didPause() } }
    default: break
    }
  }
}
