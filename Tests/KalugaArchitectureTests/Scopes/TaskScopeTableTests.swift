import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// The table of a scope against a dictionary, with places that outlive what stood there.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeTableTests {
  private typealias Work = TaskScopeTable.Work

  private func name(_ child: TaskScopeTable.Child?) -> String? {
    if case .work(let work)? = child { work.name } else { nil }
  }

  @Test(arguments: [1, 7, 42])
  func `a table behaves like a dictionary in any mix of calls`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var table = TaskScopeTable()
    var places: [TaskScopeTable.Place] = []
    var model: [Int: String] = [:]
    for step in 0..<20_000 {
      // Grows in one phase and shrinks to nothing in the next.
      if random.below(10) < ((step / 500).isMultiple(of: 2) ? 7 : 2) {
        let name = "work \(step)"
        places.append(table.insert(.work(Work(name: name, probe: nil)), id: step))
        model[step] = name
      } else if !places.isEmpty {
        // Each place is tried again now and then: what stood there may have gone.
        let index = random.below(places.count)
        let place = random.below(4) == 0 ? places[index] : places.remove(at: index)
        let removed = table.remove(place)
        #expect(name(removed) == model.removeValue(forKey: place.id))
        let again = table.remove(place)
        #expect(name(again) == nil)
      }
      if step.isMultiple(of: 97) {
        let names = Dictionary(
          uniqueKeysWithValues: table.contents.work.map { ($0.id, $0.work.name) }
        )
        #expect(names == model)
      }
    }
    let ended = table.end(keepingResources: false).map(name)
    #expect(ended == model.sorted { $0.key > $1.key }.map(\.value))
  }

  @Test func `a task that comes after the end of its work is not kept`() {
    var table = TaskScopeTable()
    let first = table.insert(.work(Work(name: "first", probe: nil)), id: 1)
    _ = table.remove(first)
    _ = table.insert(.work(Work(name: "second", probe: nil)), id: 2)
    let mustCancel = table.keep(Task {}, at: first)
    #expect(!mustCancel)
    #expect(table.contents.work.map(\.work.name) == ["second"])
    #expect(table.contents.work.allSatisfy { $0.work.task == nil })
  }

  @Test func `a task that comes after the cancellation of its work is to be cancelled`() {
    var table = TaskScopeTable()
    let place = table.insert(.work(Work(name: "late", probe: nil)), id: 1)
    let ending = table.end(keepingResources: true)
    #expect(ending.count == 1)
    let mustCancel = table.keep(Task {}, at: place)
    #expect(mustCancel)
  }

  @Test func `resources go at the end, the first of them last, and stay when they are to be kept`()
  {
    var table = TaskScopeTable()
    let resources = (0..<100).map { _ in SimpleDisposable {} }
    let gap = table.insert(.work(Work(name: "gap", probe: nil)), id: 0)
    for (index, resource) in resources.dropLast().enumerated() {
      _ = table.insert(.resource(resource), id: index + 1)
    }
    _ = table.remove(gap)
    // It takes the slot of what came first.
    _ = table.insert(.resource(resources[99]), id: 100)
    let kept = table.end(keepingResources: true)
    #expect(kept.isEmpty)
    let ended = table.end(keepingResources: false).compactMap { child -> ObjectIdentifier? in
      if case .resource(let resource) = child { ObjectIdentifier(resource) } else { nil }
    }
    #expect(ended == resources.reversed().map(ObjectIdentifier.init))
    let rest = table.end(keepingResources: false)
    #expect(rest.isEmpty)
  }
}
