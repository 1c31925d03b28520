import Testing

@testable import KalugaArchitectureTestUtils

/// What recording costs, counted by how often all calls move to another place in memory.
@Suite(.timeLimit(.minutes(5)))
struct MockRecordingTests {
  private let mock = MockFunction<Void, Int>.withDefault("f")
  /// An array that grows to twice its size each time moves that often for 20,000 elements, or less.
  private let growths = 20

  @Test func `Q32: recording copies no earlier calls`() throws {
    var copies = 0
    var address = mock.log.storageAddress
    for number in 0..<20_000 {
      try mock.call(number)
      if mock.log.storageAddress != address { copies += 1 }
      address = mock.log.storageAddress
    }
    #expect(copies <= growths)
    mock.verify(calls: 20_000)
  }

  @Test func `Q32: verifying makes the next call copy nothing`() throws {
    var copies = 0
    var address = mock.log.storageAddress
    for number in 0..<20_000 {
      try mock.call(number)
      if mock.log.storageAddress != address { copies += 1 }
      address = mock.log.storageAddress
      if number % 1000 == 0 { mock.verify(.equal(number)) }
    }
    #expect(copies <= growths)
  }

  @MainActor
  @Test func `Q32: recording copies nothing while a verification waits`() async throws {
    let mock = mock
    let verification = Task { @MainActor in
      await mock.verify(calls: 20_000, within: .seconds(240))
    }
    var copies = 0
    var address = mock.log.storageAddress
    for number in 0..<20_000 {
      try mock.call(number)
      if mock.log.storageAddress != address { copies += 1 }
      address = mock.log.storageAddress
      // Lets the verification look at what came.
      if number % 10 == 0 { await Task { @MainActor in }.value }
    }
    await verification.value
    #expect(copies <= growths)
  }
}
