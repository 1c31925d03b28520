extension BaseLifecycleViewModel {
  /// Loads a value while the view model is shown.
  ///
  ///     lazy var profile = load(api.profile)
  ///
  /// The load begins immediately if the view model is resumed, and otherwise at the next resume. A
  /// `lazy` property therefore loads nothing until it is first read. ``Loader`` describes when the
  /// value is loaded again, and when it ends: a loader that nothing refers to loads nothing.
  ///
  /// - Parameters:
  ///   - stage: The stage during which it loads. With `visible`, a sheet that covers the screen partly,
  ///     a question and an inactive host do not cancel the load.
  ///   - name: The task's name, for debugging.
  ///   - fileID: The caller's file, for diagnostics.
  ///   - line: The caller's line, for diagnostics.
  ///   - operation: Loads the value. Retained by the loader. For a `lazy` property, pass a method or
  ///     a closure that calls one. The compiler refuses some closures there, and accepts them in a
  ///     method that makes the loader.
  /// - Returns: The state of the load.
  public final func load<Value>(
    during stage: WorkStage = .resumed,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @MainActor () async throws -> Value
  ) -> Loader<Value> {
    let input = InitializedObservable(node: Node((), .by { _, _ in true }))
    return begin(input, stage, name, fileID, line) { _ in operation }
  }

  /// Loads the value for the newest value of an observable while the view model is shown.
  ///
  ///     lazy var results = load(latest: $query, repository.find)
  ///
  /// A new input cancels the load of the previous one. A derived input whose policy counts every
  /// write is regarded as changed at each resume. Otherwise this works like
  /// ``load(during:name:fileID:line:_:)``. The loader retains both the input and the work.
  public final func load<Input, Value>(
    latest input: InitializedObservable<Input>,
    during stage: WorkStage = .resumed,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @MainActor (Input) async throws -> Value
  ) -> Loader<Value> {
    begin(input, stage, name, fileID, line) { value in { try await operation(value) } }
  }

  /// Loads the value for the newest value of an observable that may have none yet.
  ///
  /// While the input has no value, nothing is loaded. A resumed view model then shows `idle`.
  public final func load<Input, Value>(
    latest input: UninitializedObservable<Input>,
    during stage: WorkStage = .resumed,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @MainActor (Input) async throws -> Value
  ) -> Loader<Value> {
    begin(input, stage, name, fileID, line) { input in
      guard case .value(let value) = input else { return nil }
      return { try await operation(value) }
    }
  }

  private func begin<Input, Value>(
    _ input: BasicObservable<Input>,
    _ stage: WorkStage,
    _ name: String?,
    _ fileID: StaticString,
    _ line: UInt,
    _ makeWork: @escaping @MainActor (Input) -> LoadRunner<Value>.Work?
  ) -> Loader<Value> {
    let workName = scope.core.workName("load", fileID, line)
    let runner = LoadRunner<Value>(input, name: name, workName: workName, makeWork)
    let loader = Loader(runner)
    let reference = LoadRunnerReference(runner)
    noteRegistration("load", fileID, line) { !reference.isOver }
    begin(at: stage, until: { reference.isOver }) { scope in reference.begin(in: scope) }
    return loader
  }
}
