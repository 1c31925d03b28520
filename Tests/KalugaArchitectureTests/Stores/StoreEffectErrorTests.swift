import KalugaArchitecture
import Testing

private struct StoreFailure: Error {
  let word: String
}

// Here because the handler belongs to the whole process: not side by side with other tests of it.
extension ArchitectureDiagnosticsTests {
  @MainActor
  @Suite(.timeLimit(.minutes(5)))
  struct StoreEffectErrorTests {
    @Test func `what a cancelled effect throws is nobody's error, and that of another one is`()
      async throws
    {
      let reported = Log<String>()
      ArchitectureDiagnostics.setHandler { diagnostic in
        // Other tests run at the same time.
        guard diagnostic.description.contains("StoreFailure(word") else { return }
        reported.append(diagnostic.description)
      }
      defer { ArchitectureDiagnostics.setHandler(nil) }
      let begun = Log<String>()
      let ended = Log<String>()
      let store = makeWordStore { word, _ in
        begun.append(word)
        if word != "b" { await untilCancelled() }
        ended.append(word)
        throw StoreFailure(word: word)
      }
      store.send(.latest("a"))
      await mainActorTurns(until: begun.count == 1)
      store.send(.latest("b"))
      await mainActorTurns(until: ended.count == 2 && reported.count == 1)
      #expect(reported.count == 1)
      #expect(reported.all.first?.contains("word: \"b\"") == true)

      store.send(.each("c"))
      await mainActorTurns(until: begun.count == 3)
      store.dispose()
      await mainActorTurns(until: ended.count == 3)
      #expect(reported.count == 1)
    }
  }
}
