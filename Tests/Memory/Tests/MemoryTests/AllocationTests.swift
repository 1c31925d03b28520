#if os(Linux)
  import AllocationCount
  import Foundation
  import KalugaArchitecture
  import KalugaStores
  import Testing

  /// How many blocks the paths allocate that apps take most often, in a debug build.
  ///
  /// Unlike a time, the number is the same in each run, so that the gate can check it. More than the
  /// limit means that a path has become slower. Lower the limit when a path has become faster.
  @MainActor
  struct AllocationTests {
    struct Path: Sendable {
      let name: String
      let limit: Double
      /// Makes the objects, and returns a step of the path.
      let makeStep: @MainActor @Sendable () throws -> @MainActor (Int) throws -> Void
    }

    nonisolated enum Screen: NavigationDestination {
      case page(Int)
    }

    nonisolated static let paths = [
      Path(name: "a write with an observer", limit: 0) {
        let subject = InitializedSubject(wrappedValue: 0)
        _ = subject.observe { _ in }
        return { subject.current = $0 }
      },
      Path(name: "a write that reaches an observer through a map", limit: 2) {
        let subject = InitializedSubject(wrappedValue: 0)
        _ = subject.map { $0 + 1 }.observe { _ in }
        return { subject.current = $0 }
      },
      Path(name: "a write that reaches an observer in two ways", limit: 10) {
        let subject = InitializedSubject(wrappedValue: 0)
        _ = combine(subject.map { $0 + 1 }, subject.map { $0 * 2 }) { $0 + $1 }.observe { _ in }
        return { subject.current = $0 }
      },
      Path(name: "a write and a read of a derived value that is observed", limit: 4) {
        let subject = InitializedSubject(wrappedValue: 0)
        let sum = subject.map { $0 + 1 }
        _ = sum.observe { _ in }
        return { step in
          subject.current = step
          precondition(sum.current == step + 1)
        }
      },
      Path(name: "a write to a subject over a state flow", limit: 5) {
        let subject = InitializedSubject(MutableStateFlow(0))
        _ = subject.observe { _ in }
        return { subject.current = $0 }
      },
      Path(name: "an element that waits in a shared flow", limit: 12) {
        let flow = MutableSharedFlow<Int>(replay: 1, overflow: .dropOldest)
        return { step in
          precondition(flow.tryEmit(step))
          precondition(flow.replayCache == [step])
        }
      },
      Path(name: "an intent to a model that is observed", limit: 0) {
        let store = ReducerStore<Int, Int, Int, Never>(initialState: 0) { $0 = $1 }
        _ = store.state.observe { _ in }
        return { store.send($0) }
      },
      Path(name: "a screen that is pushed and popped", limit: 87) {
        let driver = NavigationDriver(root: Screen.page(0)) { _, _ in BaseLifecycleViewModel() }
        driver.start()
        return { step in
          try driver.perform(.push(.page(step)))
          try driver.perform(.pop())
        }
      },
      Path(name: "a view model that is resumed, paused and cleared", limit: 9) {
        { _ in
          let viewModel = BaseLifecycleViewModel()
          viewModel.didResume()
          viewModel.didPause()
          viewModel.clear()
        }
      },
    ]

    // In a process of its own, because a recorder of another test would make each event allocate.
    @Test func `no path allocates more than its limit`() async throws {
      let output = [
        \ExitTest.Result.standardErrorContent as any PartialKeyPath<ExitTest.Result> & Sendable
      ]
      let result = await #expect(processExitsWith: .success, observing: output) {
        for line in try await AllocationTests.pathsOverTheirLimits() {
          FileHandle.standardError.write(Data("\(line)\n".utf8))
        }
      }
      #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
    }

    private static func pathsOverTheirLimits() throws -> [String] {
      try paths.compactMap { path in
        let step = try path.makeStep()
        for number in 1...100 { try step(number) }
        let before = allocationCount()
        for number in 101...200 { try step(number) }
        let perStep = Double(allocationCount() - before) / 100
        precondition(before > 0, "allocations are not counted")
        return perStep > path.limit ? "\(path.name): \(perStep) instead of \(path.limit)" : nil
      }
    }
  }
#endif
