import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct SubjectBindingTests {
  struct Address: Equatable {
    var city = "Delft"
  }

  final class FormViewModel: BaseLifecycleViewModel {
    @InitializedSubject var name = "Ada"
    @InitializedSubject var address = Address()
    @DefaultSubject(default: "nobody") var nick: String
  }

  let model = FormViewModel()

  @Test func `bindings read and write subjects, their members and their defaults`() {
    let app = Renderer { FormView(model: model) }
    #expect(app.texts == ["Hello, Ada", "Ada", "Delft", "nobody"])
    for (field, text) in [("name", "Grace"), ("city", "Leiden"), ("nick", "ada")] {
      app.type(text, into: field)
    }
    #expect(model.name == "Grace")
    #expect(model.address == Address(city: "Leiden"))
    #expect(model.nick == "ada")
    model.name = "Alan"
    #expect(app.texts == ["Hello, Alan", "Alan", "Leiden", "ada"])
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
