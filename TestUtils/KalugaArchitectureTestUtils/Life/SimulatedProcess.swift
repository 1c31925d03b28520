public import KalugaArchitecture

/// A process with a navigation in it, which may die at any time and go on in another one.
///
///     let process = SimulatedProcess { snapshot in
///       snapshot.map { NavigationDriver(restoring: $0, screen: makeScreen) }
///         ?? NavigationDriver(root: .home, screen: makeScreen)
///     }
///     try process.driver.perform(.push(.details(ada)), action: "test")
///     try await process.dieAndRestore()
///     #expect("\(process.driver.stack.current)" == "[home, details]")
@MainActor
public final class SimulatedProcess<Destination: NavigationDestination> {
  /// Makes the driver: from a snapshot in a process that goes on, without one in the first.
  public typealias DriverFactory =
    @MainActor (NavigationSnapshot<Destination>?) throws -> NavigationDriver<Destination>

  /// The driver of the process that runs now, which has started.
  public var driver: NavigationDriver<Destination> {
    // A mistake in the test's text: the factory asks the process that it is making, or it has failed.
    guard let running else {
      preconditionFailure(
        "The process has died and is not restored yet. In its factory, use the driver that it makes."
      )
    }
    return running
  }

  /// Nil while no process runs.
  private var running: NavigationDriver<Destination>?
  private let makeDriver: DriverFactory

  /// Starts the first process.
  public init(_ makeDriver: @escaping DriverFactory) rethrows {
    self.makeDriver = makeDriver
    running = try makeDriver(nil)
    running?.start()
  }

  /// Saves the stack, drops everything as the end of a process does, and goes on in another one.
  ///
  /// View models are neither paused nor cleared: nobody tells them. What was saved goes through data, as
  /// through a file. Fails if a screen or the driver outlives its process, because something outside
  /// holds it.
  ///
  /// - Parameters:
  ///   - version: The version of what is saved.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Throws: What cannot be saved or restored; and what the factory throws.
  public func dieAndRestore(
    version: Int = 1,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let data = try driver.snapshot().data(version: version)
    let survivors =
      [("the driver", Survivor(driver))]
      + driver.stack.current.entries.reversed().compactMap { driver.viewModel(of: $0.id) }
      .map { ("\(type(of: $0))", Survivor($0)) }
    running = nil
    var alive: [String] = []
    for (name, survivor) in survivors where await survivor.isAlive() { alive.append(name) }
    running = try makeDriver(NavigationSnapshot(data, version: version))
    running?.start()
    guard !alive.isEmpty else { return }
    FailureReporter().report(
      "dieAndRestore: \(alive.joined(separator: " and ")) outlived the process: something outside of it "
        + "holds what a real process would have taken with it. Make that in the factory, or hold it weakly",
      at: CallLocation(fileID, filePath, line, column)
    )
  }
}
