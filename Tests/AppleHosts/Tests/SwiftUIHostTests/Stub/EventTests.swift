import KalugaArchitecture
import SwiftUI
import Testing

/// Checks the stub's events against `developer.apple.com/documentation/swiftui`.
@MainActor
struct EventTests {
  @MainActor
  final class Log {
    var lines: [String] = []
  }

  let log = Log()

  /// `/view/onappear(perform:)`: the action completes before the first rendered frame appears.
  ///
  /// `/view/ondisappear(perform:)`: calls the action after the view disappears.
  @Test func `actions are called when a view appears and disappears, and not when it is redrawn`() {
    var isShown = true
    let app = Renderer {
      if isShown {
        Text("a").onAppear { log.lines.append("appear") }
          .onDisappear { log.lines.append("disappear") }
      }
    }
    app.redraw()
    #expect(log.lines == ["appear"])
    isShown = false
    app.redraw()
    #expect(log.lines == ["appear", "disappear"])
  }

  /// `/view/onchange(of:initial:_:)`: called when the value changes, and with `initial` when the
  /// view first appears; passes the old and the new value.
  @Test func `a change is reported with the old and the new value`() {
    var value = 1
    let app = Renderer {
      Text("a").onChange(of: value) { log.lines.append("\($0) to \($1)") }
        .onChange(of: value, initial: true) { log.lines.append("is \(value)") }
    }
    #expect(log.lines == ["is 1"])
    value = 2
    app.redraw()
    app.redraw()
    #expect(log.lines.sorted() == ["1 to 2", "is 1", "is 2"])
  }

  /// `/view/task(priority:_:)`: the task runs from before the view appears, and is cancelled at
  /// some point after it disappears.
  @Test func `a task is cancelled when its view disappears`() async {
    var isShown = true
    let app = Renderer {
      if isShown {
        Text("a").task { [log] in
          await log.append("begun")
          for await _ in EventChannel<Never>() {}
          await log.append("cancelled")
        }
      }
    }
    await until(log.lines == ["begun"])
    isShown = false
    app.redraw()
    await until(log.lines == ["begun", "cancelled"])
  }

  /// `/view/task(id:priority:_:)`: a change of the value cancels the task and starts it again.
  @Test func `a task starts again when its value changes`() async {
    var id = 1
    let app = Renderer {
      let value = id
      Text("a").task(id: id) { [log] in await log.append("\(value)") }
    }
    await until(log.lines == ["1"])
    app.redraw()
    id = 2
    app.redraw()
    await until(log.lines == ["1", "2"])
  }
}

extension EventTests.Log {
  fileprivate func append(_ line: String) async { lines.append(line) }

  /// `/group`: a modifier of the group is one of each view in it, and of none if it is empty.
  @Test func `the actions of a group are called for each of its views`() {
    var calls: [String] = []
    var count = 2
    let app = Renderer {
      Group {
        ForEach(0..<count, id: \.self) { Text("\($0)") }
        EmptyView()
      }
      .onAppear { calls.append("+") }
      .onDisappear { calls.append("-") }
    }
    #expect(calls == ["+", "+"])
    count = 1
    app.redraw()
    #expect(calls == ["+", "+", "-"])
  }
}
