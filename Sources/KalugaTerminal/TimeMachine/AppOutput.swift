/// The output of an app: its commands, its host and its transitions write here.
///
/// What the session writes itself, such as the screen, goes directly to the sink.
final class AppOutput: TextSink {
  private let sink: any TextSink
  /// Whether text is discarded: that of an app which replays moves, or which has ended.
  var isMuted = false
  /// Whether text was written since this was last set to false.
  var hasReplied = false

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  var isClosed: Bool { sink.isClosed }

  func write(_ text: String) {
    if !text.isEmpty { hasReplied = true }
    if !isMuted { sink.write(text) }
  }
}
