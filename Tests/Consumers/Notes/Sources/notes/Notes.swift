import Foundation
import GRDB
import Nomad
import NotesData

/// `notes FILE [VERSION]`: upgrades the notes in a file to a version of the app, and prints the tribes that ran.
@main enum Notes {
  static func main() async {
    do {
      try await run(CommandLine.arguments)
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    guard arguments.count > 1 else { return print("usage: notes FILE [VERSION]") }
    let store = NoteStore(try DatabasePool(path: arguments[1]))
    let version: CurrentVersion = arguments.count > 2 ? .exactly(arguments[2]) : .unlimited
    for tribe in try await store.nomad(at: version).migrate().migrated { print("\(tribe.target) \(tribe.name)") }
  }
}
