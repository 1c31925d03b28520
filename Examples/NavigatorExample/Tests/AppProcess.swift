#if os(Linux)
  import Foundation

  /// The built app as a process of its own, for what only a process can meet.
  final class AppProcess {
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()
    private let process = Process()
    private(set) var printed = Data()

    /// Where `swift build` puts the app: beside the tests.
    private static var executable: URL {
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "NavigatorExample")
    }

    /// Starts the app, through a shell if something must be said before.
    init(shell: String? = nil, input: FileHandle? = nil, output: FileHandle? = nil) throws {
      if let shell {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(shell); exec '\(Self.executable.path)'"]
      } else {
        process.executableURL = Self.executable
      }
      process.standardInput = input ?? self.input
      process.standardOutput = output ?? self.output
      process.standardError = errors
      try process.run()
      // The ends of the child: with them open here, there would be no end of what it writes.
      try self.output.fileHandleForWriting.close()
      if input == nil { try self.input.fileHandleForReading.close() }
    }

    var processID: pid_t { process.processIdentifier }

    func type(_ text: String) throws {
      try type(Data(text.utf8))
    }

    func type(_ data: Data) throws {
      try input.fileHandleForWriting.write(contentsOf: data)
    }

    func endInput() throws {
      try input.fileHandleForWriting.close()
    }

    func send(_ signal: CInt) {
      kill(processID, signal)
    }

    /// Reads until a text has been printed.
    func read(until text: String) {
      while !text.isEmpty, !printedText.contains(text) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return }
        printed += data
      }
    }

    var printedText: String { String(decoding: printed, as: UTF8.self) }

    /// Reads the rest, waits for the end, and says with which code or signal it ended.
    func end() -> (reason: Process.TerminationReason, code: Int32) {
      // Nothing if a test has closed it.
      printed += (try? output.fileHandleForReading.readToEnd()) ?? Data()
      process.waitUntilExit()
      return (process.terminationReason, process.terminationStatus)
    }

    /// What stands in the standard error; to be asked for at the end.
    var errorText: String {
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }
#endif
