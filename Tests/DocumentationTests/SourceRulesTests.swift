import Testing

/// Rules that no test can run into, but that a look at the sources finds broken.
@Suite(.timeLimit(.minutes(5)))
struct SourceRulesTests {
  /// The files of the libraries in which something stands, comments left out.
  private func files(with pattern: Regex<Substring>) throws -> [String] {
    let files = try Documentation.files(below: "Sources", ending: ".swift")
    #expect(files.count > 100)
    return try files.filter { file in
      try Documentation.text(file).split(separator: "\n").contains { line in
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        return code.contains(pattern)
      }
    }
  }

  /// Neither is seen by the thread sanitizer, which has to be told in one place each.
  @Test func `all locks are one, and all suspensions go through one hand-off`() throws {
    let scopes = "Sources/KalugaArchitecture/Scopes"
    #expect(try files(with: /\bMutex[(<]/) == ["\(scopes)/Lock.swift"])
    #expect(try files(with: /with(?:Checked|Unsafe)\w*Continuation/) == ["\(scopes)/HandOff.swift"])
    #expect(try files(with: /__tsan_/) == ["\(scopes)/SanitizerFence.swift"])
    #expect(try files(with: /NSLock|NSRecursiveLock|os_unfair|OSAllocatedUnfairLock/) == [])
    let isSuppressed = try Documentation.text(".ci/run").contains("TSAN_OPTIONS")
    #expect(!isSuppressed, "what the thread sanitizer reports is not to be suppressed")
  }

  /// Under an `async` main of Linux the main actor need not be on the main thread.
  @Test func `no source blocks a thread or asks which one it runs on`() throws {
    // `clock.sleep` suspends a task, and blocks nobody.
    #expect(try files(with: /Semaphore|DispatchGroup|NSCondition|\.sync\b|pthread_|usleep/) == [])
    #expect(try files(with: /isMainThread|\bThread\.|dispatchPrecondition|RunLoop/) == [])
  }

  /// One would force itself on every subclass.
  @Test func `no deinit of a class is isolated`() throws {
    #expect(try files(with: /isolated\s+deinit/) == [])
  }
}
