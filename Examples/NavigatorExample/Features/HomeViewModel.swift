public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The navigation that Home can request.
public enum HomeNavigation: NavigationAction {
  /// Show the details.
  case details(InputDetails)
  /// Open the bottom sheet.
  case sheet
}

extension NavigationRequest where Action == HomeNavigation, Result == InputDetails {
  /// Shows the details and returns the user's changes.
  public static func edit(_ details: InputDetails) -> Self { Self(.details(details)) }
}

/// Home: a form with two fields, and a counter that runs only while Home is shown.
public final class HomeViewModel: NavigatingViewModel<HomeNavigation> {
  /// The name as typed.
  @InitializedSubject public var name: String

  /// The number as typed.
  @InitializedSubject public var number: String

  /// The number of seconds for which Home has been shown.
  @InitializedSubject public private(set) var seconds = 0

  /// The latest message to the user; empty if there is none.
  @InitializedSubject public private(set) var message = ""

  /// What is wrong with the name; nil if nothing is.
  public private(set) lazy var nameProblem = $name.map { name in
    name.isEmpty ? "the name is missing" : nil
  }

  /// What is wrong with the number; nil if nothing is.
  public private(set) lazy var numberProblem = $number.map { number in
    if number.isEmpty { "the number is missing" } else { Self.problem(of: number) }
  }

  /// Whether Details can be opened.
  public private(set) lazy var isValid = combine(nameProblem, numberProblem) { name, number in
    name == nil && number == nil
  }

  private let ticker: any Ticker
  private let form: SavedState<Form>

  /// The text typed so far; it survives process death.
  private struct Form: SavableState {
    var name = ""
    var number = ""
  }

  /// Creates Home.
  ///
  /// - Parameters:
  ///   - state: The state that an earlier Home saved.
  ///   - navigator: Carries out the navigation that Home requests.
  ///   - ticker: Calls back each second.
  public init(
    restoring state: Data? = nil,
    navigator: any Navigator<HomeNavigation>,
    ticker: any Ticker
  ) {
    self.ticker = ticker
    form = SavedState(fresh: Form(), restoring: state)
    _name = InitializedSubject(wrappedValue: form.state.current.name)
    _number = InitializedSubject(wrappedValue: form.state.current.number)
    super.init(navigator: navigator)
    // The message is outdated as soon as the user changes a field.
    for field in [$name, $number] {
      field.observe { [weak self] _ in self?.message = "" }.addTo(scope)
    }
  }

  /// Counts while Home is shown: the scope ends with the next pause.
  public override func onResume(scope: TaskScope) {
    scope.launch { [weak self, ticker] in
      await ticker.run { self?.seconds += 1 }
    }
  }

  /// Opens Details if both fields are valid; otherwise sets ``message`` to the problems.
  public func detailsTapped() throws(NavigationError) {
    guard isValid.current, let number = Int(number) else {
      message = [nameProblem.current, numberProblem.current].compactMap(\.self)
        .joined(separator: " and ")
      return
    }
    message = ""
    let ticket = try navigator.navigate(.edit(InputDetails(name: name, number: number)))
    // Not in the scope of `onResume`: Home is paused while Details is shown.
    scope.launch { [weak self] in
      if let edited = try await ticket.result { self?.accept(edited) }
    }
  }

  /// Opens the bottom sheet.
  public func sheetTapped() throws(NavigationError) {
    message = ""
    try navigator.navigate(.sheet)
  }

  private func accept(_ edited: InputDetails) {
    name = edited.name
    number = "\(edited.number)"
    message = "received \(edited.bundle)"
  }

  private static func problem(of number: String) -> String? {
    Int(number) == nil ? "the number is not a whole number" : nil
  }
}

extension HomeViewModel: NavigationStateSaving {
  /// Returns the text typed so far, for the Home of a later process.
  public func stateToSave() throws(SavedStateError) -> Data {
    form.state.current = Form(name: name, number: number)
    return try form.save()
  }
}
