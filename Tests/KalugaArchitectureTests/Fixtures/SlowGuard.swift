import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A guard that holds requests back until it is opened.
///
/// It then refuses those for which it has a reason.
@MainActor
final class SlowGuard {
  private let gate = Gate()
  private var token: (any Disposable)?

  init(
    _ driver: NavigationDriver<Place>,
    refusal: @escaping @MainActor (NavigationSpec<Place>) -> String? = { _ in nil }
  ) {
    token = driver.addGuard { [gate] spec, _ in
      await gate.passIgnoringCancellation()
      return refusal(spec).map { .refuse(reason: $0) } ?? .proceed
    }
  }

  /// Waits until the guard holds a request back.
  func holdsRequest() async {
    await until(!gate.waiting.isEmpty)
  }

  func open() { gate.open() }

  /// Removes the guard.
  func dispose() { token?.dispose() }
}
