#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl ledger doctor`, which says what a repair would do, and repairs a ledger if asked.
  struct LedgerDoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: "Show what a repair of a damaged ledger would keep and lose, and repair it if asked.",
      discussion: """
        Exit code 0: every run accepts the ledger. Exit code 1: no run accepts it. Exit code 2: the ledger cannot be \
        read, or cannot be repaired.

        Without --repair, the command changes nothing. A repair first copies the damaged file durably to \
        FILE.damaged-N beside it, and then keeps every record that can be read. It refuses while another process holds \
        the ledger, and never repairs a ledger in a database, or a file that is not a ledger.
        """
    )

    @Flag(help: "Repair the ledger if it is damaged.")
    var repair = false

    @Flag(
      help: """
        With --repair: if no record can be read, start with an empty ledger. Every tribe then runs again, on data that \
        has already been migrated.
        """
    )
    var beginAnew = false

    @OptionGroup
    var options: LedgerOptions

    func validate() throws {
      if !repair, beginAnew { throw ValidationError("--begin-anew needs --repair.") }
    }

    func run() throws {
      let account = try options.account()
      guard let problem = account.problem else {
        let (records, tribes) = (account.history.records, TribeStory.all(in: account.history, isOver: true))
        write(["healthy: \(records.count.counted("record")) of \(tribes.count.counted("tribe"))"])
        guard case .unusable(let error) = account.lock else { return }
        write(["no tribe runs, because no run can take the lock: \(error)"])
        throw ExitCode.failure
      }
      guard account.isLedger else {
        write(["this is not a ledger"])
        throw repair ? Failure("not repaired: this is not a ledger") : ExitCode.failure
      }
      write(["no tribe runs: \(problem.text)"])
      for (line, reason) in account.damage {
        Console.output.write("\(options.file.printable)\(line.map { ":\($0)" } ?? ""): \(reason.printable)\n")
      }
      if !repair { try advise(account, problem) }
      if account.isTable {
        throw Failure(
          "not repaired: the ledger is in a database; put a good copy in its place, or correct the table with sqlite3"
        )
      }
      try repair(account)
    }

    private func advise(_ account: LedgerAccount, _ problem: LedgerProblem) throws -> Never {
      if case .newer = problem {
        write(["use a newer version of the app"])
      } else if account.isTable {
        write(["put a good copy of the database in its place, or correct the table nomad_ledger with sqlite3"])
      } else {
        let kept = account.history.records.count
        write([kept == 0 ? "a repair starts with an empty ledger" : "a repair keeps \(kept.counted("record"))"])
        write(consequences(of: account))
        let option = kept == 0 ? "--repair --begin-anew" : "--repair"
        write([
          "if you have a good copy, put it in its place; otherwise run: nomadctl ledger doctor \(option) "
            + options.file.printable
        ])
      }
      throw ExitCode.failure
    }

    private func repair(_ account: LedgerAccount) throws {
      let (ledger, beginsAnew) = (options.ledger, beginAnew)
      do {
        guard let repair = try Blocking.run({ try await ledger.repair(orBeginAnew: beginsAnew) }) else {
          write(["no longer damaged: nothing was changed"])
          return
        }
        write([
          repair.kept == 0
            ? "repaired: started with an empty ledger" : "repaired: kept \(repair.kept.counted("record"))"
        ])
        if let copy = repair.damagedFile { write(["the damaged file is now \(copy.path.printable)"]) }
        write(consequences(of: account))
      } catch let error as NomadError {
        switch error.code {
        case .ledgerBusy: throw Failure("not repaired: \(error.message) Close the app and try again.")
        case .ledgerDamaged:
          throw Failure(
            "not repaired: no record can be read; put a good copy in its place, or add --begin-anew, and every tribe "
              + "runs again"
          )
        default: throw Failure("not repaired: \(error.message)")
        }
      }
    }

    /// Returns the effects of a repair on the app.
    private func consequences(of account: LedgerAccount) -> [String] {
      if account.history.records.isEmpty { return ["every tribe runs again, on data that has already been migrated"] }
      var lines = account.runAgain.map { "runs again\($0.isLate ? ", late" : ""): \($0.tribe.printable)" }
      if !account.missing.isEmpty { lines.append("runs again: each tribe whose only end was in a lost record") }
      if account.history.isFirstStart { lines.append("a run treats the ledger as a first start") }
      return lines
    }

    private func write(_ lines: [String]) {
      for line in lines { Console.output.write("\(options.file.printable): \(line)\n") }
    }
  }
#endif
