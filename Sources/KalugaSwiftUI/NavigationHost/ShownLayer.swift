#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation

  /// One layer of the stack as SwiftUI shows it.
  @MainActor
  @Observable
  final class ShownLayer<Destination: NavigationDestination>: nonisolated ShownObject {
    /// The paths of the tabs, or one path.
    ///
    /// The array is not empty when the layer is drawn.
    private(set) var paths: [ShownPath<Destination>] = []
    private var selected: ShownPath<Destination>?
    /// The layer over this one.
    private(set) var presented: ShownLayer?
    /// The question about the screen on top.
    private(set) var question: ShownQuestion?

    /// The first screen of the first tab.
    ///
    /// A presented layer with another one is another presentation.
    let entry: BackStackEntryID
    /// How the layer is presented.
    private(set) var style: PresentationStyle
    /// Whether the user shall see and use the layer below.
    private(set) var coversPartly: Bool
    /// The destination and the request that have decided about the style.
    @ObservationIgnored private var destination: Destination
    @ObservationIgnored private var requested: PresentationStyle?

    @ObservationIgnored private weak var stack: ShownStack<Destination>?
    /// Whether the layer has been on the screen.
    @ObservationIgnored private var hasAppeared = false
    /// Whether it is on the screen, or is moving out.
    @ObservationIgnored private var isVisible = false
    /// The layer that SwiftUI is moving out from over this one.
    @ObservationIgnored private var leaving: ShownLayer?
    /// How often the user has selected a tab that the driver has refused.
    private var refusals = 0
    /// How often UIKit has refused to ask, since the last transition.
    @ObservationIgnored private var refusedQuestions = 0
    /// Whether a question has left that SwiftUI still draws.
    @ObservationIgnored private var isQuestionLeaving = false
    @ObservationIgnored private var isSelectedByUser = false

    init(
      _ layer: BackStack<Destination>.Layer,
      _ style: PresentationStyle,
      _ stack: ShownStack<Destination>
    ) {
      entry = layer.id
      destination = layer.tabs[0][0].destination
      self.style = style
      coversPartly = layer.coversPartly
      requested = layer.style
      self.stack = stack
    }

    // MARK: Following the driver

    func show(_ paths: [ShownPath<Destination>], selected: Int) {
      if self.paths != paths { self.paths = paths }
      if self.selected !== paths[selected] {
        self.selected = paths[selected]
        if isSelectedByUser { refusals += 1 }
      }
      isSelectedByUser = false
    }

    /// Returns the layer over this one, or nil if it must wait.
    ///
    /// A sheet may replace a sheet. UIKit refuses to present a cover while it moves out a sheet. A
    /// change of what the same modifier draws, such as the heights of a sheet, presents nothing.
    func present(
      _ newest: BackStack<Destination>.Layer,
      again: Bool,
      styledBy decide: (Destination) -> PresentationStyle
    ) -> ShownLayer? {
      let destination = newest.tabs[0][0].destination
      if let presented, presented.entry == newest.id, presented.hasAppeared || !again {
        if presented.coversPartly != newest.coversPartly {
          presented.coversPartly = newest.coversPartly
        }
        if presented.destination == destination, presented.requested == newest.style {
          return presented
        }
        presented.destination = destination
        presented.requested = newest.style
        let style = newest.style ?? decide(destination)
        if presented.style.presenter == style.presenter {
          if presented.style != style { presented.style = style }
          return presented
        }
      }
      dismiss()
      guard let stack else { return nil }
      let next = ShownLayer(newest, newest.style ?? decide(destination), stack)
      if let leaving, leaving.style.presenter != next.style.presenter { return nil }
      presented = next
      return next
    }

    func dismiss() {
      guard let presented else { return }
      if presented.isVisible { leaving = presented }
      self.presented = nil
    }

    /// Asks a question, or none.
    ///
    /// UIKit asks only when this layer has appeared, and what was over it has moved out. SwiftUI must
    /// see that a question leaves before another one takes its place.
    func ask(_ asked: AskedQuestion?, again: Bool) {
      if again { refusedQuestions = 0 }
      let mayAsk = presented == nil && leaving == nil && canPresent && refusedQuestions < 2
      let asked = mayAsk ? asked : nil
      if question?.asked.id != asked?.id { removeQuestion() }
      if let asked, question == nil, !isQuestionLeaving { question = ShownQuestion(asked) }
    }

    private func removeQuestion() {
      isQuestionLeaving = isQuestionLeaving || question?.isDrawn == true
      if question != nil { question = nil }
    }

    /// SwiftUI has drawn the question, or that there is none.
    func questionDidChange() {
      if let question {
        question.didDraw()
      } else {
        isQuestionLeaving = false
        stack?.follow()
      }
    }

    private var canPresent: Bool {
      self === stack?.base ? stack?.canPresent == true : hasAppeared
    }

    /// Whether screens of the shown path wait for the host of a nested driver.
    var isIncomplete: Bool {
      selected?.isIncomplete == true || selected?.detail?.isIncomplete == true
    }

    // MARK: What SwiftUI reports

    /// The layer over this one if this modifier presents it.
    ///
    /// The binding says which layer was drawn when it was made. SwiftUI may write late, and a write
    /// about what is no longer presented changes nothing.
    subscript(presented drawn: ShownLayer?, by presenter: LayerPresenter) -> ShownLayer? {
      get { presented.flatMap { $0.style.presenter == presenter ? $0 : nil } }
      set {
        guard newValue == nil, let drawn, drawn === presented, drawn.style.presenter == presenter
        else { return }
        if drawn.hasAppeared {
          stack?.userDidDismiss(drawn) { dismiss() }
        } else {
          // This is the end of an earlier sheet, or UIKit has refused to present.
          presented = nil
          stack?.presentationWasRefused()
        }
      }
    }

    /// Selects the tab with this tag, which a bar with the given selection was showing.
    subscript(selected drawn: TabTag) -> TabTag {
      get { selection }
      set {
        guard let path = paths.first(where: { $0.entry == newValue.entry }) else { return }
        if path !== selected {
          stack?.userDidSelect(path) {
            selected = path
            isSelectedByUser = true
          }
        } else if newValue.entry == drawn.entry {
          stack?.userDidSelect(path) {}
        }
        // Otherwise, the tab has been selected since, by this tap or by the app.
      }
    }

    /// The tag of the selected tab.
    var selection: TabTag { tag(selected ?? paths[0]) }

    func tag(_ path: ShownPath<Destination>) -> TabTag {
      TabTag(entry: path.entry, refusals: refusals)
    }

    /// Whether this question is asked in this style.
    ///
    /// The binding says which question was drawn when it was made.
    subscript(asking drawn: ShownQuestion?, as style: Question.Style) -> Bool {
      get { question.map { $0.isPresented && $0.asked.question.style == style } ?? false }
      set {
        guard !newValue, let drawn, drawn.asked.question.style == style, drawn.isPresented else {
          return
        }
        drawn.close()
        // Later, because SwiftUI may close a question before it performs the action of the button:
        // report 35 of scgopi/GraphCode.
        Task { [weak self] in self?.questionDidClose(drawn) }
      }
    }

    /// Follows a question that was closed without a button.
    ///
    /// An alert cannot be left in this way. What is closed at once, UIKit has refused to present.
    private func questionDidClose(_ shown: ShownQuestion) {
      guard shown === question, !shown.isAnswered else { return }
      if shown.asked.question.style == .dialog, shown.isOpen { return userDidAnswer(shown, nil) }
      refusedQuestions += 1
      removeQuestion()
    }

    func userDidAnswer(_ shown: ShownQuestion, _ name: String?) {
      guard shown === question, !shown.isAnswered else { return }
      shown.answer()
      stack?.userDidAnswer(shown.asked, name) { [weak self] in
        if shown === self?.question { self?.removeQuestion() }
      }
    }

    func presentationDidAppear(_ layer: ShownLayer) {
      layer.hasAppeared = true
      layer.isVisible = true
      leaving = nil
      stack?.layerDidAppear()
    }

    func presentationDidDisappear(_ layer: ShownLayer) {
      layer.isVisible = false
      // Otherwise, another layer covers it.
      if layer !== presented { presentationDidEnd() }
    }

    /// What was over this layer has been moved out.
    ///
    /// SwiftUI says so twice: when the view disappears, and when the dismissal ends.
    func presentationDidEnd() {
      leaving = nil
      stack?.presentationDidEnd()
    }
  }

  /// Identifies a tab for the tab bar.
  ///
  /// After a refusal, it is another one, so that SwiftUI sees that the selection has changed.
  struct TabTag: Hashable {
    let entry: BackStackEntryID
    let refusals: Int
  }
#endif
