#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A property whose value survives the end of the process.
///
///     final class SearchViewModel: BaseLifecycleViewModel {
///       @Saved("query") var query = ""                            // belongs to the screen
///       @Saved(.file(settingsURL)) var settings = Settings()      // belongs to the app
///     }
///
/// `$query` is an ``InitializedSubject``, which is written and observed like any other. If the fresh
/// value is known only to the initializer, assign it before `super.init`.
///
/// **A key** saves the value with the screen: in the ``NavigationSnapshot`` of its driver, or in the
/// ``BaseLifecycleViewModel/savedState()`` that a host without a driver asks for. The property
/// belongs to a subclass of ``BaseLifecycleViewModel``, and has its saved value as soon as
/// `super.init` returns. Each key is unique in a screen, its children included.
///
/// **A file** saves a value that all properties of the process that name the file share. See
/// ``SavedFile``.
///
/// One bad value affects no other property. If a value cannot be restored, its property keeps its
/// fresh value. If a value cannot be written, such as infinity, the value that was written last is
/// kept. Diagnostics say why, and never quote values.
///
/// AndroidX: `SavedStateHandle`.
@propertyWrapper
@MainActor
public final class Saved<Value: Codable & Equatable & Sendable> {
  /// Creates a value from the JSON of another version.
  public typealias Migration = (_ version: Int, _ json: Data) throws -> Value

  /// The subject that holds the value.
  public nonisolated var projectedValue: InitializedSubject<Value> { subject }

  /// The value; writing it calls the observers before the assignment returns.
  public var wrappedValue: Value {
    get { subject.current }
    set { subject.current = newValue }
  }

  private nonisolated let subject: InitializedSubject<Value>

  let key: String?
  var stage = SavedPropertyStage.unclaimed
  var reference: UnclaimedProperties.Reference?
  private let version: Int
  private let migrate: Migration?
  /// The value that was written last, which is saved again while the newest one cannot be written.
  private var lastWritten: SavedStateEnvelope?
  /// Why the newest value cannot be written.
  private var failure: SavedStateError?

  /// Creates a property that is saved with its screen.
  ///
  /// - Parameters:
  ///   - wrappedValue: The fresh value, which the property has if none is restored.
  ///   - key: Identifies the value in the screen. Changing it loses values that are already saved.
  ///   - version: The version of the value's format, which is saved with the value.
  ///   - migrate: Creates a value from the JSON of another version, with a decoder from
  ///     `JSONDecoder.forSavedState()`. Without it, or if it throws, such a value is not restored.
  public init(
    wrappedValue: Value,
    _ key: String,
    version: Int = 1,
    migrate: Migration? = nil
  ) {
    subject = InitializedSubject(wrappedValue: wrappedValue)
    self.key = key
    self.version = version
    self.migrate = migrate
    UnclaimedProperties.add(self)
  }

  /// Unavailable: the property needs a first value.
  @available(
    *,
    unavailable,
    message:
      "write a first value; if only the initializer knows it, declare '@Saved var draft: Draft' and write '_draft = Saved(wrappedValue: draft, \"draft\")' there"
  )
  public init(_ key: String, version: Int = 1, migrate: Migration? = nil) {
    // Not reached, because nothing can call it.
    fatalError()
  }

  /// Creates a property that is saved in a file.
  ///
  /// Reads the file, unless a property of the process uses it already. In that case the new property
  /// has the same subject, and the parameters other than the file are ignored.
  ///
  /// - Parameters:
  ///   - wrappedValue: The fresh value, which the property has if the file does not exist or cannot
  ///     be restored.
  ///   - file: The file.
  ///   - version: The version of the value's format, which is saved with the value.
  ///   - migrate: Creates a value from the JSON of another version, with a decoder from
  ///     `JSONDecoder.forSavedState()`. Without it, or if it throws, such a file is not restored.
  public init(
    wrappedValue: Value,
    _ file: SavedFile,
    version: Int = 1,
    migrate: Migration? = nil
  ) {
    subject = SharedFileValue.subject(
      of: file,
      fresh: wrappedValue,
      version: version,
      migrate: migrate
    )
    key = nil
    self.version = version
    self.migrate = nil
  }
}

extension Saved: SavedProperty {
  func restore(_ value: SavedStateEnvelope) throws(SavedStateError) {
    subject.current = try value.open(version: version, migrate: migrate)
    lastWritten = value
  }

  func valueToSave(in owner: BaseLifecycleViewModel) -> SavedStateEnvelope? {
    do throws(SavedStateError) {
      // Reads the node, so that Swift Observation does not track this read.
      lastWritten = try SavedStateEnvelope(
        subject.node.value,
        version: version,
        maximumDepth: SavedStateEnvelope.maximumDepth
      )
      failure = nil
    } catch {
      // The same failure of each later snapshot would say nothing new.
      if failure != error {
        owner.report(
          ArchitectureDiagnostic(
            .valueNotSaved,
            "the newest value of the property '\(key ?? "")' of \(type(of: owner)) is not saved: "
              + "\(error)"
          )
        )
      }
      failure = error
    }
    return lastWritten
  }
}

extension Saved: InspectableObservable {
  package var observerCount: Int { projectedValue.observerCount }
  package var inspectedValue: Any { projectedValue.inspectedValue }
}
