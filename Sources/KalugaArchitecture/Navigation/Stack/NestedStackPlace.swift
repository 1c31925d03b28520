/// Where hosts draw the screens of a nested stack, see
/// ``BaseLifecycleViewModel/addChild(_:named:drawn:)``.
///
/// The terminal draws all of them alike.
public enum NestedStackPlace: Sendable {
  /// In the view of the screen that has the stack, with a navigation bar of its own.
  case inPlace

  /// In the path of that screen, with the same navigation bar and swipe back.
  ///
  /// The first screen is drawn in the view of the screen that has the stack. The others are pushed
  /// above it: `[home, shop([list, item])]` is drawn as `[home, shop, item]`, with the list in the
  /// view of the shop. What the nested stack presents is presented over the path.
  ///
  /// A user who goes back several screens leaves those of the nested stack first, then those of the
  /// outer one, top first. Each driver asks its handlers, and the first one that intercepts ends it.
  ///
  /// A stack with tabs, and one of several stacks in a screen, is drawn in place.
  case inOuterPath
}
