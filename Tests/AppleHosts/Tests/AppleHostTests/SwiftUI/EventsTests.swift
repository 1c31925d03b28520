import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct EventsTests {
  @MainActor
  final class Seen {
    var events: [String] = []
  }

  let seen = Seen()
  let channel = EventChannel<String>()

  @Test func `events that are sent while the view is not shown wait for it`() async {
    var isShown = false
    let app = Renderer {
      if isShown { Text("a").onEvents(of: channel) { seen.events.append($0) } }
    }
    channel.send("early")
    isShown = true
    app.redraw()
    await until(seen.events == ["early"])
    isShown = false
    app.redraw()
    channel.send("between")
    isShown = true
    app.redraw()
    await until(seen.events == ["early", "between"])
  }

  @Test func `the action is the one of the newest body`() async {
    var prefix = "old"
    let app = Renderer { [seen] in
      let prefix = prefix
      Text("a").onEvents(of: channel) { seen.events.append("\(prefix) \($0)") }
    }
    channel.send("1")
    await until(seen.events == ["old 1"])
    prefix = "new"
    app.redraw()
    channel.send("2")
    await until(seen.events == ["old 1", "new 2"])
  }

  @Test func `another channel in the same place is followed instead`() async {
    let other = EventChannel<String>()
    var current = channel
    let app = Renderer { Text("a").onEvents(of: current) { seen.events.append($0) } }
    current = other
    app.redraw()
    other.send("other")
    await until(seen.events == ["other"])
  }
}
