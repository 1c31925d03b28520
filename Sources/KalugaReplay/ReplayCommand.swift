import Foundation
import KalugaSessions

/// The command line of `kaluga-replay`.
struct ReplayCommand {
  /// A reason why no test is written.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case usage(String)
    case unreadable(String)
    case session(SessionError)

    var description: String {
      switch self {
      case .usage(let text): "\(text); try --help"
      case .unreadable(let path): "\(path): the file cannot be read"
      case .session(let error): "\(error)"
      }
    }
  }

  static let help = """
    kaluga-replay: turns a recorded session into a test

    kaluga-replay SESSION --app TYPE [--module MODULE] [--name NAME] > SessionTests.swift

      SESSION           the JSON of a session
      --app TYPE        the ReplayableApp that the test makes
      --module MODULE   a module that the test imports with @testable
      --name NAME       the name of the test; replaysSession if omitted
    """

  private var file: String?
  private var options: [String: String] = ["--name": "replaysSession"]

  /// Returns what the program prints for its arguments.
  static func output(_ arguments: [String]) throws -> String {
    if arguments.contains("--help") || arguments.contains("-h") { return help + "\n" }
    return try ReplayCommand(arguments).test()
  }

  private init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--app", "--module", "--name":
        guard let name = rest.popFirst() else {
          throw .usage("\(argument): expected a name, found nothing")
        }
        guard name.wholeMatch(of: /[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*/) != nil,
          argument == "--app" || !name.contains(".")
        else { throw .usage("\(argument): expected a name of Swift, found '\(name)'") }
        options[argument] = name
      case _ where argument.hasPrefix("-") || file != nil:
        throw .usage("unexpected argument '\(argument)'")
      default: file = argument
      }
    }
  }

  private func test() throws -> String {
    guard let file else { throw Problem.usage("expected the file of a session, found nothing") }
    guard let app = options["--app"], let name = options["--name"] else {
      throw Problem.usage("expected --app, found nothing")
    }
    guard let json = FileManager.default.contents(atPath: file) else {
      throw Problem.unreadable(file)
    }
    do {
      let session = try Session(json)
      return try SessionTest(session, app: app, module: options["--module"], name: name).source()
    } catch let error as SessionError {
      throw Problem.session(error)
    }
  }
}
