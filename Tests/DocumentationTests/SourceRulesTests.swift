import Testing

/// Rules that only a search of the sources can check.
struct SourceRulesTests {
  /// The files of the libraries that have such code outside of comments.
  private func files(with pattern: Regex<Substring>) throws -> [String] {
    try Documentation.files(below: "Sources", ending: ".swift").filter { _, text in
      text.contains(pattern) && text.replacing(/\/\/.*/, with: "").contains(pattern)
    }.keys.sorted()
  }

  /// The thread sanitizer cannot see them on Linux, so each kind announces itself in one place.
  @Test func `all locks are one, and all suspensions go through one hand-off`() throws {
    let scopes = "Sources/KalugaArchitecture/Scopes"
    #expect(try files(with: /\bMutex[(<]/) == ["\(scopes)/Lock.swift"])
    #expect(try files(with: /with(?:Checked|Unsafe)\w*Continuation/) == ["\(scopes)/HandOff.swift"])
    #expect(try files(with: /__tsan_/) == ["\(scopes)/SanitizerFence.swift"])
    #expect(try files(with: /NSLock|NSRecursiveLock|os_unfair|OSAllocatedUnfairLock/) == [])
    let isSuppressed = try Documentation.text(".ci/run").contains("TSAN_OPTIONS")
    #expect(!isSuppressed, "reports of the thread sanitizer must not be suppressed")
  }

  /// Under an `async` main on Linux, the main actor may not run on the main thread.
  @Test func `no source blocks a thread or asks which thread it runs on`() throws {
    // `clock.sleep` suspends a task and does not block its thread.
    #expect(try files(with: /Semaphore|DispatchGroup|NSCondition|\.sync\b|pthread_|usleep/) == [])
    #expect(try files(with: /isMainThread|\bThread\.|dispatchPrecondition|RunLoop/) == [])
  }

  /// Every subclass would have to have one too.
  @Test func `no class has an isolated deinit`() throws {
    #expect(try files(with: /isolated\s+deinit/) == [])
  }
}
