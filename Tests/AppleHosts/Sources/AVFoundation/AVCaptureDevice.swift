// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct AVMediaType: Sendable {
  public static let video = AVMediaType()
}

public enum AVCaptureDevice {
  public static func requestAccess(for mediaType: AVMediaType) async -> Bool { true }
}
