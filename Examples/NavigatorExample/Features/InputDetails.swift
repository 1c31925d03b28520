public import KalugaArchitecture

/// What the user enters on Home and changes on Details: the content of the bundle between them.
public struct InputDetails: Codable, Hashable, NavigationBundleContent {
  /// A name.
  public var name: String

  /// A number.
  public var number: Int

  /// Creates details.
  public init(name: String, number: Int) {
    self.name = name
    self.number = number
  }

  /// Names the rows of the bundle, in links and in transcripts.
  public static let bundleSpec = NavigationBundleSpec(
    InputDetails.init(name:number:),
    Rows.name,
    Rows.number
  )

  private enum Rows {
    static let name = NavigationBundleSpecRow("name", \InputDetails.name, .string)
    static let number = NavigationBundleSpecRow("number", \InputDetails.number, .integer)
  }
}
