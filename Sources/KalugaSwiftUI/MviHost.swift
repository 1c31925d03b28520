#if canImport(SwiftUI)
  import KalugaArchitecture
  public import KalugaStores
  public import SwiftUI

  /// Shows the model of a component, and sends it the user's events.
  ///
  ///     MviHost(makeQuotesComponent()) { quotes, send in
  ///       List(quotes, id: \.self) { Text($0) }
  ///       Button("More") { send(.moreTapped) }
  ///     } onLabel: { label in
  ///       banner = label.text
  ///     }
  ///
  /// The component is made once for each identity of the view, and destroyed when the identity
  /// ends. It is started while the content is on the screen, and stopped in the job of the main actor
  /// after that. Labels that are published while it is stopped wait until it is started again. Before
  /// the first model, the view has no size. The host adds no layout: the container around it arranges
  /// several views of a model. Return at least one view for each model, such as `Color.clear` in a frame
  /// without a size: an empty content is not on the screen, so the component is stopped and sends no
  /// further model.
  public struct MviHost<Model: Equatable, Event, Label: Sendable, Content: View>: View {
    @State private var made = MadeOnce<MviComponent<Model, Event, Label>> { $0.onDestroy() }
    @State private var lifecycle = ComponentLifecycle<Model, Event, Label>()
    private let make: @MainActor () -> MviComponent<Model, Event, Label>
    private let content: (Model, @escaping @MainActor (Event) -> Void) -> Content
    private let onLabel: @MainActor (Label) -> Void

    /// Creates a view that makes its component when it is first drawn.
    ///
    /// - Parameters:
    ///   - component: Evaluated once for each identity of the view.
    ///   - content: Returns the view of a model. Its second argument sends an event.
    ///   - onLabel: Called for each label.
    public init(
      _ component: @autoclosure @escaping @MainActor () -> MviComponent<Model, Event, Label>,
      @ViewBuilder content: @escaping (Model, @escaping @MainActor (Event) -> Void) -> Content,
      onLabel: @escaping @MainActor (Label) -> Void = { _ in }
    ) {
      make = component
      self.content = content
      self.onLabel = onLabel
    }

    /// The view of the newest model.
    public var body: some View {
      let component = made.value(make)
      let proxy = lifecycle.proxy
      lifecycle.newest.action = onLabel
      return Group {
        if let model = proxy.model {
          content(model) { proxy.dispatch($0) }
        } else {
          // An empty view would never appear.
          Color.clear.frame(width: 0, height: 0)
        }
      }
      .onAppear { lifecycle.didAppear(component) }
      .onDisappear { lifecycle.didDisappear(component) }
    }
  }

  /// Starts and stops a component with the view of one identity.
  @MainActor
  final class ComponentLifecycle<Model: Equatable, Event, Label: Sendable> {
    private(set) lazy var proxy = MviViewProxy<Model, Event, Label>()
    let newest = NewestAction<Label>()
    /// How many views of the content are on the screen.
    private var appearances = 0
    private var labels: Task<Void, Never>?

    nonisolated init() {}

    deinit {
      labels?.cancel()
    }

    func didAppear(_ component: MviComponent<Model, Event, Label>) {
      appearances += 1
      component.onViewCreated(proxy)
      component.onStart()
      guard labels == nil else { return }
      labels = Task { [proxy, newest] in
        for await label in proxy.labels { newest.perform(label) }
      }
    }

    func didDisappear(_ component: MviComponent<Model, Event, Label>) {
      appearances -= 1
      // Later, because SwiftUI may remove one view of the content before it adds the next.
      Task { [weak self] in
        guard let self, appearances == 0 else { return }
        labels.take()?.cancel()
        component.onStop()
      }
    }
  }
#endif
