import Testing

/// The place in a test where a utility was called.
struct CallLocation: Sendable, CustomStringConvertible {
  let file: StaticString
  let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  /// The folder and the name of the file, such as `ShopTests/OrderTests.swift`.
  ///
  /// Swift Testing traps on an identifier without a folder.
  private var fileID: String {
    let parts = "\(file)".split(separator: "/").suffix(2)
    return parts.count < 2 ? "unknown/\(parts.first ?? "unknown")" : parts.joined(separator: "/")
  }

  /// The location for Swift Testing, which also traps on an invalid line.
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: fileID,
      filePath: "\(file)",
      line: max(1, Int(clamping: line)),
      column: 1
    )
  }

  var description: String { "\(fileID):\(line)" }
}
