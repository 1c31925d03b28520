import Foundation
import Observation
import SwiftUI
import Testing

/// Checks the stub's controls against `developer.apple.com/documentation/swiftui`.
@MainActor
struct ControlTests {
  @Observable
  final class Model {
    var isOn = false
    var isDisabled = false
    var links: [String] = []
  }

  struct ControlView: View {
    @Bindable var model: Model

    var body: some View {
      VStack { Toggle("Dark", isOn: $model.isOn) }
        .disabled(model.isDisabled)
        .onOpenURL { model.links.append($0.absoluteString) }
    }
  }

  let model = Model()

  /// `/toggle` and `/view/disabled(_:)`: a disabled view disables all controls in it.
  @Test func `a toggle changes its binding, unless it is disabled`() {
    let app = Renderer { ControlView(model: model) }
    app.tap("Dark")
    #expect(model.isOn)
    #expect(app.texts == ["Dark", "on"])
    model.isDisabled = true
    app.tap("Dark")
    #expect(model.isOn)
    #expect(app.problems == ["there is no button Dark"])
  }

  /// `/view/onopenurl(perform:)`: called for a link that the scene receives.
  @Test func `a view receives the links that the app opens`() throws {
    let app = Renderer { ControlView(model: model) }
    app.open(link: try #require(URL(string: "notes://app/help")))
    #expect(model.links == ["notes://app/help"])
  }
}
