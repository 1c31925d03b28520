import Dispatch
import KalugaArchitecture
import Testing

struct DisposableStressTests {
  @Test func `racing calls run the handler exactly once`() {
    for _ in 0..<1_000 {
      let log = Log<Int>()
      let disposable = SimpleDisposable { log.append(1) }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in disposable.dispose() }
      #expect(log.count == 1)
    }
  }

  @Test func `adding while another thread disposes loses nothing and disposes nothing twice`() {
    for _ in 0..<20 {
      let bag = DisposeBag()
      let log = Log<Int>()
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        for number in 0..<200 {
          if worker == 3 {
            bag.dispose()
          } else {
            bag.add(SimpleDisposable { log.append(worker * 200 + number) })
          }
        }
      }
      bag.dispose()
      #expect(log.all.sorted() == Array(0..<600))
    }
  }
}
