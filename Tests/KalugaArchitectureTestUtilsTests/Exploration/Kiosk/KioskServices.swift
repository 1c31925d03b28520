import KalugaArchitecture
import KalugaArchitectureTestUtils

/// What the screens of one process share.
@MainActor
final class KioskServices {
  let fault: Fault?
  let server: KioskServer
  let remains: Remains
  var items: [KioskItem] = []

  init(_ fault: Fault?, _ server: KioskServer, _ remains: Remains) {
    self.fault = fault
    self.server = server
    self.remains = remains
  }
}

/// A simulated server, which outlives the processes of the kiosk.
@MainActor
final class KioskServer {
  let texts = MutableSharedFlow<String>(extraBuffer: .max)
  var orderCount = 0
}

/// What faults leave behind, until the test ends it.
@MainActor
final class Remains {
  private let gate = Gate()
  private var uploads: [Task<Void, Never>] = []

  /// Waits for the end of the test, even in a cancelled task.
  func wait() async {
    await Task { [gate] in try? await gate.pass() }.value
  }

  func add(_ upload: Task<Void, Never>?) {
    if let upload { uploads.append(upload) }
  }

  func end() async {
    gate.open()
    for upload in uploads { await upload.value }
  }
}
