import KalugaArchitecture
import KalugaTerminal
import Testing

/// Tests the terminal as a host of view models.
@MainActor
struct TerminalHostTests {
  private final class Form: BaseLifecycleViewModel {
    @InitializedSubject var name = ""
    let messages = LifecycleHostObserver<TerminalHost>()

    init() {
      super.init(lifecycleSubscribables: [messages])
    }

    func save() {
      messages.currentHost?.print("saved \(name)")
    }
  }

  private let sink = StringSink()
  private let form = Form()

  @Test func `a service prints on the host while it is bound`() {
    let host = TerminalHost(output: sink)
    form.save()
    #expect(sink.text == "")
    let manager = host.manager(for: form)
    form.name = "Ada"
    form.save()
    manager.unbind()
    form.save()
    #expect(sink.text == "saved Ada\n")
    #expect(form.stage.current == .cleared)
  }

  @Test func `observers of the form print only while the host is visible`() {
    let host = TerminalHost(output: sink)
    let manager = host.manager(for: form) { [form, weak host] in
      [form.$name.observe { host?.print("name: \($0)") }]
    }
    #expect(sink.text == "")
    manager.hostDidAppear()
    form.name = "Ada"
    manager.hostDidDisappear()
    form.name = "Grace"
    manager.hostDidAppear()
    #expect(sink.text == "name: \nname: Ada\nname: Grace\n")
    manager.unbind()
  }

  /// Kaluga Q26.
  @Test func `the end of an old terminal does not detach a newer one`() {
    let (old, new) = (TerminalHost(output: StringSink()), TerminalHost(output: sink))
    let token = form.messages.attach(to: old)
    let manager = new.manager(for: form)
    token.detach()
    form.save()
    #expect(sink.text == "saved \n")
    manager.unbind()
  }

  @Test func `a service for another type of host is not attached`() {
    final class Window {}
    let windows = LifecycleHostObserver<Window>()
    form.addLifecycleSubscribables(windows)
    let manager = TerminalHost(output: sink).manager(for: form)
    #expect(windows.currentHost == nil)
    manager.unbind()
  }
}
