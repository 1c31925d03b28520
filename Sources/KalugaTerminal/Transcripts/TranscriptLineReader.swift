import KalugaArchitecture

/// Reads one line of a transcript.
///
/// Works on scalars, because an accent that follows a quote would be one character with it.
struct TranscriptLineReader {
  let scalars: [Unicode.Scalar]
  var index = 0
  /// How many arrays and bundles are open, so that hostile text cannot exhaust the stack.
  var depth = 0

  private let line: Int
  /// Where each part begins.
  private var parts: [(start: Int, part: TranscriptError.Part)] = [(0, .kind)]

  init(_ scalars: [Unicode.Scalar], line: Int) {
    self.scalars = scalars
    self.line = line
  }

  // MARK: The parts of a line

  mutating func entry() throws(TranscriptError) -> TranscriptEntry {
    let kind = text { $0 == " " }
    guard !kind.isEmpty, isAt(" ") else { throw problem("the kind of a transition") }
    _ = text { $0 != " " }

    parts.append((index, .screens))
    var from: String?
    var to = try name()
    if take(TranscriptName.arrow) {
      from = to
      to = try name()
    }

    parts.append((index, .rows))
    var rows: [NavigationBundleRow] = []
    if isAt(TranscriptName.rows) {
      take(" ")
      rows = try self.rows()
    }

    parts.append((index, .stack))
    guard take(TranscriptName.gap) else { throw problem("three blanks and the stack") }
    guard isAt("[") || isAt("{") else { throw problem("the stack") }
    let stack = text { _ in false }
    let entry = TranscriptEntry(kind: kind, from: from, to: to, rows: rows, stack: stack)
    try checkPrintsTheSame(entry)
    return entry
  }

  private mutating func name() throws(TranscriptError) -> String {
    if isAt("`") { return try quoted("`") }
    let start = index
    while index < scalars.count, !isAt(TranscriptName.arrow), !isAt(TranscriptName.rows),
      !isAt(TranscriptName.gap)
    { index += 1 }
    guard index > start else { throw problem("the name of a screen") }
    return string(start..<index)
  }

  /// Refuses every other notation of the same: there is one way to write a transcript.
  private mutating func checkPrintsTheSame(_ entry: TranscriptEntry) throws(TranscriptError) {
    let printed = Array(entry.description.unicodeScalars)
    let same = zip(printed, scalars).prefix { $0 == $1 }.count
    guard same < scalars.count || same < printed.count else { return }
    index = same
    let rest = String(String.UnicodeScalarView(printed[same...].prefix(20)))
    throw problem("\(NavigationBundleValue.string(rest)), as transcripts print it")
  }

  // MARK: Scalars

  func isAt(_ expected: String) -> Bool {
    scalars[index...].starts(with: expected.unicodeScalars)
  }

  @discardableResult
  mutating func take(_ expected: String) -> Bool {
    guard isAt(expected) else { return false }
    index += expected.unicodeScalars.count
    return true
  }

  /// Takes everything before the first scalar that ends it.
  mutating func text(until isEnd: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    index = scalars[start...].firstIndex(where: isEnd) ?? scalars.count
    return string(start..<index)
  }

  func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  /// What is between two quotes, escapes resolved.
  mutating func quoted(_ quote: String) throws(TranscriptError) -> String {
    guard take(quote) else { throw problem(quote) }
    var result = String.UnicodeScalarView()
    while !take(quote) {
      guard index < scalars.count else { throw problem("\(quote) at the end of the text") }
      if isAt("\\") {
        result.append(try escaped(quote))
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  private mutating func escaped(_ quote: String) throws(TranscriptError) -> Unicode.Scalar {
    for (escape, scalar) in Self.escapes where take(escape) { return scalar }
    if let scalar = quote.unicodeScalars.first, take("\\\(quote)") { return scalar }
    if let scalar = takeNumberedScalar() { return scalar }
    throw problem("an escape: \\n, \\r, \\t, \\\\, \\\(quote) or \\u{…}")
  }

  private static let escapes: [(String, Unicode.Scalar)] = [
    ("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\\\", "\\"),
  ]

  /// Takes `\u{202e}`.
  mutating func takeNumberedScalar() -> Unicode.Scalar? {
    let start = index
    guard take("\\u{") else { return nil }
    let digits = text { !$0.properties.isASCIIHexDigit }
    guard take("}"), let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number)
    else {
      index = start
      return nil
    }
    return scalar
  }

  // MARK: Errors

  func problem(_ expected: String) -> TranscriptError {
    TranscriptError(
      line: line,
      column: string(0..<index).count + 1,
      part: parts.last { $0.start <= index }?.part ?? .kind,
      expected: expected,
      found: string(index..<min(index + 20, scalars.count))
    )
  }
}
