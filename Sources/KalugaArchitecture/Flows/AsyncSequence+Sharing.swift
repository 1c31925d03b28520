extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Runs this sequence once for any number of consumers, who see its latest element.
  ///
  /// When the sequence ends or fails, the flow keeps its last value; a failure goes to the scope's
  /// error handler, and the scope lives on.
  ///
  /// - Parameters:
  ///   - scope: Owns the collection, which ends with it.
  ///   - initial: The value until the first element comes.
  ///   - start: When the sequence runs.
  /// - Returns: The flow of the latest element.
  public func stateIn(
    _ scope: TaskScope,
    initial: Element,
    start: FlowStart = .eagerly
  ) -> StateFlow<Element> where Element: Equatable {
    stateIn(scope, initial: initial, start: start, into: MutableStateFlow(initial))
  }

  /// Runs this sequence once for any number of consumers; the closure says which elements are equal.
  public func stateIn(
    _ scope: TaskScope,
    initial: Element,
    start: FlowStart = .eagerly,
    by areEqual: @escaping @Sendable (Element, Element) -> Bool
  ) -> StateFlow<Element> {
    stateIn(scope, initial: initial, start: start, into: MutableStateFlow(initial, by: areEqual))
  }

  private func stateIn(
    _ scope: TaskScope,
    initial: Element,
    start: FlowStart,
    into flow: MutableStateFlow<Element>
  ) -> StateFlow<Element> {
    SharedSource.run(self, start, in: scope, consumers: flow.subscriptionCount) { element in
      flow.value = element
    }
    return flow.asStateFlow()
  }

  /// Runs this sequence once for any number of consumers, who get each element.
  ///
  /// Stops the program at the caller's line if the replay is negative.
  ///
  /// The slowest consumer holds up the sequence. When the sequence ends or fails, consumers go on
  /// waiting; a failure goes to the scope's error handler, and the scope lives on.
  ///
  /// - Parameters:
  ///   - scope: Owns the collection, which ends with it.
  ///   - replay: How many of the latest elements a new consumer begins with.
  ///   - start: When the sequence runs. What an eager one emits before there is a consumer is lost,
  ///     except for the replay.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The flow of all elements.
  public func shareIn(
    _ scope: TaskScope,
    replay: Int = 0,
    start: FlowStart = .lazily,
    file: StaticString = #file,
    line: UInt = #line
  ) -> SharedFlow<Element> {
    let flow = MutableSharedFlow<Element>(replay: replay, file: file, line: line)
    SharedSource.run(self, start, in: scope, consumers: flow.subscriptionCount) { element in
      try await flow.emit(element)
    }
    return flow.asSharedFlow()
  }
}
