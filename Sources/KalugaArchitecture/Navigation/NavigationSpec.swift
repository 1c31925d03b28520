/// An operation on the back stack, or an effect for the host to carry out.
///
/// The mapping of a ``StackNavigator`` turns each action into an operation. Most operations act on
/// the *shown stack*: the one that was presented last, or the base if nothing is presented. If it
/// has tabs, they act on the stack of the selected tab. ``below(_:)`` acts on the stacks under it.
///
/// A screen that has left the stack moves nothing, and a covered screen moves no other screen: such
/// a late request is refused. A screen that is visible under a stack that covers it partly moves its
/// own layer. See <doc:stack#Late-requests>.
///
/// Kaluga: `NavigationSpec` and the `Route` vocabulary (next, from, replace, back, popTo, …).
public enum NavigationSpec<Destination: NavigationDestination>: Sendable {
  /// Opens a screen on top: `[A]` → `[A, B]`.
  case push(Destination)
  /// Replaces the top screen: `[A, B]` → `[A, C]`.
  case replace(Destination)
  /// Opens the detail of a row above the list, in place of the detail that is open with all its
  /// screens: `[A, D, E]` → `[A, F]`.
  ///
  /// In a wide host, which shows both side by side, the list may request it. Does nothing but close the
  /// screens above if this detail is open. Asks no back handlers of the screens that it closes, like
  /// each operation. A screen whose ``NavigationDestination/isDetail`` is false is refused.
  ///
  /// Kaluga: `Show(detail:)`.
  case showDetail(Destination)
  /// Goes back one screen: `[A, B]` → `[A]`.
  ///
  /// From the first screen of a presented stack it closes that stack.
  case pop(result: NavigationResult? = nil)
  /// Goes back to the topmost screen with this destination: `[A, B, C]` → `[A]`.
  ///
  /// With `inclusive`, it removes that screen too.
  case popTo(Destination, inclusive: Bool = false, result: NavigationResult? = nil)
  /// Goes back to the entry with this identifier, as ``popTo(_:inclusive:result:)`` does.
  ///
  /// Use it for a screen whose destination may have been updated.
  case popToEntry(BackStackEntryID, inclusive: Bool = false, result: NavigationResult? = nil)
  /// Goes back to the topmost screen whose destination satisfies the condition, as
  /// ``popTo(_:inclusive:result:)`` does.
  ///
  ///     .popToScreen { if case .item = $0 { true } else { false } }
  case popToScreen(
    inclusive: Bool = false,
    result: NavigationResult? = nil,
    where: @Sendable (Destination) -> Bool
  )
  /// Goes back to the topmost screen with the first destination and opens the second one above it:
  /// `[A, B, C]` → `[A, D]`.
  case replaceAbove(Destination, with: Destination)
  /// Goes back to the first screen: `[A, B, C]` → `[A]`.
  case popToRoot(result: NavigationResult? = nil)
  /// Opens a new stack over the current one: `[A]` → `[A] ▸ [B]`.
  ///
  /// Without a style, the host decides how the stack is drawn. Without `covering`, the style decides
  /// whether the screen below stays visible: see ``PresentationStyle/covering``. Without both, it is
  /// paused. If the presented stack already begins with this screen, the operation changes only the
  /// style and the covering, if there are any.
  case present(
    Destination,
    style: PresentationStyle? = nil,
    covering: PresentationCovering? = nil
  )
  /// Replaces the presented stack with a new one: `[A] ▸ [B]` → `[A] ▸ [C]`.
  ///
  /// Presents the new stack if nothing is presented. If the presented stack already begins with this
  /// screen, it changes only the style and the covering, as ``present(_:style:covering:)`` does.
  case replacePresented(
    Destination,
    style: PresentationStyle? = nil,
    covering: PresentationCovering? = nil
  )
  /// Closes the presented stack with all its screens: `[A] ▸ [B, C]` → `[A]`.
  case dismiss(result: NavigationResult? = nil)
  /// Closes the topmost screen with this destination, and all above it: `[A, B] ▸ [C, D]` → `[A]`.
  ///
  /// Searches the presented stacks and the base, but not tabs that are not shown.
  case close(Destination, result: NavigationResult? = nil)
  /// Closes the topmost screen whose destination satisfies the condition, as ``close(_:result:)``
  /// does.
  case closeScreen(result: NavigationResult? = nil, where: @Sendable (Destination) -> Bool)
  /// Closes the entry with this identifier, and all screens above it: `[A, B] ▸ [C, D]` → `[A]`.
  ///
  /// The entry may be in a tab that is not shown. The first screen of the base or of a hidden tab
  /// cannot be closed.
  case closeEntry(BackStackEntryID, result: NavigationResult? = nil)
  /// Closes the screen that makes the request, and all screens above it:
  /// `[A, B] ▸ [C]` → `[A]`, if `B` makes it.
  ///
  /// Use it for a button such as Done. It closes this screen exactly once, even if the screen is
  /// covered or the user taps twice. Only a navigator that was made together with the screen knows it.
  ///
  /// Android: `Activity.finish`.
  case finish(result: NavigationResult? = nil)
  /// Replaces the shown layer with tabs: `[A, B]` → `{*[A, B] | [C]}`.
  ///
  /// The destinations are the first screens of the tabs. A stack or tab of the old layer that
  /// begins with one of them is kept, with its view models.
  case tabs([Destination], selected: Int = 0)
  /// Shows another tab: `{*[A, B] | [C]}` → `{[A, B] | *[C]}`.
  ///
  /// The screens of the other tabs stay on the stack, paused.
  case selectTab(Int)
  /// Shows the tab whose first screen is this destination: `{*[A, B] | [C]}` → `{[A, B] | *[C]}`.
  ///
  /// This operation, ``pushInTab(_:of:)`` and ``openInTab(_:of:)`` act on the first such tab of the
  /// lowest layer that has one. The layer may be under presented stacks, which stay. If there is no
  /// such tab, they are refused with ``NavigationError/noTab(of:tabs:)``.
  case selectTabOf(Destination)
  /// Opens a screen on top of the tab whose first screen is the second destination, without showing
  /// the tab: `{*[A, B] | [C]}` → `{*[A, B] | [C, D]}`.
  ///
  /// The screen is resumed when it is shown, which is at once if the tab is selected and nothing is
  /// presented over it.
  case pushInTab(Destination, of: Destination)
  /// Shows exactly these screens in the tab whose first screen is the second destination:
  /// `{*[A, B] | [C]} ▸ [D]` → `{[A, B] | *[C, D]}`.
  ///
  /// It closes the stacks that are presented over the tabs, selects the tab, keeps the screens that its
  /// stack and the new one have in common from the first on, removes the others, and pushes what is
  /// missing. The list may leave out the first screen of the tab. See
  /// ``NavigationDriver/open(_:inTab:animated:)``.
  case openInTab([Destination], of: Destination)
  /// Goes back to the topmost screen with this destination, or pushes it if the shown stack has none:
  /// `[A, B, C]` → `[A, B]`.
  ///
  /// Android: `FLAG_ACTIVITY_CLEAR_TOP` with `singleTop`.
  case bringToFront(Destination)
  /// Shows exactly these screens, root first: `[A, B] ▸ [C]` → `[A, D]`.
  ///
  /// Also replaces tabs. Keeps the screens that the base and the new path have in common from the
  /// root on. Use it for deep links.
  case open(root: Destination, [Destination] = [])
  /// Shows only this screen, always as a new one: `[A, B] ▸ [C]` → `[A]`.
  ///
  /// In contrast, ``open(root:_:)`` keeps a first screen with the same destination.
  case setRoot(Destination)
  /// Changes the destination of an entry: `[A, B]` → `[A, D]`.
  ///
  /// The entry keeps its identifier and its view model. It may be in any layer or tab. See
  /// ``NavigationDriver/update(_:to:)``.
  case update(BackStackEntryID, to: Destination)
  /// Applies an operation under the presented stack: with a push, `[A] ▸ [C]` → `[A, B] ▸ [C]`.
  ///
  /// The presented stack stays and is still shown. A `below` in another `below` acts under the two
  /// topmost stacks. A new screen is resumed when it is no longer covered. The operation is refused
  /// if nothing is presented.
  indirect case below(NavigationSpec)
  /// Applies several operations as one transition: with a pop and a push, `[A, B]` → `[A, C]`.
  ///
  /// If one of the operations is not possible, the whole request is refused with
  /// ``NavigationError/inStep(_:kind:error:)``, and nothing changes. So is an empty list.
  /// Screens that one step opens and a later one closes are never made, and screens that are shown
  /// before and after are not paused. Guards are asked once, about the whole, and back handlers are
  /// not asked. Each step returns its own result. A request for a result waits for the question that
  /// the steps ask, or else for the top screen of the stack on which the last step acts, if a step has
  /// opened it. For a step that updates a screen, or closes one in a hidden tab, this is the shown
  /// stack. The first step that is no `update` decides whether the request is late.
  ///
  /// Use it for a screen that closes itself and then goes on, such as a sheet:
  ///
  ///     case .created(let item): .steps([.dismiss(), .push(.item(item))])
  indirect case steps([NavigationSpec])
  /// Applies an operation with or without an animation.
  ///
  /// Write this as ``animated(_:)``.
  indirect case animated(NavigationSpec, Bool)
  /// Asks the user a question about the shown screen: `[A]` → `[A] ? (discard | keep)`.
  ///
  /// The shown screen is visible meanwhile (<doc:lifecycle>), and may make requests. The question
  /// leaves when it is answered, when another question replaces it, or when the shown screen
  /// changes. In the last two cases, its request ends as ``NavigationCancellation/closed``.
  ///
  /// A request for a result receives the answer, and its result must be a ``QuestionAnswer`` that
  /// has all choices. Otherwise, it is refused with
  /// ``NavigationError/unexpectedResult(screen:expected:found:)``. An equal question that is asked
  /// already is refused as ``NavigationError/duplicate(screen:)``.
  case ask(Question)
  /// Answers the question that is asked: `[A] ? (discard | keep)` → `[A]`.
  ///
  /// Without a name, the user leaves the question: it is answered with the choice that cancels, or else
  /// its request ends as ``NavigationCancellation/back``. The operation is refused with
  /// ``NavigationError/noQuestion(screen:)`` or ``NavigationError/noSuchChoice(name:choices:)``.
  case answer(String?)
  /// Lets the host carry out an effect, and does not change the stack: `[A]` → `[A]`.
  case launch(any NavigationEffect)

  /// The name of the operation in transcripts, such as `push`.
  public var kind: String {
    switch self {
    case .push: "push"
    case .replace: "replace"
    case .showDetail: "showDetail"
    case .pop: "pop"
    case .popTo: "popTo"
    case .popToEntry: "popToEntry"
    case .popToScreen: "popToScreen"
    case .replaceAbove: "replaceAbove"
    case .popToRoot: "popToRoot"
    case .present: "present"
    case .replacePresented: "replacePresented"
    case .dismiss: "dismiss"
    case .close: "close"
    case .closeScreen: "closeScreen"
    case .closeEntry: "closeEntry"
    case .finish: "finish"
    case .tabs: "tabs"
    case .selectTab: "selectTab"
    case .selectTabOf: "selectTabOf"
    case .pushInTab: "pushInTab"
    case .openInTab: "openInTab"
    case .bringToFront: "bringToFront"
    case .open: "open"
    case .setRoot: "setRoot"
    case .update: "update"
    case .below: "below"
    case .steps: "steps"
    case .animated(let spec, _): spec.kind
    case .ask: "ask"
    case .answer: "answer"
    case .launch: "launch"
    }
  }

  /// The result that the closed screen returns to its opener.
  ///
  /// If the operation closes several screens, the opener of the lowest one receives the result. A
  /// result that nobody waits for is reported as ``ArchitectureDiagnostic/Kind/lostResult``. Of
  /// several ``steps(_:)``, this is the first result.
  public var result: NavigationResult? {
    switch self {
    case .below(let spec), .animated(let spec, _): spec.result
    case .pop(let result), .popTo(_, _, let result), .popToEntry(_, _, let result),
      .popToScreen(_, let result, _), .popToRoot(let result), .dismiss(let result),
      .close(_, let result), .closeScreen(let result, _), .closeEntry(_, let result),
      .finish(let result):
      result
    case .steps(let steps): steps.lazy.compactMap(\.result).first
    default: nil
    }
  }
}
