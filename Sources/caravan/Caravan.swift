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
        try await Caravan(folder: NotesFolder(at: arguments.data), accident: arguments.accident).travel()
      }
    } catch {
      FileHandle.standardError.write(Data("caravan: error: \(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  let folder: NotesFolder
  let accident: Accident?

  private func travel() async throws {
    print("Caravan, a notes app at version \(Self.currentVersion). Its data: \(folder.root.path)")
    if try folder.isEmpty {
      try folder.plantOldData()
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
    try await start(number)
    try show("Data after the migration")
    try await start(number + 1)
    print("Nothing was pending but what runs every time.")
  }

  /// Performs one start of the app, and returns whether the data is ready to use.
  ///
  /// A failure without an accident is thrown.
  @discardableResult
  private func start(_ number: Int, with accident: Accident? = nil) async throws -> Bool {
    printTitle("Start \(number)")
    let nomad = Nomad(
      .generated,
      ledger: .file(at: folder.ledger),
      currentVersion: .exactly(Self.currentVersion)
    ).providing(folder.meeting(accident))
    print(try await nomad.plan(), terminator: "\n\n")
    do throws(NomadError) {
      let report = try await nomad.migrate { print("  \($0)") }
      let names = report.migrated.map(\.name).joined(separator: ", ")
      print("\nDone: \(report.migrated.count) ran (\(names)). The app can use its data.")
      return true
    } catch {
      print("\nStopped: \(error.message)\nAdvice:  \(error.advice)")
      if accident == nil { throw error }
      return false
    }
  }

  private func show(_ title: String) throws {
    printTitle(title)
    for line in try folder.listing() { print(line) }
  }

  private func printTitle(_ text: String) {
    print("\n── \(text) " + String(repeating: "─", count: max(0, 72 - text.count)))
  }
}
