public import KalugaArchitecture

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
  @Saved("name") public var name = ""

  /// The number as typed.
  @Saved("number") public var number = ""

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

  private let edited = NavigationResultKey<InputDetails>("edited")
  private let ticker: any Ticker

  /// Creates Home.
  ///
  /// - Parameters:
  ///   - navigator: Carries out the navigation that Home requests.
  ///   - ticker: Calls back each second.
  public init(navigator: any Navigator<HomeNavigation>, ticker: any Ticker) {
    self.ticker = ticker
    super.init(navigator: navigator)
    // Here and not where Details is opened: the result may arrive in a later process.
    onResult(edited) { [weak self] in self?.accept($0) }
    // The message is outdated as soon as the user changes a field.
    for field in [$name, $number] {
      field.observe { [weak self] _ in self?.message = "" }.addTo(scope)
    }
  }

  /// Counts while Home is shown: the scope ends with the next pause.
  public override func onResume(scope: TaskScope) {
    scope.launch(name: "seconds") { [weak self, ticker] in
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
    message = "received \(edited.bundle)"
  }

  private static func problem(of number: String) -> String? {
    Int(number) == nil ? "the number is not a whole number" : nil
  }
}
