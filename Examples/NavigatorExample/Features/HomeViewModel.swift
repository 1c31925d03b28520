public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What Home can ask for.
public enum HomeNavigation: NavigationAction {
  /// Show the details.
  case details(InputDetails)
  /// Open the bottom sheet.
  case sheet
}

extension NavigationRequest where Action == HomeNavigation, Result == InputDetails {
  /// Show the details and give back what the user made of them.
  public static func edit(_ details: InputDetails) -> Self { Self(.details(details)) }
}

/// Home: a form of two fields, and a counter that runs only while Home is shown.
public final class HomeViewModel: NavigatingViewModel<HomeNavigation> {
  /// The name as it was typed.
  @InitializedSubject public var name: String

  /// The number as it was typed.
  @InitializedSubject public var number: String

  /// How many seconds Home has been shown.
  @InitializedSubject public private(set) var seconds = 0

  /// The latest thing that the user should know.
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

  private let edited = NavigationResultKey<InputDetails>("edited")
  private let ticker: any Ticker
  private let form: SavedState<Form>

  /// What has been typed; survives the end of the process.
  private struct Form: SavableState {
    var name = ""
    var number = ""
  }

  /// Creates Home.
  ///
  /// - Parameters:
  ///   - state: What an earlier Home has saved.
  ///   - navigator: Carries out what Home asks for.
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
    // Here and not where Details is opened: the result may arrive in a later process.
    onResult(edited) { [weak self] in self?.accept($0) }
    // What was wrong before is no news once the user has typed something else.
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

  /// Opens Details if both fields are valid, or says what is wrong.
  public func detailsTapped() throws(NavigationError) {
    guard isValid.current, let number = Int(number) else {
      message = [nameProblem.current, numberProblem.current].compactMap(\.self)
        .joined(separator: " and ")
      return
    }
    message = ""
    try navigate(.edit(InputDetails(name: name, number: number)), resultTo: edited)
  }

  /// Opens the bottom sheet.
  public func sheetTapped() throws(NavigationError) {
    message = ""
    try navigator.navigate(.sheet)
  }

  private func accept(_ edited: InputDetails) {
    name = edited.name
    number = "\(edited.number)"
    message = "came back with \(edited.bundle)"
  }

  private static func problem(of number: String) -> String? {
    Int(number) == nil ? "the number is no whole number" : nil
  }
}

extension HomeViewModel: NavigationStateSaving {
  /// What has been typed, for the Home of a later process.
  public func stateToSave() throws(SavedStateError) -> Data {
    form.state.current = Form(name: name, number: number)
    return try form.save()
  }
}
