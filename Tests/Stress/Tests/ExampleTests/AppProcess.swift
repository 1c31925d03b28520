#if os(Linux)
  import Foundation

  /// A built example as a process of its own.
  final class AppProcess {
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()
    private let process = Process()
    private(set) var printed = Data()

    /// Starts an example, which `swift build` puts beside the tests.
    ///
    /// A shell runs a command before, if there is one. Handles replace the pipes.
    init(
      _ product: String = "NavigatorExample",
      arguments: [String] = [],
      shell: String? = nil,
      input: FileHandle? = nil,
      output: FileHandle? = nil
    ) throws {
      let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: product)
      process.executableURL = shell == nil ? executable : URL(filePath: "/bin/sh")
      process.arguments = shell.map { ["-c", "\($0); exec '\(executable.path)'"] } ?? arguments
      process.standardInput = input ?? self.input
      process.standardOutput = output ?? self.output
      process.standardError = errors
      try process.run()
      // The child has these ends. What it writes would not end while they are open here, too.
      try self.output.fileHandleForWriting.close()
      if input == nil { try self.input.fileHandleForReading.close() }
    }

    var processID: pid_t { process.processIdentifier }

    func type(_ text: String) throws { try type(Data(text.utf8)) }
    func type(_ data: Data) throws { try input.fileHandleForWriting.write(contentsOf: data) }
    func endInput() throws { try input.fileHandleForWriting.close() }
    func send(_ signal: CInt) { kill(processID, signal) }

    /// Reads until a text has been printed.
    func read(until text: String) {
      while !printedText.contains(text) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return }
        printed += data
      }
    }

    var printedText: String { String(decoding: printed, as: UTF8.self) }

    /// Reads the rest, waits for the end, and returns the code or signal of the process.
    func end() -> (reason: Process.TerminationReason, code: Int32) {
      // There is nothing to read if a test has closed the pipe.
      printed += (try? output.fileHandleForReading.readToEnd()) ?? Data()
      process.waitUntilExit()
      return (process.terminationReason, process.terminationStatus)
    }

    /// Everything on the standard error, up to the end of the process.
    var errorText: String {
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }
#endif
