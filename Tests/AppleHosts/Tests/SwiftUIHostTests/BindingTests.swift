import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct BindingTests {
  struct Address: Equatable {
    var city = "Delft"
  }

  final class FormViewModel: BaseLifecycleViewModel {
    @InitializedSubject var name = "Ada"
    @InitializedSubject var address = Address()
    @DefaultSubject(default: "nobody") var nick: String
  }

  let model = FormViewModel()

  @Test func `a binding writes the subject, and the view is drawn again`() {
    let app = Renderer { FormView(model: model) }
    app.type("Grace", into: "name")
    #expect(model.name == "Grace")
    #expect(app.texts.contains("Hello, Grace"))
  }

  @Test func `a write of the view model is drawn in the field`() {
    let app = Renderer { FormView(model: model) }
    model.name = "Alan"
    #expect(app.texts.contains("Alan"))
  }

  @Test func `a binding to a member writes the member`() {
    let app = Renderer { FormView(model: model) }
    app.type("Leiden", into: "city")
    #expect(model.address == Address(city: "Leiden"))
  }

  @Test func `a binding of a default subject reads the default and writes the value`() {
    let app = Renderer { FormView(model: model) }
    #expect(app.texts.contains("nobody"))
    app.type("ada", into: "nick")
    #expect(model.nick == "ada")
  }

  @Test func `observers are called before the write of a binding returns`() {
    var seen: [String] = []
    let token = model.$name.observe { seen.append($0) }
    model.$name.binding.wrappedValue = "Grace"
    #expect(seen == ["Ada", "Grace"])
    token.dispose()
  }

  struct FormView: View {
    let model: FormViewModel

    var body: some View {
      Text("Hello, \(model.name)")
      TextField("name", text: model.$name.binding)
      TextField("city", text: model.$address.binding.city)
      TextField("nick", text: model.$nick.binding)
    }
  }
}
