#if os(Linux)
  import Foundation

  /// Runs a built example as a process.
  final class AppProcess {
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()
    private let process = Process()
    private(set) var printed = Data()

    /// Starts an example; `swift build` puts its executable beside the tests.
    ///
    /// If `shell` is given, a shell runs this command first. Handles replace the pipes. Variables are
    /// added to the environment.
    init(
      _ product: String = "NavigatorExample",
      shell: String? = nil,
      input: FileHandle? = nil,
      output: FileHandle? = nil,
      environment: [String: String] = [:]
    ) throws {
      let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: product)
      process.executableURL = shell == nil ? executable : URL(filePath: "/bin/sh")
      process.arguments = shell.map { ["-c", "\($0); exec '\(executable.path)'"] } ?? []
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = input ?? self.input
      process.standardOutput = output ?? self.output
      process.standardError = errors
      try process.run()
      // The child has its own copies of these ends. Its output would not end while they stay open
      // here.
      try self.output.fileHandleForWriting.close()
      if input == nil { try self.input.fileHandleForReading.close() }
    }

    var processID: pid_t { process.processIdentifier }

    func type(_ text: String) throws { try type(Data(text.utf8)) }
    func type(_ data: Data) throws { try input.fileHandleForWriting.write(contentsOf: data) }
    func endInput() throws { try input.fileHandleForWriting.close() }
    func send(_ signal: CInt) { kill(processID, signal) }

    /// Reads until the process has printed a text.
    func read(until text: String) {
      while !printedText.contains(text) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return }
        printed += data
      }
    }

    var printedText: String { String(decoding: printed, as: UTF8.self) }

    /// Reads the rest of the output, waits for the end, and returns the exit code or signal.
    func end() -> (reason: Process.TerminationReason, code: Int32) {
      // Nothing can be read if a test has closed the pipe.
      printed += (try? output.fileHandleForReading.readToEnd()) ?? Data()
      process.waitUntilExit()
      return (process.terminationReason, process.terminationStatus)
    }

    /// The complete standard error; reading it waits for the end of the process.
    var errorText: String {
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }
#endif
