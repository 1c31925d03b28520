public import KalugaArchitecture

/// Records the transitions of a driver, from now on, for as long as it is held.
///
///     let recorder = TranscriptRecorder(driver)
///     driver.start()
///     …
///     expectTranscript(recorder.transcript, goldenFile: file)
@MainActor
public final class TranscriptRecorder {
  /// What was recorded so far.
  public private(set) var transcript = TransitionTranscript()

  private var observation: (any Disposable)?

  /// Starts recording; neither keeps the other.
  public init<Destination>(_ driver: NavigationDriver<Destination>) {
    observation = driver.onTransition { [weak self] transition in
      self?.transcript.append(TranscriptEntry(transition))
    }
  }

  deinit {
    observation?.dispose()
  }

  /// Stops recording; what came is kept.
  public func stop() {
    observation?.dispose()
  }
}
