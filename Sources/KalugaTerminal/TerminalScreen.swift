public import KalugaArchitecture

/// What a terminal shows of one view model: lines that follow its observables.
///
///     TerminalScreen(combine(model.$name, model.isValid) { name, isValid in
///       ["name: \(name)", isValid ? "ready" : "name is missing"]
///     })
@MainActor
public struct TerminalScreen {
  /// The lines, without their ends; what would control the terminal in them is escaped.
  public let lines: InitializedObservable<[String]>

  /// Creates a screen whose lines follow an observable.
  public init(_ lines: InitializedObservable<[String]>) {
    self.lines = lines
  }

  /// Creates a screen whose lines never change.
  public init(_ lines: [String]) {
    self.lines = InitializedObservable(wrappedValue: lines)
  }
}
