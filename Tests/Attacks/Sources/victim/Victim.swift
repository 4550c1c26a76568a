import Foundation
import Nomad

/// Migrates with ten tribes in a folder, and says there what it did: `effects` has a line for each tribe that ran,
/// `acknowledged` one for each of which that is acknowledged.
///
///     victim FOLDER
///
/// It exits with 0 if the run completed, and with 3 if it stopped with an error, which it prints.
@main
enum Victim {
  static func main() async {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
    let (effects, acknowledged) = (Journal(folder, "effects"), Journal(folder, "acknowledged"))
    let registry = TribeRegistry(module: "Victim") { tribes in
      for number in 1...10 {
        let name = "Tribe_\(number)"
        let target = TribeTarget.literal("\(number).0.0")
        guard let order = try? target.order() else { exit(5) }
        tribes.add(name, target: target, order: order) {
          let attempt = TribeAttempt.current
          let resumed = try attempt?.checkpoint("half", as: Bool.self) == true
          effects.note("\(name) \(attempt?.wasInterrupted == true ? "again" : "anew") \(resumed ? "resumed" : "began")")
          try await attempt?.save(true, as: "half")
        }
      }
    }
    do {
      try await Nomad(
        registry,
        ledger: .file(at: folder.appendingPathComponent("nomad.ledger")),
        policy: MigrationPolicy(quarantine: .never)
      ).migrate { event in
        if case .finished(let entry, _) = event { acknowledged.note(entry.name) }
      }
    } catch {
      print(error)
      exit(3)
    }
  }
}
