import KalugaArchitecture
import Testing

/// Objects can be printed in a log or inspected in a debugger, whatever their properties are.
///
/// The runtime cannot reflect every kind of property, and stops the program when it meets one that
/// it cannot reflect.
@MainActor
struct ReflectionTests {
  private enum Screen: NavigationDestination {
    case home
  }

  private final class ScreenModel: BaseLifecycleViewModel {
    @InitializedSubject var name = "Ada"
    @UninitializedSubject<Int> var age
    @DefaultSubject(default: 0) var count: Int
    let labels = EventChannel<String>()
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test func `observed subjects and their tokens can be dumped`() async {
    let model = ScreenModel()
    let derived = model.$name.map { $0.count }
    let getter = InitializedObservable { model.name }
    let tokens: [any Disposable] =
      (0..<2).map { _ in model.$name.observe { _ in } }
      + [derived.observe { _ in }, getter.observe { _ in }, model.$age.observe { _ in }]
    let subject = model.$name
    await Task.detached { subject.post("Bob") }.value
    await mainActorQueueDrained()
    #expect(dumped(model).contains("\"Bob\""))
    #expect(dumped(model.$name.stateFlow).contains("StateFlow"))
    #expect(dumped(derived).contains("InitializedObservable<Swift.Int>"))
    #expect(dumped(getter).contains("InitializedObservable<Swift.String>"))
    for token in tokens {
      #expect(!dumped(token).isEmpty)
      token.dispose()
    }
  }

  @Test func `flows, scopes and drivers can be dumped`() throws {
    let model = ScreenModel()
    let driver = NavigationDriver(root: Screen.home) { _, _ in model }
    driver.start()
    let ticket = try driver.perform(.push(.home), action: "push", for: Int.self)
    #expect(dumped(driver).contains("NavigationDriver"))
    #expect(dumped(ticket).contains("NavigationTicket"))
    #expect(dumped(MutableStateFlow(1)).contains("MutableStateFlow"))
    #expect(dumped(MutableSharedFlow<Int>()).contains("MutableSharedFlow"))
    #expect(dumped(CallbackFlowOf<Int> { _ in {} }).contains("CallbackFlow"))
    #expect(dumped(TaskScope(name: "mine")).contains("TaskScope"))
    driver.end()
  }
}
