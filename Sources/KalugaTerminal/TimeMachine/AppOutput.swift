/// The output of one of the apps that a time machine makes.
final class AppOutput: TextSink {
  private let sink: any TextSink
  /// Whether text is discarded: that of an app which replays moves, or which has ended.
  var isMuted = false

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  var isClosed: Bool { sink.isClosed }

  func write(_ text: String) {
    if !isMuted { sink.write(text) }
  }
}
