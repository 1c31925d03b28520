import Foundation
import KalugaArchitecture

@main
enum Main {
  static func main() {
    do {
      print(try ReplayCommand.output(Array(CommandLine.arguments.dropFirst())), terminator: "")
    } catch {
      var standardError = StandardError()
      print("kaluga-replay: \(error)".escapingControlCharacters(), to: &standardError)
      exit(2)
    }
  }
}
