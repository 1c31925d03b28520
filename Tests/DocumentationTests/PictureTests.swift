import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Checks that the pictures in the articles show what the library does.
@MainActor
struct PictureTests {
  /// A picture, whose lanes are groups of values.
  private struct Picture {
    let svg: String

    init(_ name: String) throws {
      let resources = "Sources/KalugaArchitecture/KalugaArchitecture.docc/Resources"
      svg = try Documentation.text("\(resources)/\(name).svg")
    }

    func lane(_ name: String) throws -> Substring {
      let start = try #require(svg.firstRange(of: "<g id=\"\(name)\""), "no lane \(name)")
      let end = try #require(svg[start.upperBound...].firstRange(of: "</g>"))
      return svg[start.upperBound..<end.lowerBound]
    }

    /// Returns the values in a lane, from left to right.
    func values(_ name: String) throws -> [String] {
      try lane(name).matches(of: /class="value[^>]*>([^<]*)</).map { String($0.1) }
    }
  }

  @Test func `observers receive what the picture shows`() throws {
    let picture = try Picture("observers")
    let count = InitializedSubject(wrappedValue: 0)
    let first = ValueRecorder(count)
    var second: [Int] = []
    let observation = count.observe { [unowned count] value in
      second.append(value)
      if value == 2 { count.current = 3 }
    }
    for value in [1, 1, 2] { count.current = value }
    let late = ValueRecorder(count)
    count.current = 4
    observation.dispose()
    #expect(try picture.values("writes") == ["0", "1", "2", "4"])
    #expect(try picture.values("first") == first.values.map(String.init))
    #expect(try picture.values("second") == second.map(String.init))
    #expect(try picture.values("late") == late.values.map(String.init))
  }

  @Test func `slow consumers receive what the picture shows`() async throws {
    let picture = try Picture("slow-consumers")
    func next(
      _ count: Int,
      _ iterator: inout some AsyncIteratorProtocol<Int, Never>
    ) async
      -> [String]
    {
      var values: [String] = []
      for _ in 0..<count {
        if let value = await iterator.next(isolation: #isolation) { values.append("\(value)") }
      }
      return values
    }

    let state = MutableStateFlow(1)
    var (fast, slow) = (state.makeAsyncIterator(), state.makeAsyncIterator())
    var (quick, late) = (await next(1, &fast), await next(1, &slow))
    for value in 2...4 {
      state.value = value
      quick += await next(1, &fast)
    }
    late += await next(1, &slow)
    #expect(try picture.values("state-fast") == quick)
    #expect(try picture.values("state-slow") == late)

    let shared = MutableSharedFlow<Int>(replay: 1, extraBuffer: 8)
    #expect(shared.tryEmit(1))
    (fast, slow) = (shared.makeAsyncIterator(), shared.makeAsyncIterator())
    (quick, late) = (await next(1, &fast), await next(1, &slow))
    for value in 2...4 {
      #expect(shared.tryEmit(value))
      quick += await next(1, &fast)
    }
    late += await next(3, &slow)
    #expect(try picture.values("shared-fast") == quick)
    #expect(try picture.values("shared-slow") == late)

    let channel = EventChannel<Int>()
    (fast, slow) = (channel.makeAsyncIterator(), channel.makeAsyncIterator())
    channel.send(1)
    (quick, late) = ([], await next(1, &slow))
    for value in 2...4 {
      channel.send(value)
      quick += await next(1, &fast)
    }
    #expect(try picture.values("channel-fast") == quick)
    #expect(try picture.values("channel-slow") == late)
  }

  @Test func `a diamond delivers what the picture shows, once for each change`() throws {
    let picture = try Picture("diamond")
    let price = InitializedSubject(wrappedValue: 10)
    let tax = price.map { $0 / 5 }
    let total = ValueRecorder(combine(price, tax) { $0 + $1 })
    let taxes = ValueRecorder(tax)
    price.current = 20
    #expect(try picture.values("tax") == taxes.values.map(String.init))
    #expect(try picture.values("total") == total.values.map(String.init))
  }

  @Test func `scopes and tasks last as long as the picture shows`() async throws {
    final class Downloading: BaseLifecycleViewModel {
      private(set) var resumedScope: TaskScope?

      override func onResume(scope: TaskScope) {
        resumedScope = scope
        scope.launch(name: "feed") { for await _ in EventChannel<Int>() {} }
      }
    }
    let picture = try Picture("stages")
    let model = Downloading()
    model.scope.launch(name: "download") { for await _ in EventChannel<Int>() {} }
    var lanes: [String: [String]] = [:]
    for step in [{}, model.didResume, model.didPause, model.didResume, model.clear] {
      step()
      let resumed = model.resumedScope
      if resumed?.isActive == false { await resumed?.waitUntilEmpty() }
      if !model.scope.isActive { await model.scope.waitUntilEmpty() }
      let running = [
        "life": model.scope.isActive,
        "download": model.scope.runningNames.contains("download"),
        "resumed": resumed?.isActive == true,
        "feed": resumed?.runningNames.contains("feed") == true,
      ]
      for (name, isRunning) in running where isRunning {
        lanes[name, default: []].append("\(model.stage.current)")
      }
    }
    #expect(lanes.count == 4)
    for (name, stages) in lanes {
      let shown = try picture.lane(name).matches(of: /data-stage="(\w+)"/).map { String($0.1) }
      #expect(shown == stages, "\(name)")
    }
  }

  @Test func `delayed values change when the picture shows`() async throws {
    let picture = try Picture("delayed-values")
    let clock = ManualClock()
    let model = LiveSearchViewModel(clock: clock)
    let queries = ValueRecorder(model.query)
    for text in try picture.values("text") {
      model.text = text
      await clock.run(for: .milliseconds(150))
    }
    await clock.run(for: .milliseconds(149))
    #expect(queries.values == [""])
    await clock.run(for: .milliseconds(1))
    #expect(try picture.values("query") == queries.values.filter { !$0.isEmpty })

    let progress = ValueRecorder(model.progress)
    for (bytes, pause) in zip(try picture.values("bytes"), [40, 40, 160, 100]) {
      model.bytes = try #require(Int(bytes))
      await clock.run(for: .milliseconds(pause))
    }
    #expect(try picture.values("progress") == progress.values.dropFirst().map(String.init))
  }

  @Test func `the newest observable is followed as the picture shows`() throws {
    let picture = try Picture("newest-observable")
    let orderBook = OrderBook()
    let model = AccountOrdersViewModel(orderBook: orderBook)
    let counts = ValueRecorder(model.orderCount)
    orderBook.orders["ada"] = 2
    model.account = "grace"
    orderBook.orders["ada"] = 3
    orderBook.orders["grace"] = 6
    #expect(try picture.values("account") == ["ada", "grace"])
    #expect(try picture.values("orderCount") == counts.values.map(String.init))
  }
}
