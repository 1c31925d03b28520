/// A first-in, first-out queue; each operation takes amortised constant time.
@usableFromInline
@frozen
package struct FIFOQueue<Element> {
  @usableFromInline
  var elements: [Element?] = []
  @usableFromInline
  var head = 0

  @inlinable
  package init() {}

  @inlinable
  package var count: Int { elements.count - head }
  @inlinable
  package var isEmpty: Bool { head == elements.count }
  @inlinable
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// The element at an offset from the front; the offset must be less than the count.
  @inlinable
  package subscript(offset: Int) -> Element {
    get {
      guard let element = elements[head + offset] else {
        // Only the slots before the head are empty.
        preconditionFailure("the slot \(offset) of \(count) is empty")
      }
      return element
    }
    set { elements[head + offset] = newValue }
  }

  /// Removes the newest element.
  @inlinable
  package mutating func popLast() -> Element? {
    isEmpty ? nil : elements.removeLast()
  }

  /// Adds an element at the back.
  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes the oldest element.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    // Emptied at once, because the slot would keep the element alive.
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

  /// Removes all elements, and returns them oldest first.
  @inlinable
  package mutating func removeAll() -> [Element] {
    defer { self = FIFOQueue() }
    return elements[head...].compactMap { $0 }
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
