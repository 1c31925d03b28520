#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  extension View {
    /// Calls the action for each event of a channel while this view is on the screen.
    ///
    ///     SearchView(model: model)
    ///       .onEvents(of: model.messages) { message in banner = message }
    ///
    /// The channel delivers each event once, to one consumer. Events that are sent while the view
    /// is not shown wait for it. If several views consume one channel, each event reaches one of
    /// them. The action of the newest body is called, on the main actor.
    public func onEvents<Event: Sendable>(
      of channel: EventChannel<Event>,
      perform action: @escaping @MainActor (Event) -> Void
    ) -> some View {
      modifier(EventsModifier(channel: channel, action: action))
    }
  }

  struct EventsModifier<Event: Sendable>: ViewModifier {
    let channel: EventChannel<Event>
    let action: @MainActor (Event) -> Void
    @State private var newest = NewestAction<Event>()

    func body(content: Content) -> some View {
      newest.action = action
      let newest = newest
      return content.task(id: ObjectIdentifier(channel)) { [channel] in
        for await event in channel { newest.perform(event) }
      }
    }
  }

  /// Keeps the action of the newest body for work that an earlier body has started.
  @MainActor
  final class NewestAction<Input> {
    var action: (@MainActor (Input) -> Void)?

    nonisolated init() {}

    func perform(_ input: Input) { action?(input) }
  }
#endif
