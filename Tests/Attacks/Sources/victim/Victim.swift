import Foundation

@testable import Nomad

/// Migrates with ten tribes in a folder, and records its actions there in three journals.
///
/// `effects` has a line for each tribe that ran: whether the tribe knows that it had begun before, and its checkpoint.
/// `saved` has a line for each tribe that saved the number of its attempt. `acknowledged` has a line for each of these
/// that was acknowledged.
///
///     victim FOLDER [OPTION=VALUE …]
///
/// The arguments can also be lines of the environment variable `NOMAD_VICTIM`.
///
/// The exit code is 0 if the run completed, and 3 if it stopped with an error, which it prints.
@main
enum Victim {
  static func main() async {
    let lines = ProcessInfo.processInfo.environment["NOMAD_VICTIM"]?.split(separator: "\n").map(String.init)
    let options = VictimOptions(lines ?? Array(CommandLine.arguments.dropFirst()))
    do {
      try await migrate(options)
    } catch {
      print(error)
      exit(3)
    }
  }

  private static func migrate(_ options: VictimOptions) async throws {
    let acknowledged = Journal("acknowledged", in: options.journals)
    var nomad = Nomad(
      options.merges ? mergedRegistry(options) : registry(options),
      ledger: .file(at: options.folder.appendingPathComponent("nomad.ledger")),
      policy: MigrationPolicy(quarantine: .never)
    )
    if options.expires { nomad.activitySystem = ExpiryThread.system(in: options.folder) }
    try await nomad.migrate { event in
      if case .finished(let entry, _) = event { acknowledged.note(entry.name) }
    }
  }

  /// Writes into a folder until the disk is full, and then throws.
  private static func fill(_ folder: URL) throws {
    let file = open(folder.appendingPathComponent("filler").path, O_WRONLY | O_CREAT, 0o600)
    var size = 4_096
    while size > 0 {
      if write(file, Array(repeating: 0, count: size), size) < 0 { size /= 2 }
    }
    throw POSIXError(.ENOSPC)
  }

  /// Returns a registry with one tribe that has the work and the target of the last of them, and merges all.
  private static func mergedRegistry(_ options: VictimOptions) -> TribeRegistry {
    let effects = Journal("effects", in: options.journals)
    let target = TribeTarget.literal("\(options.tribes).0.0")
    guard let order = try? target.position() else { exit(5) }
    return TribeRegistry(_module: "Victim") { tribes in
      tribes.add("Merged", target: target, position: order) {
        for number in 1...options.tribes {
          if try !TribeAttempt.wasDone("\(number).0.0") { effects.note("Tribe_\(number) merged 0") }
        }
      }
      for number in 1...options.tribes {
        let text = "\(number).0.0"
        if let merged = try? TribeTarget.literal(text).position() { tribes.merges(text, at: merged) }
      }
    }
  }

  private static func registry(_ options: VictimOptions) -> TribeRegistry {
    let (effects, saved) = (Journal("effects", in: options.journals), Journal("saved", in: options.journals))
    return TribeRegistry(_module: "Victim") { tribes in
      for number in 1...options.tribes {
        let name = "Tribe_\(number)"
        let target = TribeTarget.literal("\(number).0.0")
        guard let order = try? target.position() else { exit(5) }
        tribes.add(name, target: target, position: order) {
          let attempt = TribeAttempt.current
          let before = try attempt?.checkpoint("half", as: Int.self) ?? 0
          let isKnown = attempt?.wasInterrupted == true || attempt?.previousError != nil
          effects.note("\(name) \(isKnown ? "again" : "anew") \(before)")
          let current = attempt?.number ?? 0
          try await attempt?.save(current, as: "half")
          saved.note("\(name) \(current)")
          if options.padding > 0 {
            try await attempt?.save(String(repeating: "x", count: options.padding), as: "padding")
          }
          if let clock = options.clock { try Data("\(number % 2 == 0 ? "-" : "+")10y\n".utf8).write(to: clock) }
          if name == options.fills { try fill(options.folder) }
          guard name == options.dies else { return }
          for checkpoint in 0..<options.checkpoints { try await attempt?.save(checkpoint, as: "more") }
          kill(getpid(), SIGKILL)
        }
      }
      guard let source = options.source else { return }
      tribes.add("Index", target: .whenChanged("index"), position: .whenChanged("index")) {
        let index = options.folder.appendingPathComponent("index")
        try Data("\(source) half\n".utf8).write(to: index)
        try await TribeAttempt.current?.save(source, as: "half")
        try Data("\(source) whole\n".utf8).write(to: index)
      }
      tribes.source("000000000000000\(source)")
    }
  }
}
