#if canImport(SwiftUI)
  import KalugaArchitecture
  import KalugaSwiftUI
  import NavigatorExampleFeatures
  import SwiftUI

  /// Shows a window: its view model is made once, and its stack ends when the window is closed.
  struct WindowView: View {
    @StateViewModel private var window = WindowViewModel()

    var body: some View {
      AppView(driver: window.driver)
        .lifecycle(of: window)
    }
  }

  /// Draws the screens of the driver.
  struct AppView: View {
    let driver: NavigationDriver<Destination>

    var body: some View {
      NavigationHost(driver) { screen in
        switch screen.viewModel {
        case let model as HomeViewModel: HomeView(model: model)
        case let model as DetailsViewModel: DetailsView(model: model)
        case let model as SheetViewModel: SheetView(model: model)
        case let model as SubPageViewModel: SubPageView(model: model)
        case let model as AboutViewModel: Text("About, shown \(model.visits) times")
        default: EmptyView()
        }
      }
    }
  }

  struct HomeView: View {
    let model: HomeViewModel

    var body: some View {
      Form {
        Text("Home, \(model.seconds) s")
        TextField("Name", text: model.$name.binding)
        TextField("Number", text: model.$number.binding)
        Text(model.message)
        Button("Details") { try? model.detailsTapped() }
        Button("Sheet") { try? model.sheetTapped() }
      }
      .navigationTitle("Home")
    }
  }

  struct DetailsView: View {
    let model: DetailsViewModel

    var body: some View {
      Form {
        Text("Details of \(model.name), \(model.number)")
        Text(model.message)
        Button("Inverse") { model.inverseTapped() }
        Button("Finish") { try? model.finishTapped() }
      }
      .navigationTitle("Details")
    }
  }

  struct SheetView: View {
    let model: SheetViewModel

    var body: some View {
      VStack {
        Text(model.text)
        Button("Page") { try? model.subTapped() }
        Button("Close") { try? model.closeTapped() }
      }
    }
  }

  struct SubPageView: View {
    let model: SubPageViewModel

    var body: some View {
      VStack {
        Text(model.text)
        Button("Back") { try? model.backTapped() }
        Button("Close") { try? model.closeTapped() }
      }
    }
  }
#endif
