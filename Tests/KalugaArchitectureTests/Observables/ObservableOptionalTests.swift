import KalugaArchitecture
import Testing

struct ObservableOptionalTests {
  @Test func `nothing and a nil value are different`() {
    #expect(ObservableOptional<Int?>.nothing != .value(nil))
    #expect(ObservableOptional<Int?>.value(nil) == .value(nil))
    #expect(ObservableOptional<Int>.nothing == .nothing)
    let different: Set<ObservableOptional<Int?>> = [.nothing, .value(nil), .value(1)]
    #expect(different.count == 3)
  }

  @Test func `the value or nil`() {
    #expect(ObservableOptional<Int>.nothing.valueOrNil == nil)
    #expect(ObservableOptional<Int>.value(1).valueOrNil == 1)
    #expect(ObservableOptional<Int?>.value(nil).valueOrNil == .some(nil))
  }

  /// Kaluga: `resultValueOrDefault`.
  @Test func `the default stands in for nothing only and is computed only then`() {
    #expect(ObservableOptional<Int>.nothing.valueOr(2) == 2)
    #expect(ObservableOptional<Int?>.value(nil).valueOr(2) == nil)
    func fail() -> Int {
      Issue.record("the default was computed")
      return 0
    }
    #expect(ObservableOptional<Int>.value(1).valueOr(fail()) == 1)
  }

  @Test func `map converts the value, leaves nothing and passes errors on`() {
    struct Failure: Error {}
    #expect(ObservableOptional<Int>.value(1).map { "\($0)" } == .value("1"))
    #expect(ObservableOptional<Int>.nothing.map { "\($0)" } == .nothing)
    #expect(throws: Failure.self) {
      try ObservableOptional<Int>.value(1).map { _ throws(Failure) -> Int in throw Failure() }
    }
  }
}
