import KalugaArchitecture
import KalugaStores
import KittensFeatures

/// The list of kittens as lines of text, with a dialog below it.
final class KittensTerminalView: BaseMviView<KittensModel, KittensEvent, KittensLabel> {
  /// The lines that the terminal shows.
  var lines: [String] {
    ["Kittens"] + items + (dialog.map { ["? Do you like \($0.url)   (yes, no, cancel)"] } ?? [])
  }

  /// The number of labels that were shown.
  @InitializedSubject private(set) var shownCount = 0

  /// The image that the dialog asks about; nil if the dialog is closed.
  @InitializedSubject private(set) var dialog: KittenImage? = nil

  @InitializedSubject private var items: [String] = []

  /// Logs each rendered model, for scripts that do not see every screen.
  private let log: @MainActor (String) -> Void
  /// Prints what the screen does not show.
  private let say: @MainActor (String) -> Void

  init(log: @escaping @MainActor (String) -> Void, say: @escaping @MainActor (String) -> Void) {
    self.log = log
    self.say = say
  }

  override func render(_ model: KittensModel) {
    log("render   \(Self.summary(model))")
    items =
      model.items.enumerated().map { index, item in
        "\(index + 1)  \(item.url)\(item.isLiked ? "  ♥" : "")"
      } + Self.footer(model)
  }

  override func show(_ label: KittensLabel) {
    switch label {
    case .openDialog(let image): dialog = image
    case .noSuchImage(let index): say("label    there is no kitten \(index + 1)")
    }
    shownCount += 1
  }

  // MARK: What the user does

  func answerTapped(_ isLiked: Bool) {
    guard let image = dialog else { return }
    dialog = nil
    dispatch(.dialogAnswered(image, isLiked: isLiked))
  }

  func cancelTapped() {
    dialog = nil
    dispatch(.dialogCancelled)
  }

  // MARK: Text

  private static func summary(_ model: KittensModel) -> String {
    if model.isRefreshing { return "refreshing" }
    if model.isLoading { return "loading" }
    return model.error.map { "error: \($0)" } ?? "\(model.items.count) kittens"
  }

  private static func footer(_ model: KittensModel) -> [String] {
    if model.isLoading { return ["…"] }
    if let error = model.error {
      // In two lines: the second one is the advice, which a narrow window would cut.
      let parts = error.split(separator: "; ", maxSplits: 1)
      return zip(["! ", "  "], parts).map { $0 + $1 }
    }
    return [model.hasMore ? "type `more` for more" : "that is all"]
  }
}
