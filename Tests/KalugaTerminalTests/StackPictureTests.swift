import KalugaArchitecture
import KalugaTerminal
import Testing

struct StackPictureTests {
  private static let login = Place.login(Account(user: "ada", token: "sesame"))

  private static let pictures: [([NavigationSpec<Place>], String)] = [
    ([], "╶ home   ← shown"),
    (
      [.push(login), .push(.sheet)],
      """
      ┌ home
      ├ login
      └ sheet   ← shown
      """
    ),
    (
      [.push(login), .present(.sheet), .push(.home), .present(.home)],
      """
      ┌ home
      └ login
        ▸ ┌ sheet
          └ home
          ▸ ╶ home   ← shown
      """
    ),
    (
      [.tabs([.home, .sheet]), .selectTab(1), .push(.home)],
      """
      ○ ╶ home
      ● ┌ sheet
        └ home   ← shown
      """
    ),
    (
      [.tabs([.home, .sheet]), .push(login), .present(.sheet), .push(.home)],
      """
      ● ┌ home
        └ login
      ○ ╶ sheet
        ▸ ┌ sheet
          └ home   ← shown
      """
    ),
    (
      [.present(.sheet), .tabs([.sheet, .home]), .push(.home)],
      """
      ╶ home
        ▸ ● ┌ sheet
            └ home   ← shown
          ○ ╶ home
      """
    ),
  ]

  @Test(arguments: pictures)
  func `a picture shows the names of screens, from the root on, with presented stacks and tabs`(
    specs: [NavigationSpec<Place>],
    picture: String
  ) throws {
    let stack = try specs.reduce(BackStack(root: .home)) { try $0.applying($1) }
    #expect("\(StackPicture(stack))" == picture)
  }
}
