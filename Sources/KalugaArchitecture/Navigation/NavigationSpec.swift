/// What an action does to the back stack.
///
/// A navigator's mapping turns each action into one of these. They act on the innermost stack: the
/// one presented last, or the base.
///
/// Kaluga: `NavigationSpec` and the `Route` vocabulary (next, from, replace, back, popTo, …).
public enum NavigationSpec<Destination: NavigationDestination>: Sendable {
  /// Opens a screen on top: `[A]` → `[A, B]`.
  case push(Destination)
  /// Puts a screen in the place of the top one: `[A, B]` → `[A, C]`.
  case replace(Destination)
  /// Goes back one screen: `[A, B]` → `[A]`. The first screen of a presented stack closes the stack.
  case pop(result: NavigationResult? = nil)
  /// Goes back to the topmost such screen: `[A, B, C]` → `[A]`; inclusive takes it away too.
  case popTo(Destination, inclusive: Bool = false)
  /// Goes back to the topmost such screen and opens another one on it: `[A, B, C]` → `[A, D]`.
  case replaceAbove(Destination, with: Destination)
  /// Goes back to the first screen: `[A, B, C]` → `[A]`.
  case popToRoot
  /// Opens a stack of its own over the current one: `[A]` → `[A] ▸ [B]`.
  ///
  /// Changes nothing if the stack that is presented begins with this screen.
  case present(Destination)
  /// Opens a stack in the place of the one that is presented: `[A] ▸ [B]` → `[A] ▸ [C]`.
  ///
  /// Presents it if nothing is presented; changes nothing if that stack begins with this screen.
  case replacePresented(Destination)
  /// Closes the presented stack with all its screens: `[A] ▸ [B, C]` → `[A]`.
  case dismiss(result: NavigationResult? = nil)
  /// Closes the topmost such screen, in whichever stack that is shown, with all that was opened over it:
  /// `[A, B] ▸ [C, D]` → `[A]`. For a screen or a flow that ends while others cover it.
  case close(Destination, result: NavigationResult? = nil)
  /// Closes the entry with this identifier, and all that was opened over it: `[A, B] ▸ [C, D]` → `[A]`.
  ///
  /// Also in a tab that is not shown, whose first screen stays: there is nothing under it.
  case closeEntry(BackStackEntryID)
  /// Puts tabs in the place of the shown layer: `[A, B]` → `{*[A, B] | [C]}`.
  ///
  /// Given are the first screens of the tabs. A stack or tab that begins with one of them stays.
  case tabs([Destination], selected: Int = 0)
  /// Shows another tab: `{*[A, B] | [C]}` → `{[A, B] | *[C]}`. Screens of the others stay, paused.
  case selectTab(Int)
  /// Shows these screens and no others, root first: for deep links. Screens that are there already,
  /// from the root on, stay: `[A, B] ▸ [C]` → `[A, D]`.
  case open(root: Destination, [Destination] = [])
  /// Shows this screen and no others, as a new one: `[A, B] ▸ [C]` → `[A]`.
  ///
  /// Where ``open(root:_:)`` keeps the first screen, if it is the same, this one never does.
  case setRoot(Destination)
  /// Lets the host carry out an effect; the stack stays as it is: `[A]` → `[A]`.
  case launch(any NavigationEffect)

  /// The word that transcripts use.
  public var kind: String {
    switch self {
    case .push: "push"
    case .replace: "replace"
    case .pop: "pop"
    case .popTo: "popTo"
    case .replaceAbove: "replaceAbove"
    case .popToRoot: "popToRoot"
    case .present: "present"
    case .replacePresented: "replacePresented"
    case .dismiss: "dismiss"
    case .close: "close"
    case .closeEntry: "closeEntry"
    case .tabs: "tabs"
    case .selectTab: "selectTab"
    case .open: "open"
    case .setRoot: "setRoot"
    case .launch: "launch"
    }
  }

  /// What the screen that is left gives back.
  public var result: NavigationResult? {
    switch self {
    case .pop(let result), .dismiss(let result), .close(_, let result): result
    default: nil
    }
  }
}
