#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// Asks the question about the screen on top of a layer.
  struct QuestionPresentation<Destination: NavigationDestination>: ViewModifier {
    let layer: ShownLayer<Destination>

    func body(content: Content) -> some View {
      let shown = layer.question
      let title = Text(verbatim: shown?.asked.question.title ?? "")
      content
        .alert(title, isPresented: isShown(as: .alert), presenting: shown) { shown in
          buttons(of: shown)
        } message: { shown in
          message(of: shown)
        }
        .confirmationDialog(
          title,
          isPresented: isShown(as: .dialog),
          titleVisibility: .visible,
          presenting: shown
        ) { shown in
          buttons(of: shown)
        } message: { shown in
          message(of: shown)
        }
        .onChange(of: shown) { layer.questionDidChange() }
    }

    private func isShown(as style: Question.Style) -> Binding<Bool> {
      Bindable(layer)[asking: layer.question, as: style]
    }

    private func buttons(of shown: ShownQuestion) -> some View {
      ForEach(shown.asked.question.choices, id: \.name) { choice in
        Button(choice.title, role: choice.role?.ofSwiftUI) {
          layer.userDidAnswer(shown, choice.name)
        }
      }
    }

    @ViewBuilder
    private func message(of shown: ShownQuestion) -> some View {
      let message = shown.asked.question.message
      if !message.isEmpty { Text(verbatim: message) }
    }
  }

  extension Question.Choice.Role {
    fileprivate var ofSwiftUI: ButtonRole {
      switch self {
      case .destructive: .destructive
      case .cancel: .cancel
      }
    }
  }
#endif
