public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the user has picked.
public enum PickerAnswer<Item: Sendable & Hashable>: Hashable, Sendable {
  /// The user has picked this.
  case picked(Item)
  /// The user has closed the picker.
  case cancelled
}

/// Lets the user take a photo, or pick photos, videos or documents.
///
///     .launch(FilePicker(.documents, types: ["com.adobe.pdf"]))
///
/// The answer has files that the host has copied for the app, which can delete them.
///
/// Kaluga: `NavigationSpec.ImagePicker`, `MediaPicker`, `DocumentSelector`, `Camera`, `FileSelector`.
public struct FilePicker: AnswerableEffect, NavigationBundleContent, Codable, Hashable {
  /// The picked files.
  public typealias Answer = PickerAnswer<[URL]>

  /// Where the files come from.
  public enum Source: String, CaseIterable, Codable, Sendable {
    /// A new picture.
    case camera
    /// The user's photos.
    case photos
    /// The user's photos and videos.
    case media
    /// The user's documents.
    case documents
  }

  /// Where the files come from.
  public let source: Source

  /// The identifiers of the types of documents; empty for all.
  public let types: [String]

  /// Whether the user can pick several files.
  public let allowsMultipleSelection: Bool

  /// The spec of the rows.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()

  /// Creates a picker.
  public init(_ source: Source, types: [String] = [], allowsMultipleSelection: Bool = false) {
    (self.source, self.types) = (source, types)
    self.allowsMultipleSelection = allowsMultipleSelection
  }

  /// Two answers: the user has picked a file, which need not exist, or has closed the picker.
  public var answers: [(name: String, answer: Answer)] {
    [("picked", .picked([URL(filePath: "/tmp/picked")])), ("cancelled", .cancelled)]
  }

  /// Reads the path of a file that exists.
  public func answer(from text: String) -> Answer? {
    // An empty path is the current folder, and the system reads a path only up to a null.
    if text.isEmpty || text.utf8.contains(0) { return nil }
    let file = URL(filePath: text)
    let exists = FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
    return exists ? .picked([file]) : nil
  }
}
