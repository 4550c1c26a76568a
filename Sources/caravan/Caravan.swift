import Foundation
import Nomad

/// A small notes app that was at version 1.0.0 and is now at 2.4.0.
///
/// It starts, migrates its files, and starts again.
@main
struct Caravan {
  static let currentVersion = "2.4.0"

  static func main() async {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst(), registry: .generated)
      if arguments.wantsHelp {
        print(Arguments.help)
      } else {
        try await Caravan(arguments).travel()
      }
    } catch let error as UsageError {
      Console.fail(error.description, status: 2)
    } catch {
      Console.fail("\(error)", status: 1)
    }
  }

  private let folder: NotesFolder
  private let accident: Accident?

  private init(_ arguments: Arguments) throws {
    folder = try NotesFolder(at: arguments.data)
    accident = arguments.accident
  }

  private func travel() async throws {
    print("Caravan, a notes app at version \(Self.currentVersion). Its data: \(folder.root.path)")
    if try folder.isEmpty {
      try OldRelease(folder).plant()
      try show("Data as version 1.0.0 wrote it")
    } else {
      try show("Data as it was found")
    }

    var number = 1
    if let accident {
      let isReady = try await start(number, with: accident)
      try show("Data after the start that \(isReady ? "was to fail: that tribe ran before" : "failed")")
      number += 1
    }
    guard try await start(number) else { throw NotCompleted() }
    try show("Data after the migration")
    guard try await start(number + 1) else { throw NotCompleted() }
    print("Nothing was pending but what runs every time.")
  }

  /// Performs one start of the app, and returns whether the data is ready to use.
  private func start(_ number: Int, with accident: Accident? = nil) async throws -> Bool {
    Console.title("Start \(number)")
    let nomad = Nomad(
      .generated,
      ledger: .file(at: folder.ledger),
      currentVersion: .exactly(Self.currentVersion)
    )
    print(try await nomad.plan(), terminator: "\n\n")
    do {
      let report = try await NotesFolder.$current.withValue(folder.meeting(accident)) {
        try await nomad.migrate(observing: Console.show)
      }
      let names = report.migrated.map(\.name).joined(separator: ", ")
      print("\nDone: \(report.migrated.count) ran (\(names)). The app can use its data.")
      return true
    } catch let error as NomadError {
      print("\nStopped: \(error.message)\nAdvice:  \(error.advice)")
      return false
    }
  }

  private func show(_ title: String) throws {
    Console.title(title)
    for line in try folder.listing() { print(line) }
  }
}

/// An error for a start that should have succeeded.
///
/// The cause has already been printed.
private struct NotCompleted: Error, CustomStringConvertible {
  let description = "the data could not be migrated"
}
