public import KalugaArchitecture

/// A simulated process with a navigation stack, which can die and be restored in a new process.
///
///     let process = SimulatedProcess { snapshot in
///       NavigationDriver(root: .home, restoring: snapshot, screen: makeScreen)
///     }
///     try process.driver.perform(.push(.details(ada)))
///     try await process.dieAndRestore()
///     #expect("\(process.driver.stack.current)" == "[home, details]")
@MainActor
public final class SimulatedProcess<Destination: NavigationDestination> {
  /// Creates the driver of a process: without a snapshot in the first process, from one in later
  /// ones.
  public typealias DriverFactory =
    @MainActor (NavigationSnapshot<Destination>?) throws -> NavigationDriver<Destination>

  /// The driver of the current process, which has been started.
  public var driver: NavigationDriver<Destination> {
    // A mistake in the test: the factory reads the process that it creates, or the factory has
    // failed.
    guard let running else {
      preconditionFailure(
        "The process has died and has not been restored. In its factory, use the driver it creates."
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

  /// Saves the stack, drops the process, and restores the stack in a new process.
  ///
  /// View models are neither paused nor cleared, like those of a real process that dies. The stack
  /// is encoded and decoded, like a stack saved in a file. Fails if the driver, the view model of a
  /// screen, one of its children or a screen of a nested stack stays alive, because something
  /// outside the process retains it.
  ///
  /// - Throws: An error if the stack cannot be saved or restored, or the error of the factory.
  public func dieAndRestore(
    version: Int = 1,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let data = try driver.snapshot().data(version: version)
    let families =
      [[("the driver", LeakProbe(driver))]]
      + driver.stack.current.entries.reversed().compactMap { driver.viewModel(of: $0.id) }
      .map { screen in screen.family.map { ("\(type(of: $0))", LeakProbe($0)) } }
    running = nil
    var alive: [String] = []
    var suspects = ""
    for family in families {
      // A view model that stays alive retains its descendants, which need not be named.
      for (name, survivor) in family where await survivor.isAlive() {
        alive.append(name)
        suspects += survivor.suspects
        break
      }
    }
    running = try makeDriver(NavigationSnapshot(data, version: version))
    running?.start()
    guard !alive.isEmpty else { return }
    FailureReporter().report(
      "dieAndRestore: \(alive.joined(separator: " and ")) outlived the process: something outside "
        + "the process or a variable of the test retains it. Create it in the factory, or hold it "
        + "weakly" + suspects,
      at: CallLocation(file, line)
    )
  }
}
