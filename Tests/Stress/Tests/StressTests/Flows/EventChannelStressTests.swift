import KalugaArchitecture
import Testing

extension FlowStress {
  @Suite(.timeLimit(.minutes(5)), .serialized)
  struct EventChannelStressTests {
    @Test func `several senders and consumers: each event arrives exactly once`() async {
      let channel = EventChannel<Int>(capacity: .max)
      let count = 20_000
      let received = await withTaskGroup(of: [Int].self) { group in
        for _ in 0..<4 {
          group.addTask {
            var seen: [Int] = []
            // Each leaves with its share, so that none can take everything before the others begin.
            for await event in channel {
              seen.append(event)
              if seen.count == count / 4 { break }
            }
            return seen
          }
        }
        for sender in 0..<4 {
          group.addTask {
            for event in 0..<count / 4 { channel.send(event * 4 + sender) }
            return []
          }
        }
        return await group.reduce(into: [Int]()) { $0 += $1 }
      }
      #expect(received.sorted() == Array(0..<count))
      #expect(channel.droppedCount == 0)
    }

    @Test func `consumers cancelled at any moment take no event with them`() async {
      var race = RaceTuner(5)
      var rounds = 0
      while race.goesOn(rounds, of: 5_000) {
        let round = rounds
        rounds += 1
        let channel = EventChannel<Int>()
        let line = StartLine()
        let consumer = Task.detached {
          var iterator = channel.makeAsyncIterator()
          line.meet(of: 3)
          return await iterator.next()
        }
        let sender = Task.detached {
          line.meet(of: 3)
          channel.send(round)
        }
        line.meet(of: 3)
        race.delay()
        consumer.cancel()
        await sender.value
        if let event = await consumer.value {
          race.ended(late: true)
          #expect(event == round)
          // And nobody else gets it.
          channel.send(-1)
          var iterator = channel.makeAsyncIterator()
          #expect(await iterator.next() == -1)
        } else {
          race.ended(late: false)
          var iterator = channel.makeAsyncIterator()
          #expect(await iterator.next() == round)
        }
      }
      #expect(race.early > 10, "cancelled")
      #expect(race.late > 10, "delivered")
    }

    @Test func `a cancelled consumer hands its event on to one that waits`() async {
      var race = RaceTuner(9)
      var rounds = 0
      while race.goesOn(rounds, of: 3_000) {
        let round = rounds
        rounds += 1
        let channel = EventChannel<Int>()
        let line = StartLine()
        let consumers = (0..<2).map { _ in
          Task.detached {
            var iterator = channel.makeAsyncIterator()
            line.meet(of: 3)
            return await iterator.next()
          }
        }
        line.meet(of: 3)
        channel.send(round)
        race.delay()
        consumers[0].cancel()
        if let event = await consumers[0].value {
          race.ended(late: true)
          #expect(event == round)
          channel.send(-round - 1)
          #expect(await consumers[1].value == -round - 1)
        } else {
          race.ended(late: false)
          #expect(await consumers[1].value == round)
        }
      }
      #expect(race.early > 10, "handed on")
      #expect(race.late > 10, "taken by the first")
    }

    @Test(arguments: [true, false])
    func `what is dropped under a storm is counted`(_ dropsOldest: Bool) async {
      await untilMet {
        let channel = EventChannel<Int>(
          capacity: 4,
          overflow: dropsOldest ? .dropOldest : .dropNewest
        )
        let consumer = Task.detached {
          var seen: [Int] = []
          for await event in channel {
            seen.append(event)
            spin(100)
          }
          return seen
        }
        let refused = await Task.detached {
          (0..<20_000).count { !channel.send($0) }
        }.value
        // Drained here as well: what the consumer has not taken by now is in the queue.
        consumer.cancel()
        var seen = await consumer.value
        channel.send(-1)
        var iterator = channel.makeAsyncIterator()
        while let event = await iterator.next() {
          seen.append(event)
          if event == -1 || seen.count + channel.droppedCount >= 20_001 { break }
        }
        seen.removeAll { $0 == -1 }
        #expect(seen == seen.sorted())
        #expect(Set(seen).count == seen.count)
        #expect(refused > 0 || dropsOldest)
        // The end mark may itself have cost an event, or been refused.
        #expect((20_000...20_001).contains(seen.count + channel.droppedCount))
        return channel.droppedCount > 0
      }
    }
  }
}
