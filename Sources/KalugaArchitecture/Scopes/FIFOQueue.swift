/// A first-in first-out queue with amortised constant cost at both ends.
package struct FIFOQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  package var count: Int { elements.count - head }
  package var isEmpty: Bool { head == elements.count }
  package var first: Element? { isEmpty ? nil : elements[head] }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    // Emptied at once: what was taken must not be kept alive by the slot it stood in.
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: elements.capacity <= 64)
      head = 0
    } else if head > 32, head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  package mutating func removeAll() -> [Element] {
    defer { self = FIFOQueue() }
    return elements[head...].compactMap { $0 }
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
