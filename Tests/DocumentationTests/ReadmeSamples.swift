// The Swift blocks of README.md, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

final class ProfileViewModel: NavigatingViewModel<ProfileNavigation> {
  @InitializedSubject var name = ""  // `name` reads and writes, `$name` is the subject
  @InitializedSubject var seconds = 0
  lazy var isValid = $name.map { !$0.isEmpty }  // derived, always consistent with `name`

  override func onResume(scope: TaskScope) {
    scope.launch { [weak self] in  // cancelled when the view model is paused
      while true {
        try await Task.sleep(for: .seconds(1))
        self?.seconds += 1
      }
    }
  }

  func saveTapped() throws(NavigationError) {
    try navigator.navigate(.saved(Profile(name: name, age: nil)))
  }
}

enum ProfileNavigation: NavigationAction {
  case saved(Profile)
}

struct Profile: Codable, Hashable, NavigationBundleContent {
  var name: String
  var age: Int?

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum Screen: NavigationDestination {
  case edit, summary(Profile)
}

@MainActor
struct ProfileViewModelTests {
  @Test func `saving sends the profile`() async throws {
    let navigator = RecordingNavigator<ProfileNavigation>()
    try await withViewModel(ProfileViewModel(navigator: navigator)) { harness in
      await harness.resume()
      let isValid = ValueRecorder(harness.viewModel.isValid)
      try await #expect(isValid.next() == false)

      harness.viewModel.name = "Ada"
      try await #expect(isValid.next() == true)

      try harness.viewModel.saveTapped()
      #expect(navigator.actions.first?.rows.bundleDescription == #"{name: "Ada", age: nil}"#)
    }  // always paused and cleared here; its tasks must end
  }
}

@MainActor
struct ReadmeNavigationTests {
  @Test func `the navigation sample prints the line that the README shows`() throws {
    typealias StandardOutput = SampleOutput  // records what is printed
    let printer = TransitionPrinter(output: StandardOutput())
    let driver = NavigationDriver(root: Screen.edit) { screen, driver in
      switch screen {
      case .edit:
        ProfileViewModel(
          navigator: TerminalNavigator(driver, printer: printer) { action in
            switch action {
            case .saved(let profile): .push(.summary(profile))
            }
          }
        )
      case .summary:
        BaseLifecycleViewModel()
      }
    }
    driver.start()  // makes the first view model and resumes it

    let profile = try #require(driver.topScreen as? ProfileViewModel)
    profile.name = "Ada"
    try profile.saveTapped()
    #expect(
      SampleOutput.text.split(separator: "\n").last
        == #"push     edit → summary {name: "Ada", age: nil}   [edit, summary]"#
    )
    driver.end()
  }
}

@MainActor
private final class SampleOutput: TextSink {
  static var text = ""
  let isClosed = false

  func write(_ text: String) {
    Self.text += text
  }
}
