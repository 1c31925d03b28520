import KalugaArchitecture

// Who receives the result of a screen.
extension NavigationModel {
  /// The result that a request expects.
  struct Asking {
    enum Kind { case number, text, reply }

    /// Nil if the request expects no result.
    var type: Kind?
    /// Whether the closure of the screen that makes the request receives the result.
    var isRegistered = false
    /// Whether the ticket is kept, and read at the end.
    var keepsTicket = true
  }

  struct Request {
    var asking: Asking
    /// The screen whose closure receives the result, or nil.
    var asker: BackStackEntryID?
    /// Nil while the request waits for a result.
    var outcome: NavigationOutcome<String>?
  }

  /// What waits for the result of a screen.
  struct Debt {
    /// The requests of this process.
    var requests: [Int] = []
    /// What a snapshot says, or nil if nothing waits.
    var saved: NavigationAwaitedResult?
  }

  /// Adds a request that was carried out, and lets it wait for the answer to the question that it asks.
  mutating func request(
    _ asking: Asking,
    by origin: BackStackEntryID?,
    reason: NavigationCancellation
  ) throws(Refusal) {
    let asker = asking.isRegistered ? origin : nil
    requests.append(
      Request(asking: asking, asker: asker, outcome: asking.type == nil ? .done : nil)
    )
    if asking.type != nil {
      let debt = Debt(requests: [requests.count - 1], saved: saved(requests.count - 1))
      asked?.debt = debt
    }
    cancelWhatNothingOwes(reason)
  }

  /// What a snapshot says about a request that waits.
  private func saved(_ number: Int) -> NavigationAwaitedResult {
    let request = requests[number]
    let key = request.asking.type == .reply ? "replies" : "numbers"
    return request.asker.map { .registered(screen: $0, key: key) } ?? .ticket
  }

  /// Adds a request that was carried out, and lets it wait for the screen that it has opened.
  mutating func request(
    _ asking: Asking,
    by origin: BackStackEntryID?,
    opening opened: BackStackEntryID?,
    isLaunch: Bool
  ) throws(Refusal) {
    let number = requests.count
    let asker = asking.isRegistered ? origin : nil
    requests.append(Request(asking: asking, asker: asker, outcome: .done))
    guard let type = asking.type else { return }
    if isLaunch {
      guard type == .number else { throw .impossible }
      requests[number].outcome = .finished("7")
      given.append(number)
    } else if let opened {
      // A first screen of the base never closes.
      if levels[0].tabs.contains(where: { $0[0].id == opened }) {
        requests[number].outcome = .cancelled(.closed)
        return
      }
      requests[number].outcome = nil
      let debt = debt(of: opened, to: number)
      changeScreens { if $0.id == opened { $0.debt = debt } }
    }
  }

  /// What a screen owes to a new request, and to those whose screen it has replaced.
  private func debt(of id: BackStackEntryID, to number: Int) -> Debt {
    let request = requests[number]
    var debt = screen(id)?.debt ?? Debt()
    if debt.requests.contains(where: { requests[$0].asking.type != request.asking.type }) {
      debt = Debt()
    }
    // A ticket ends with its process, unlike a closure.
    if debt.requests.isEmpty || debt.saved == .ticket {
      debt.saved = saved(number)
    }
    debt.requests.append(number)
    return debt
  }

  /// Lets the first of these screens that owes a result give it.
  mutating func give(_ result: NavigationResult?, from givers: [Screen]) throws(Refusal) {
    guard let result else { return }
    let debt = givers.first { $0.debt.saved != nil }?.debt ?? Debt()
    // What waited for it may have ended with an earlier process.
    if debt.requests.isEmpty { lost += 1 }
    for number in debt.requests {
      guard requests[number].asking.type == result.type else { throw .impossible }
      requests[number].outcome = .finished(result.text)
      given.append(number)
    }
  }

  /// Delivers the results of earlier operations to what is still there to receive them.
  ///
  /// A closure receives a result one turn of the main actor after its operation, so later operations
  /// of the same turn may close its screen first.
  mutating func receiveResults() {
    for number in given {
      let request = requests[number]
      if let asker = request.asker, screen(asker) != nil, case .finished(let text) = request.outcome
      {
        received[asker, default: []].append(text)
      } else if !request.asking.keepsTicket {
        lost += 1
      }
    }
    given = []
  }

  /// Ends the requests whose screens have left without a result.
  mutating func cancelWhatNothingOwes(_ reason: NavigationCancellation) {
    let owed = Set(screens.flatMap(\.debt.requests) + (asked?.debt.requests ?? []))
    for number in requests.indices where requests[number].outcome == nil && !owed.contains(number) {
      requests[number].outcome = .cancelled(reason)
    }
  }

  /// Lets restored screens owe their results to the closures of the screens that are there.
  mutating func awaitSavedResults() {
    for screen in screens {
      guard let number = awaitSaved(screen.debt) else { continue }
      changeScreens { if $0.id == screen.id { $0.debt.requests = [number] } }
    }
    if let debt = asked?.debt, let number = awaitSaved(debt) { asked?.debt.requests = [number] }
  }

  /// Adds a request of the closure that receives a saved result, if its screen is there.
  private mutating func awaitSaved(_ debt: Debt) -> Int? {
    guard case .registered(let asker, let key) = debt.saved, screen(asker) != nil else {
      return nil
    }
    let type = key == "replies" ? Asking.Kind.reply : .number
    let asking = Asking(type: type, isRegistered: true, keepsTicket: false)
    requests.append(Request(asking: asking, asker: asker, outcome: nil))
    return requests.count - 1
  }

  /// What a snapshot says about the results for which something waits.
  var awaitedResults: [BackStackEntryID: NavigationAwaitedResult] {
    var all: [BackStackEntryID: NavigationAwaitedResult] = [:]
    for screen in screens { all[screen.id] = screen.debt.saved }
    if let asked { all[asked.id] = asked.debt.saved }
    return all
  }
}

extension NavigationResult {
  fileprivate var type: NavigationModel.Asking.Kind {
    if case .integer = rows[0].value { .number } else { .text }
  }

  fileprivate var text: String {
    switch rows[0].value {
    case .integer(let number): "\(number)"
    case .string(let text): text
    default: ""
    }
  }
}
