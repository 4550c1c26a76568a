internal import NomadFiles

extension NomadError {
  static func tribeFailed(_ tribe: TribeRegistry.Entry, _ error: any Error) -> NomadError {
    NomadError(
      .tribeFailed,
      sentence("\(tribe) failed: \(words(of: error))"),
      advice: tribe.continuation + ".",
      underlying: error
    )
  }

  /// The error for dependencies that have no value.
  package static func missingDependencies(_ missing: [MigrationPlan.MissingDependency]) -> NomadError {
    let advice = missing.reduce(into: [String]()) { all, dependency in
      let advice = dependency.advice ?? Self.providing
      if !all.contains(advice) { all.append(advice) }
    }
    return missingDependencies(missing.map(\.description), advice: advice.joined(separator: " "))
  }

  /// The error for dependencies that have no value, each in words.
  static func missingDependencies(_ missing: [String], advice: String = providing) -> NomadError {
    let list = missing.joined(separator: ", ")
    return NomadError(.missingDependency, "No value was provided for these dependencies: \(list).", advice: advice)
  }

  private static var providing: String {
    "Provide a value of exactly that type with .providing(value), or for a protocol with "
      + ".providing(value, as: (any Name).self)."
  }

  static var nothingPacked: NomadError {
    NomadError(
      .nothingPacked,
      "No tribes were packed.",
      advice: "Call Nomad.pack() first, in a target with the plugin, or use a migrator: Nomad(.generated).migrate()."
    )
  }

  /// The error for a tribe that the policy keeps on hold.
  static func onHold(_ tribe: TribeRegistry.Entry, _ key: LedgerKey) -> NomadError {
    NomadError(
      .onHold,
      "\(tribe) was not started, because the policy keeps it on hold.",
      advice:
        "The tribes before it are recorded, and those after it wait. To run it, remove \(key) from the "
        + "policy's hold."
    )
  }

  /// The error for a run with a requirement that is not met.
  package static func notReady(_ requirement: String, _ error: (any Error)?) -> NomadError {
    NomadError(
      .notReady,
      sentence(
        "The run could not begin, because it requires \(requirement)\(error.map { " (\(words(of: $0)))" } ?? "")"
      ),
      advice: "Nothing was run. Try again when the requirement is met.",
      underlying: error
    )
  }

  /// The error for a reader when tribes that it depends on have not run.
  static func migrationRequired(_ tribes: [TribeRegistry.Entry], _ alternative: String) -> NomadError {
    NomadError(
      .migrationRequired,
      "The data is not ready, because these tribes have not run: \(tribes.map(\.description).joined(separator: ", ")).",
      advice: "A process that only reads runs nothing. Start the app that migrates, then try again, \(alternative)."
    )
  }

  static func quarantined(_ tribe: TribeRegistry.Entry, deaths: Int, error: String?) -> NomadError {
    NomadError(
      .quarantined,
      "\(tribe) was not started, because the process died during it, "
        + (deaths == 1 ? "once." : "\(deaths) times in a row.")
        + (error.map { " Before that it had failed: \($0)" } ?? ""),
      advice: "The tribes before it are recorded. Offer a way to recover. A new build of the app tries again; so "
        + "does a policy with quarantine: .never."
    )
  }

  static func newerThanApp(_ newer: [String], _ version: TribeVersion?) -> NomadError {
    NomadError(
      .ledgerNewerThanApp,
      "The data comes from a newer app\(version.map { " than \($0.text)" } ?? ""), which ran these tribes: "
        + "\(newer.joined(separator: ", ")).",
      advice:
        "Nothing was run. Run the newer app, or use a policy with newerData: .run if this one can read the data. If "
        + "another module migrates with this ledger, give it one of its own."
    )
  }

  static func checkpointTooLarge(_ name: String, _ size: Int, _ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .checkpointTooLarge,
      "The checkpoint \(name) of \(tribe) has \(size) bytes as JSON.",
      advice: "Nothing was saved. Save at most \(TribeAttempt.valueLimit) bytes: a position, and not data."
    )
  }

  static func checkpointNameTooLong(_ name: String, _ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .checkpointTooLarge,
      "The name of a checkpoint of \(tribe) has \(name.utf8.count) bytes: \(name.prefix(40).debugDescription)….",
      advice: "Nothing was saved. Use at most \(LedgerRecord.nameLimit) bytes."
    )
  }

  static func tooManyCheckpoints(_ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .checkpointTooLarge,
      "\(tribe) has saved checkpoints under \(TribeAttempt.checkpointLimit) different names.",
      advice: "Nothing was saved. Use the same names again: a new value replaces the old one."
    )
  }

  static func attemptEnded(_ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .attemptEnded,
      "\(tribe) saved a checkpoint after it had ended.",
      advice: "Nothing was saved. In migrate(), wait for everything that the tribe starts."
    )
  }

  /// The error for a record that could not be written: the cause's own, if it has a code and an advice.
  private static func unwritten(
    _ message: String,
    _ error: any Error,
    code: Code = .ledgerWriteFailed,
    _ consequence: String = "",
    advice: String = "Make the ledger writable, and run again."
  ) -> NomadError {
    let cause = error as? NomadError
    return NomadError(
      cause?.code ?? code,
      sentence("\(message): \(words(of: error))"),
      advice: consequence + (cause?.advice ?? advice),
      underlying: cause?.underlying ?? error
    )
  }

  /// The error for a tribe that was not run, because its beginning could not be recorded.
  package static func notBegun(_ tribe: TribeRegistry.Entry, _ error: any Error) -> NomadError {
    unwritten("\(tribe) was not run, because its start could not be recorded", error)
  }

  /// The error for tribes that could not be marked, or for the first start.
  package static func unmarked(_ error: any Error) -> NomadError {
    unwritten("It could not be recorded which tribes count as done", error, "None of them was run. ")
  }

  package static func reentrant(_ ledger: String) -> NomadError {
    NomadError(
      .reentrant,
      "A run on \(ledger) started inside of another run or access on the same ledger, such as in a tribe.",
      advice:
        "The inner run did nothing, because it would wait for its own end. Give the inner migrator a ledger of its own."
    )
  }

  /// The error for a tribe that ran but could not be recorded.
  static func unrecorded(_ tribe: TribeRegistry.Entry, _ error: any Error) -> NomadError {
    let consequence =
      (tribe.isReverting ? "The next revert undoes it again" : "It will run again")
      + ", unless the record was written after all. "
    return unwritten("\(tribe) ran, but could not be recorded", error, consequence, advice: "Make the ledger writable.")
  }

  /// The error for a ledger that could not be read.
  package static func unreadable(_ ledger: String, _ error: any Error) -> NomadError {
    if let error = error as? NomadError { return error }
    return NomadError(
      .ledgerUnreadable,
      sentence("The ledger \(ledger) could not be read: \(words(of: error))"),
      advice: "Nothing was run, because this may not be a fresh install. "
        + adviceAfterFailedRead(error as? SystemError),
      underlying: error
    )
  }

  /// The error for a ledger or a predecessor that must be awaited, although the caller needs an answer at once.
  package static func mustBeAwaited(_ name: String) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The newest version is not known yet, because the records of \(name) must be awaited.",
      advice: "Read it from the plan of the migrator that was packed."
    )
  }

  private static func adviceAfterFailedRead(_ error: SystemError?) -> String {
    switch error {
    case .tooLarge?:
      "Put a good copy in its place. To begin as on a fresh install instead, import NomadRepair and call "
        + "repair(startingOver: true) on the ledger, which keeps the file beside it."
    case .notRegular?: "Remove what is at that path, or give the ledger another path."
    case let error? where error.isLink: "Put the file itself there."
    default: "Try again when the ledger can be read."
    }
  }

  /// The error for a ledger whose records may not be durable.
  static func unsecured(_ ledger: String, _ error: any Error) -> NomadError {
    let message = "The records of an earlier run in \(ledger) could not be made durable"
    return unwritten(
      message,
      error,
      code: error is CancellationError ? .cancelled : .ledgerWriteFailed,
      advice: "Run again."
    )
  }

  /// The error for a ledger that failed after everything had run.
  static func unfinished(_ ledger: String, _ error: any Error) -> NomadError {
    let cause = error as? NomadError
    return NomadError(
      cause?.code ?? (error is CancellationError ? .cancelled : .ledgerWriteFailed),
      sentence("The run was complete when the ledger \(ledger) failed: \(words(of: error))"),
      advice: "The tribes in the report ran. Those that are not recorded will run again.",
      underlying: cause?.underlying ?? error
    )
  }

  /// Returns this error, which stopped a run, together with the error that the ledger threw after it.
  func followed(by error: any Error, of ledger: String) -> NomadError {
    // Usually a ledger rethrows the error that it received.
    if let error = error as? NomadError, error.report != nil || error.isSame(as: self) { return error }
    if error is CancellationError { return self }
    let cause = error as? NomadError
    let both = NomadError(
      code,
      Self.sentence("\(message) Then the ledger \(ledger) failed: \(Self.words(of: error))"),
      advice: "The tribes in the report ran. Those that are not recorded will run again.",
      underlying: underlying ?? cause?.underlying ?? error
    )
    return report.map(both.with) ?? both
  }

  /// Returns the error for a run that could not begin.
  package static func notBegun(_ ledger: String, _ error: any Error) -> NomadError {
    error is CancellationError ? .cancelled(waitingFor: ledger) : .unreadable(ledger, error)
  }
}

extension TribeRegistry.Entry {
  /// The advice for a run that stopped at this tribe, without the full stop.
  var continuation: String {
    isReverting
      ? "The tribes that were reverted before it are recorded. The next revert starts with this tribe"
      : "The tribes before it are recorded. The next run starts with this tribe"
  }
}
