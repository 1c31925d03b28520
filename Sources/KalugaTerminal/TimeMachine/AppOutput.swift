/// The output of an app's commands and transitions; the session writes to the sink.
final class AppOutput: TextSink {
  private let sink: any TextSink
  /// The width at which whole lines are wrapped; nil if they stay whole.
  var columns: @MainActor () -> Int? = { nil }
  private var isInLine = false
  /// Whether text is discarded, because the app replays moves or has ended.
  var isMuted = false
  /// Whether text was written since this was last set to false.
  var hasReplied = false

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  var isClosed: Bool { sink.isClosed }

  func write(_ text: String) {
    if !text.isEmpty { hasReplied = true }
    if !isMuted { sink.write(wrapped(text)) }
  }

  private func wrapped(_ text: String) -> String {
    let beginsLine = !isInLine
    if let last = text.last { isInLine = last != "\n" }
    guard beginsLine, !isInLine, let columns = columns(), text.utf8.count > columns else {
      return text
    }
    return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      .map { TextWidth.wrapLog($0, to: columns)?.joined(separator: "\n") ?? String($0) }
      .joined(separator: "\n") + "\n"
  }
}
