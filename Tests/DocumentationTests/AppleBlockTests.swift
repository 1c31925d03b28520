import Foundation
import Testing

/// What is shown for SwiftUI and UIKit cannot be compiled here: it uses only what is compiled elsewhere.
struct AppleBlockTests {
  @Test func `blocks for Apple's frameworks use only API that the samples compile`() throws {
    let declaration =
      /(?:public|open) (?:private\(set\) )?(?:final )?(?:lazy )?(?:class|struct|enum|func|var|let) (\w+)/
    let library = try Documentation.files(below: "Sources/KalugaArchitecture", ending: ".swift")
      .map(Documentation.text).joined(separator: "\n")
    let published = Set(library.matches(of: declaration).map { String($0.1) })

    let samples = try Documentation.files(below: "Tests/DocumentationTests", ending: ".swift")
      .map(Documentation.text).joined(separator: "\n")
    let compiled = Set(words(of: samples))

    let articles = try Documentation.files(below: "Sources/KalugaArchitecture", ending: ".md")
    var count = 0
    for article in articles {
      for block in Documentation.blocks("swift", of: try Documentation.text(article))
      where block.hasPrefix("// SwiftUI\n") || block.hasPrefix("// UIKit\n") {
        count += 1
        // What is asked of the toolkit's objects, also if there is no such thing.
        let asked = block.matches(of: /(?:model|driver|manager|component|proxy)\??\.\$?(\w+)/)
          .map { String($0.1) }
        for word in words(of: block).filter(published.contains) + asked {
          let isCompiled = compiled.contains(word)
          #expect(isCompiled, "\(word) is in no sample")
        }
      }
    }
    #expect(count >= 5)
  }

  private func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
