import KalugaArchitecture

/// Saves the values of files when the process is asked to end, and then lets the signal end it.
@MainActor
enum TerminationSignal {
  /// Never stopped: a dispatch source that ends does not restore the effect of the signal.
  private static let listener = Task { @MainActor in
    let request = OneShot<Void>()
    let listener = SignalListener(.terminated) {
      // The main actor may be blocked. The second request then ends the process nevertheless.
      guard request.settle() else { Platform.endProcess(by: .terminated) }
      Task { @MainActor in
        await SavedFile.flushAll()
        Platform.endProcess(by: .terminated)
      }
    }
    await listener.listening()
    return listener
  }

  /// Listens from the first call on; returns when the signal no longer ends the process at once.
  static func listen() async {
    _ = await listener.value
  }
}
