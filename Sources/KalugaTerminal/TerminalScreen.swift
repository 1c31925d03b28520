public import KalugaArchitecture

/// The lines that a terminal shows for one view model; they follow its observables.
///
///     TerminalScreen(combine(model.$name, model.isValid) { name, isValid in
///       ["name: \(name)", isValid ? "ready" : "name is missing"]
///     })
@MainActor
public struct TerminalScreen {
  /// The lines, without newlines.
  ///
  /// A session escapes control characters when it prints them.
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
