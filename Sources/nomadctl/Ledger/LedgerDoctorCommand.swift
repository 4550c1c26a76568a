#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadRepair
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl ledger doctor`, which says what a repair would do, and repairs a ledger if asked.
  struct LedgerDoctorCommand: AsyncParsableCommand {
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
    var startOver = false

    @OptionGroup
    var options: LedgerOptions

    func validate() throws {
      if !repair, startOver { throw ValidationError("--start-over needs --repair.") }
    }

    func run() async throws {
      let account = try options.account()
      guard let problem = account.problem else { return try reportHealth(of: account) }
      guard account.isLedger else {
        say("this is not a ledger")
        throw repair ? Failure("not repaired: this is not a ledger") : ExitCode.failure
      }
      say("no tribe runs: \(problem.text)")
      for (line, reason) in account.damage { say(reason, line: line) }
      if repair { return try await repair(account) }
      if case .newer = problem {
        say("use a newer version of the app")
      } else if let table = account.table {
        say("put a good copy of the database in its place, or correct the table \(table) with sqlite3")
      } else {
        let kept = account.history.records.count
        say(kept == 0 ? "a repair starts with an empty ledger" : "a repair keeps \(kept.counted("record"))")
        sayConsequences(of: account)
        let option = kept == 0 ? "--repair --start-over" : "--repair"
        let command = "nomadctl ledger doctor \(option) \(options.file)"
        say("if you have a good copy, put it in its place; otherwise run: \(command)")
      }
      throw ExitCode.failure
    }

    private func reportHealth(of account: LedgerAccount) throws {
      if let restore = account.restore {
        say("no tribe runs: \(restore)")
        throw ExitCode.failure
      }
      let (records, tribes) = (account.history.records, TribeStory.all(in: account.history, isOver: true))
      say("healthy: \(records.count.counted("record")) of \(tribes.count.counted("tribe"))")
      guard case .unusable(let error) = account.lock else { return }
      say("no tribe runs, because no run can take the lock: \(error)")
      throw ExitCode.failure
    }

    private func repair(_ account: LedgerAccount) async throws {
      if account.isTable { throw Failure("not repaired: the ledger is in a database; put a good copy in its place") }
      do {
        guard let repair = try await options.ledger.repair(startingOver: startOver) else {
          return say("no longer damaged: nothing was changed")
        }
        let kept = repair.kept
        say("repaired: " + (kept == 0 ? "started with an empty ledger" : "kept \(kept.counted("record"))"))
        if let copy = repair.damagedFile { say("the damaged file is now \(copy.path)") }
        sayConsequences(of: account)
      } catch let error as NomadError {
        switch error.code {
        case .ledgerBusy: throw Failure("not repaired: \(error.message) Close the app and try again.")
        case .ledgerDamaged:
          throw Failure("not repaired: no record can be read; with --start-over, every tribe runs again")
        default: throw Failure("not repaired: \(error.message)")
        }
      }
    }

    /// Prints the effects of a repair on the app.
    private func sayConsequences(of account: LedgerAccount) {
      if account.history.records.isEmpty { say("every tribe runs again, on data that has already been migrated") }
      for (tribe, isLate) in account.runAgain { say("runs again\(isLate ? ", late" : ""): \(tribe)") }
      guard !account.history.records.isEmpty else { return }
      if !account.missing.isEmpty {
        say("runs again: each tribe whose only end was in a lost record")
        say("counts as done: each tribe that was reverted or forgotten in a lost record")
      }
      if account.history.isFirstStart { say("a run treats the ledger as a first start") }
    }

    private func say(_ text: String, line: Int? = nil) {
      Console.output.write("\(options.file.printable)\(line.map { ":\($0)" } ?? ""): \(text.printable)\n")
    }
  }
#endif
