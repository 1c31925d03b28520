public import KalugaArchitecture

/// Records the transitions of a driver for as long as the recorder exists.
///
///     let recorder = TranscriptRecorder(driver)
///     driver.start()
///     …
///     expectTranscript(recorder.transcript, goldenFile: file)
@MainActor
public final class TranscriptRecorder {
  /// The transitions recorded so far.
  public private(set) var transcript = TransitionTranscript()

  private var observation: (any Disposable)?

  /// Starts recording.
  ///
  /// Driver and recorder do not retain each other.
  public init<Destination>(_ driver: NavigationDriver<Destination>) {
    observation = driver.onTransition { [weak self] transition in
      self?.transcript.append(TranscriptEntry(transition))
    }
  }

  deinit {
    observation?.dispose()
  }

  /// Stops recording.
  ///
  /// ``transcript`` keeps what was recorded.
  public func stop() {
    observation?.dispose()
  }
}
