#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadRepair
  import NomadSources

  /// The command `nomadctl ledger doctor`, which says whether runs accept a ledger, and repairs it if asked.
  struct LedgerDoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: "Check a ledger, and repair it if asked.",
      discussion: """
        Exit code 0: every run accepts the ledger. Exit code 1: no run accepts it. Exit code 2: the ledger cannot be \
        read, or cannot be repaired.

        Without --repair, the command changes nothing. A repair keeps the records before the damage, and the damaged \
        file as FILE.damaged-N beside the ledger. It refuses while another process holds the ledger, and never repairs \
        a ledger in a database.
        """
    )

    @Flag(help: "Repair the ledger if it is damaged.")
    var repair = false

    @Flag(
      help: """
        With --repair: if there is no record before the damage, start with an empty ledger. Every tribe then runs \
        again, on data that has already been migrated.
        """
    )
    var startOver = false

    @OptionGroup
    var options: LedgerOptions

    func validate() throws {
      if !repair, startOver { throw ValidationError("--start-over needs --repair.") }
    }

    func run() async throws {
      let account = try options.account()
      guard let error = account.error else { return try reportHealth(of: account.history) }
      say(error.message, line: account.line)
      let isMoved = error.underlying as? LedgerProblem == .moved
      if account.table != nil || error.code != .ledgerDamaged || isMoved {
        say(error.advice)
        throw repair ? Failure("not repaired: nomadctl cannot repair this ledger") : ExitCode.failure
      }
      if repair { return try await repairLedger() }
      let kept = account.history.records.count
      say(kept == 0 ? "a repair starts with an empty ledger" : "a repair keeps \(kept.counted("record"))")
      sayConsequence(keeping: kept)
      if kept > 0, account.history.isFirstStart { say("a run treats the repaired ledger as a first start") }
      let option = account.history.isFirstStart ? "--repair --start-over" : "--repair"
      let command = "swift package nomad ledger doctor \(option) \(options.file)"
      say("if you have a good copy, put it in its place; otherwise run: \(command)")
      throw ExitCode.failure
    }

    private func reportHealth(of history: LedgerHistory) throws {
      if history.restoredFolder != nil {
        say("no tribe runs: a restore of a snapshot was interrupted")
        throw ExitCode.failure
      }
      say("healthy: \(history.records.count.counted("record"))")
    }

    private func repairLedger() async throws {
      do {
        guard let repair = try await options.ledger.repair(startingOver: startOver) else {
          return say("no longer damaged: nothing was changed")
        }
        let kept = repair.kept
        say("repaired: " + (kept == 0 ? "started with an empty ledger" : "kept \(kept.counted("record"))"))
        if let file = repair.damagedFile { say("the damaged file is now \(file.path)") }
        sayConsequence(keeping: kept)
      } catch let error as NomadError {
        let remedy =
          switch error.code {
          case .ledgerBusy: " Close the app and try again."
          case .ledgerDamaged: " With --start-over, tribes that already ran can run again."
          default: ""
          }
        throw Failure("not repaired: \(error.message)\(remedy)")
      }
    }

    private func sayConsequence(keeping count: Int) {
      say("\(count == 0 ? "every tribe" : "each tribe that finished later") runs again, on data that it has migrated")
    }

    private func say(_ text: String, line: Int? = nil) {
      Console.output.write("\(options.file.printable)\(line.map { ":\($0)" } ?? ""): \(text.printable)\n")
    }
  }
#endif
