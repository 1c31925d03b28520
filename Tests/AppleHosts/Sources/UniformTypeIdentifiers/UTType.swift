// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct UTType: Sendable {
  public let preferredMIMEType: String?

  public init?(filenameExtension: String) {
    guard filenameExtension == "pdf" else { return nil }
    preferredMIMEType = "application/pdf"
  }
}
