#if canImport(UIKit)
  import KittensFeatures
  import UIKit
#elseif canImport(AppKit)
  import AppKit
  import KittensFeatures
#endif

#if canImport(UIKit) || canImport(AppKit)
  /// A picture that the system can draw, or none.
  enum KittenPicture {
    #if canImport(UIKit)
      typealias Native = UIImage
    #else
      typealias Native = NSImage
    #endif

    case image(Native)
    case failure

    /// Loads a picture; returns nil if the task is cancelled.
    @MainActor
    static func load(_ image: KittenImage, from loader: any KittenImageLoader) async -> Self? {
      let bytes = try? await loader.load(image)
      if Task.isCancelled { return nil }
      return bytes.flatMap { Native(data: $0) }.map { .image($0) } ?? .failure
    }
  }
#endif
