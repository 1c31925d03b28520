import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// The screens of a module for contacts.
enum ContactScreen: NavigationDestination {
  case list, details
}

/// The screens of a module for drafts, which embeds a module for dates.
enum WizardScreen: NavigationDestination {
  case name, colour
  case date(DateScreen)

  static let dates = NavigationEmbedding(WizardScreen.date) {
    if case .date(let screen) = $0 { screen } else { nil }
  }
}

/// The screens of a module for dates.
enum DateScreen: NavigationDestination {
  case day, time
}

/// The screens of an app of these modules.
enum AppScreen: NavigationDestination {
  case home
  case wizard(WizardScreen)
  case contact(ContactScreen)

  static let wizards = NavigationEmbedding(AppScreen.wizard) {
    if case .wizard(let screen) = $0 { screen } else { nil }
  }
  static let contacts = NavigationEmbedding(AppScreen.contact) {
    if case .contact(let screen) = $0 { screen } else { nil }
  }
}

/// A screen with a view model of its own, or with one that the driver makes.
struct ModulePage<Destination: NavigationDestination>: Presentable {
  let destination: Destination
  var viewModel: BaseLifecycleViewModel?
}

/// A flow of any module, whose start is given by a test.
final class ModuleFlow<Destination: NavigationDestination, Result: Sendable>: Coordinator<
  Destination, Result
>
{
  typealias Start = @MainActor (ModuleFlow) async throws(NavigationError) -> Void

  private var onStart: Start?

  init(_ onStart: @escaping Start) {
    self.onStart = onStart
  }

  /// A flow that opens screens on top, and then does what the closure does.
  convenience init(pushing screens: Destination..., then next: Start? = nil) {
    self.init { flow throws(NavigationError) in
      for screen in screens { try await flow.router.push(ModulePage(destination: screen)) }
      try await next?(flow)
    }
  }

  override func start() async throws(NavigationError) {
    try await onStart.take()?(self)
  }
}

/// A stack of the app, and a flow that runs on it.
@MainActor
final class ModuleStage {
  private(set) lazy var driver = NavigationDriver(root: AppScreen.home) { _, _ in
    BaseLifecycleViewModel()
  }
  /// The flows that have ended, in order.
  let ended = Log<String>()

  init() {
    driver.start()
  }

  var router: any Router<AppScreen> { StackRouter(driver) }

  /// The screens above the first one.
  var opened: [AppScreen] { driver.stack.current.entries.dropFirst().map(\.destination) }

  func perform(_ spec: NavigationSpec<AppScreen>) throws(NavigationError) {
    let _: NavigationTicket<Never> = try driver.perform(spec, action: spec.kind)
  }

  /// Waits until these screens are above the first one.
  func shows(_ expected: AppScreen..., sourceLocation: SourceLocation = #_sourceLocation) async {
    await until(
      self.opened == expected,
      "the stack never became \(expected)",
      sourceLocation: sourceLocation
    )
  }

  /// Runs a flow of the app in a new task.
  func run<Result>(
    _ flow: Coordinator<AppScreen, Result>
  ) -> Task<NavigationOutcome<Result>, Never> {
    Task { [router] in await flow.run(on: router) }
  }

  /// Adds the name to the log when the flow ends.
  func note<Destination, Result>(_ name: String, _ flow: Coordinator<Destination, Result>) {
    flow.scope.add(SimpleDisposable { [ended] in ended.append(name) })
  }
}
