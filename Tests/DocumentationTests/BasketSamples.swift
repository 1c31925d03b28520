// The Swift blocks of the article on MVI about stores of children, word for word. Tests/AppleHosts links to
// this file, and draws them.
import KalugaArchitecture
import KalugaStores

struct BasketState: StoreState {
  var fruits: [String] = []
  var weight = 0
  var note = ""
  var asked: String?  // the fruit that is removed if the user says yes
}

enum BasketIntent: Hashable, Sendable {
  case add(String), weighed(Int), ask(String), remove(String), keep, noteChanged(String)
}

@MainActor
func makeBasketStore() -> any Store<BasketIntent, BasketState, Never> {
  ReducerStore(initialState: BasketState()) { state, intent in
    switch intent {
    case .add(let fruit): state.fruits.append(fruit)
    case .weighed(let grams): state.weight += grams
    case .ask(let fruit): state.asked = fruit
    case .remove(let fruit):
      state.fruits.removeAll { $0 == fruit }
      state.asked = nil
    case .keep: state.asked = nil
    case .noteChanged(let note): state.note = String(note.prefix(20))
    }
  }
}

enum FruitIntent: Hashable, Sendable { case oneMore, remove }

enum FruitLabel: Hashable, Sendable { case grew(grams: Int), removed }

@MainActor
func makeFruitStore() -> any Store<FruitIntent, Int, FruitLabel> {
  ReducerStore(initialState: 0) { count, more in
    count += more
  } execute: { intent, context in
    switch intent {
    case .oneMore:
      context.dispatch(1)
      context.publish(.grew(grams: 150))
    case .remove: context.publish(.removed)
    }
  }
}

enum Answer: Hashable, Sendable { case yes, no }

@MainActor
func makeQuestionStore(_ question: String) -> any Store<Answer, String, Answer> {
  ReducerStore(initialState: question, reduce: { (_, _: Never) in }) { answer, context in
    context.publish(answer)
  }
}

final class BasketViewModel: BaseLifecycleViewModel {
  let basket = makeBasketStore()
  let fruits: ChildStores<String, FruitIntent, Int, FruitLabel>
  let question: ChildStores<String, Answer, String, Answer>
  let note: InitializedSubject<String>

  init() {
    fruits = ChildStores(of: basket, ids: \.fruits) { _ in
      makeFruitStore()
    } intent: { fruit, label in
      switch label {
      case .grew(let grams): .weighed(grams)
      case .removed: .ask(fruit)
      }
    }
    question = ChildStores(of: basket, id: \.asked) { fruit in
      makeQuestionStore("Remove the \(fruit)?")
    } intent: { fruit, answer in
      answer == .yes ? .remove(fruit) : .keep
    }
    note = basket.subject(\.note) { .noteChanged($0) }
    super.init()
    for part in [fruits, question, basket] as [any Disposable] { part.addTo(scope) }
  }
}
