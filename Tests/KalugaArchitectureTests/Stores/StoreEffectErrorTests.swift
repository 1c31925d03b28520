import KalugaArchitecture
import Testing

private struct EffectError: Error {
  let word: String
}

// The handler belongs to the whole process, so these tests must not run beside others that set it.
extension ArchitectureDiagnosticsTests {
  @MainActor
  @Suite(.timeLimit(.minutes(1)))
  struct StoreEffectErrorTests {
    @Test func `the error of an effect is reported, unless the effect was cancelled`() async {
      let reported = Log<String>()
      ArchitectureDiagnostics.setHandler { diagnostic in
        // Other tests run at the same time.
        guard diagnostic.description.contains("EffectError(word") else { return }
        reported.append(diagnostic.description)
      }
      defer { ArchitectureDiagnostics.setHandler(nil) }
      let begun = Log<String>()
      let ended = Log<String>()
      let store = makeWordStore { word, _ in
        begun.append(word)
        if word != "b" { await untilCancelled() }
        ended.append(word)
        throw EffectError(word: word)
      }
      store.send(.latest("a"))
      await until(begun.count == 1)
      store.send(.latest("b"))
      store.send(.each("c"))
      await until(ended.count == 2 && begun.count == 3)
      store.dispose()
      await until(ended.count == 3)
      // The last effect has only to return.
      await mainActorQueueDrained()
      #expect(reported.count == 1)
      #expect(reported.all.first?.contains("word: \"b\"") == true)
    }
  }
}
