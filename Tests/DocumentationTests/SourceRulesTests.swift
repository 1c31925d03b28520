import Testing

/// Checks rules that can only be checked by searching the sources.
struct SourceRulesTests {
  /// Returns the files of the libraries that contain one of these words outside comments.
  private func files(with words: String...) throws -> [String] {
    try Documentation.files(below: "Sources", ending: ".swift").filter { _, text in
      words.contains(where: text.contains)
        && text.split(separator: "\n").contains { line in
          let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
          return words.contains(where: code.contains)
        }
    }.keys.sorted()
  }

  /// On Linux, the thread sanitizer recognizes neither locks nor suspensions.
  ///
  /// Each kind is therefore implemented in one place, which reports to the sanitizer.
  @Test func `all locks are instances of Lock, and all suspensions use OneShot`() throws {
    let engine = "Sources/KalugaArchitecture/Scopes/Engine"
    #expect(try files(with: "Mutex(", "Mutex<") == ["\(engine)/Lock.swift"])
    let suspending = try files(
      with: "CheckedContinuation",
      "UnsafeContinuation",
      "ThrowingContinuation"
    )
    #expect(suspending == ["\(engine)/OneShot.swift"])
    #expect(try files(with: "__tsan_") == ["\(engine)/SanitizerFence.swift"])
    #expect(
      try files(with: "NSLock", "NSRecursiveLock", "os_unfair", "OSAllocatedUnfairLock") == []
    )
    let isSuppressed = try Documentation.text(".ci/run").contains("TSAN_OPTIONS")
    #expect(!isSuppressed, "reports of the thread sanitizer must not be suppressed")
  }

  /// With an `async` main on Linux, the main actor may not run on the main thread.
  @Test func `no source blocks a thread or asks which thread it runs on`() throws {
    let blocking = try files(
      with: "Semaphore",
      "DispatchGroup",
      "NSCondition",
      ".sync(",
      ".sync {",
      "pthread_",
      "usleep"
    )
    #expect(blocking == [])
    #expect(try files(with: "isMainThread", "Thread.", "dispatchPrecondition", "RunLoop") == [])
  }

  /// Every subclass would need an isolated deinit as well.
  @Test func `no class has an isolated deinit`() throws {
    #expect(try files(with: "isolated deinit") == [])
  }
}
