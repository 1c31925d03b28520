import KalugaArchitecture
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Finished work is forgotten at once.
@Suite(.serialized, .timeLimit(.minutes(5)))
@MainActor
struct TaskScopeMemoryTests {
  #if os(Linux) && canImport(Glibc)
    /// The resident memory of the process in bytes, or nil if the system does not tell.
    private func residentBytes() -> Int? {
      guard let file = fopen("/proc/self/statm", "r") else { return nil }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 128)
      guard fgets(&buffer, 128, file) != nil else { return nil }
      let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      let fields = text.split(separator: " ")
      return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
    }

    private func launchMany(_ count: Int, in scope: TaskScope) async {
      for _ in 0..<(count / 100) {
        for _ in 0..<100 { scope.launch(name: "short") {} }
        await scope.waitUntilEmpty()
      }
    }

    @Test func `the memory of the process stays flat over 100,000 short launches`() async throws {
      let scope = TaskScope()
      await launchMany(10_000, in: scope)
      let before = try #require(residentBytes())
      await launchMany(100_000, in: scope)
      let after = try #require(residentBytes())
      // Other tests run meanwhile. 100,000 tasks that were kept would need far more.
      #expect(after - before < 60_000_000)
      #expect(scope.runningCount == 0)
    }
  #endif

  @Test func `what 100,000 launches captured is released when the scope is empty`() async {
    let scope = TaskScope()
    let released = Log<Void>()
    for round in 1...100 {
      for _ in 0..<1000 {
        scope.launch { [probe = Probe { released.append(()) }] in probe.touch() }
      }
      await scope.waitUntilEmpty()
      await mainActorTurns(1, until: released.count == round * 1000)
      #expect(released.count == round * 1000)
      #expect(scope.runningNames.isEmpty)
    }
  }

  @Test func `child scopes that ended with running tasks are forgotten with the last one`() async {
    let scope = TaskScope()
    let latch = Latch()
    let released = Log<Void>()
    let cores = (0..<200).map { _ in
      let child = scope.childScope()
      child.add(Probe { released.append(()) }) { _ in }
      child.launch { await latch.passed() }
      child.cancel()
      return Weak(child.core)
    }
    #expect(released.count == 200)
    #expect(scope.runningCount == 200)
    latch.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningCount == 0)
    await mainActorTurns(1, until: cores.allSatisfy { $0.object == nil })
    #expect(cores.allSatisfy { $0.object == nil })
  }

  @Test func `a scope that nobody holds takes the error of its last task, and is released with it`()
    async
  {
    struct Failure: Error {}
    let errors = Log<String>()
    for _ in 0..<100 {
      let latch = Latch()
      var scope: TaskScope? = TaskScope { errors.append("\($0)") }
      let core = Weak(scope?.core)
      scope?.launch(on: nil) {
        await latch.passed()
        throw Failure()
      }
      scope = nil
      #expect(core.object != nil)
      latch.open()
      await mainActorTurns(1, until: core.object == nil)
      #expect(core.object == nil)
    }
    #expect(errors.count == 100)
  }

  @Test func `a child scope that cleans up after its end is forgotten with the last clean-up`()
    async
  {
    let scope = TaskScope()
    let latch = Latch()
    var child: TaskScope? = scope.childScope()
    let core = Weak(child?.core)
    child?.cancel()
    child?.addCleanUp { await latch.passed() }
    child = nil
    #expect(scope.runningNames == ["clean-up"])
    latch.open()
    await scope.waitUntilEmpty()
    await mainActorTurns(1, until: core.object == nil)
    #expect(core.object == nil)
    #expect(scope.isActive)
  }
}

private struct Weak<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object?) {
    self.object = object
  }
}
