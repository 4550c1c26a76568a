import Foundation
import Nomad

/// Migrates with ten tribes in a folder, and says there what it did: `effects` has a line for each tribe that ran,
/// `saved` one for each that noted durably how far it came, `acknowledged` one for each of which that is acknowledged.
///
///     victim FOLDER [OPTION=VALUE …]
///
/// It exits with 0 if the run completed, and with 3 if it stopped with an error, which it prints.
@main
enum Victim {
  static func main() async {
    let options = VictimOptions(CommandLine.arguments.dropFirst())
    let acknowledged = Journal("acknowledged", in: options.journals)
    do {
      try await Nomad(
        registry(options),
        ledger: .file(at: options.folder.appendingPathComponent("nomad.ledger")),
        policy: MigrationPolicy(quarantine: .never)
      ).migrate { event in
        if case .finished(let entry, _) = event { acknowledged.note(entry.name) }
      }
    } catch {
      print(error)
      exit(3)
    }
  }

  private static func registry(_ options: VictimOptions) -> TribeRegistry {
    let (effects, saved) = (Journal("effects", in: options.journals), Journal("saved", in: options.journals))
    return TribeRegistry(module: "Victim") { tribes in
      for number in 1...10 {
        let name = "Tribe_\(number)"
        let target = TribeTarget.literal("\(number).0.0")
        guard let order = try? target.order() else { exit(5) }
        tribes.add(name, target: target, order: order) {
          let attempt = TribeAttempt.current
          let resumed = try attempt?.checkpoint("half", as: Bool.self) == true
          effects.note("\(name) \(attempt?.wasInterrupted == true ? "again" : "anew") \(resumed ? "resumed" : "began")")
          try await attempt?.save(true, as: "half")
          saved.note(name)
          if options.padding > 0 {
            try await attempt?.save(String(repeating: "x", count: options.padding), as: "padding")
          }
          if let clock = options.clock { try Data("\(number % 2 == 0 ? "-" : "+")10y\n".utf8).write(to: clock) }
          guard name == options.dies else { return }
          for checkpoint in 0..<options.checkpoints { try await attempt?.save(checkpoint, as: "more") }
          kill(getpid(), SIGKILL)
        }
      }
    }
  }
}
