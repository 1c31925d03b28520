import KalugaArchitecture
import KalugaStores
import KalugaSwiftUI
import SwiftUI
import Testing

// The Swift block for SwiftUI of the article on MVI, word for word. BasketSamples has the models.

struct BasketScreen: View {
  let model: BasketViewModel

  var body: some View {
    TextField("Note", text: model.note.binding)
    ForEach(model.fruits.all.current) { fruit in
      Button("\(fruit.store.state.current) × \(fruit.id)") { fruit.store.send(.oneMore) }
    }
  }
}

@MainActor
struct BasketViewSamplesTests {
  @Test func `the basket of the article draws its children, and its field writes by an intent`() {
    let model = BasketViewModel()
    let app = Renderer { BasketScreen(model: model) }
    model.basket.send(.add("apple"))
    #expect(app.texts == ["", "0 × apple"])
    app.tap("0 × apple")
    #expect(app.texts == ["", "1 × apple"])
    app.type("for a pie, and some more", into: "Note")
    #expect(app.texts == ["for a pie, and some ", "1 × apple"])
    model.basket.send(.noteChanged(""))
    model.basket.send(.remove("apple"))
    #expect(app.texts == [""])
    model.clear()
  }
}
