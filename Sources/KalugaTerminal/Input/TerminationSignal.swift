import KalugaArchitecture

/// Saves the values of files when the process is asked to end or its terminal is closed, gives the
/// terminal back, and then lets the signal end the process.
@MainActor
enum TerminationSignal {
  /// Never stopped: a dispatch source that ends does not restore the effect of the signal.
  private static let listeners = Task { @MainActor in
    let request = OneShot<Void>()
    let listeners = [ProcessSignal.terminated, .hungUp].filter { !Platform.ignores($0) }
      .map { signal in SignalListener(signal) { end(by: signal, request) } }
    for listener in listeners { await listener.listening() }
    return listeners
  }

  nonisolated private static func end(by signal: ProcessSignal, _ request: OneShot<Void>) {
    guard request.settle() else {
      // The main actor may be blocked. The second request then ends the process nevertheless. A
      // closed terminal sends its signal more than once: the kernel does, and so does the shell.
      if signal == .terminated { Platform.endProcess(by: signal) }
      return
    }
    Task { @MainActor in
      await SavedFile.flushAll()
      LivePrompt.endAll()
      Platform.endProcess(by: signal)
    }
  }

  /// Listens from the first call on; returns when the signals no longer end the process at once.
  ///
  /// A signal that the process was started to ignore stays ignored.
  static func listen() async {
    _ = await listeners.value
  }
}
