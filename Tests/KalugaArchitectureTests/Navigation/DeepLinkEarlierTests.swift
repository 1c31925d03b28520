import KalugaArchitecture
import Testing

struct DeepLinkEarlierTests {
  @Test func `links that earlier states have written lead to the same screens`() throws {
    #expect(EarlierLinks.written.count == EarlierLinks.screens.count)
    for (link, screens) in zip(EarlierLinks.written, EarlierLinks.screens) {
      #expect(try EarlierLinks.links.screens(for: link) == screens)
    }
  }

  @Test func `links are written as they were`() throws {
    let links = try EarlierLinks.screens.map { try EarlierLinks.links.link(to: $0) }
    #expect(links == EarlierLinks.written)
  }
}
