extension NomadError {
  /// Returns the error for a file that cannot be used.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - problem: The reason.
  ///   - hasRecords: Whether any record can be read, so that a repair has something to keep.
  /// - Returns: The error, with advice for this case.
  static func unusable(_ path: String, _ problem: LedgerProblem, hasRecords: Bool = true) -> NomadError {
    let remedy = hasRecords ? repair : beginAnew
    return unusable(path, problem, advice: "Nothing was run and the file was not touched. \(remedy)")
  }

  private static func unusable(_ path: String, _ problem: LedgerProblem, advice: String) -> NomadError {
    let (code, message, advice) =
      switch problem {
      case .damaged(let reason):
        (Code.ledgerDamaged, "The ledger \(path) is damaged: \(reason).", advice)
      case .lost(let first, let last):
        (
          Code.ledgerDamaged,
          "The ledger \(path) is damaged: it ends before record \(first), although it had \(records(last)).",
          advice
        )
      case .gone(let acknowledged):
        (
          Code.ledgerDamaged,
          "The ledger \(path) is missing, although it had \(records(acknowledged)).",
          "Nothing was run. Put the ledger back. To begin as on a fresh install instead, call "
            + "repair(orBeginAnew: true) on it: every tribe then runs again, on data that may already be migrated."
        )
      case .moved:
        (
          Code.ledgerDamaged,
          "The ledger \(path) was moved to another ledger. Its file is now \(path).moved.",
          "Nothing was run. Run a version of the app that uses the other ledger. If this is a fresh install, remove "
            + "\(path).moved and \(path).lock."
        )
      case .newer(let reason):
        (
          Code.ledgerNewerFormat,
          "The ledger \(path) was written by a newer version of Nomad: \(reason).",
          "Nothing was run and the file was not touched. Run a newer version of the app."
        )
      }
    return NomadError(code, message, advice: advice, underlying: problem)
  }

  private static func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }

  private static let repair =
    "Restore a copy of the ledger together with the data of the same time, or call repair() on the ledger, which keeps "
    + "every record that can be read, and the damaged file beside it. Tribes whose records are lost run again."

  private static let beginAnew =
    "No record in it can be read. Restore a copy of the ledger together with the data of the same time. To begin as on "
    + "a fresh install instead, call repair(orBeginAnew: true) on the ledger, which keeps the damaged file beside it: "
    + "every tribe then runs again."

  /// Returns the error for a ledger that has other records, so that another ledger cannot be moved to it.
  static func notEmpty(_ ledger: String, _ source: String) -> NomadError {
    NomadError(
      .ledgerNotEmpty,
      "The ledger \(source) cannot be moved to \(ledger), which has other records.",
      advice: "Nothing was changed. Find out which ledger is correct, then remove or rename the other one."
    )
  }

  /// Returns the error for a missing ledger whose records are not in the ledger that it was moved to.
  static func movedAway(_ path: String, _ ledger: String) -> NomadError {
    NomadError(
      .ledgerDamaged,
      "The ledger \(path) was moved or is missing, and \(ledger) has no records.",
      advice: "Nothing was run. If this is a fresh install, remove \(path).moved and \(path).lock. If the data is "
        + "older, such as from a backup, rename \(path).moved to \(path) if that is its ledger."
    )
  }

  /// Returns the error for a ledger of which no record can be kept.
  static func unrepairable(_ path: String, isThere: Bool) -> NomadError {
    NomadError(
      .ledgerDamaged,
      isThere
        ? "No record of the ledger \(path) can be read, so there is nothing to repair."
        : "The ledger \(path) is missing, so there is nothing to repair.",
      advice: "Put a good copy in its place. To treat the data as that of a fresh install, call "
        + "repair(orBeginAnew: true) instead."
    )
  }

  /// The name in messages of an unknown holder of the lock.
  static let unknownHolder = "an unknown process"

  static func busy(_ path: String, _ holder: String?) -> NomadError {
    NomadError(
      .ledgerBusy,
      "Another run used the ledger \(path) for longer than this run waits. It is held by \(holder ?? unknownHolder).",
      advice: "Nothing was run. Run again when the other run has ended."
    )
  }

  static func writeFailed(_ path: String, _ error: SystemError) -> NomadError {
    NomadError(
      .ledgerWriteFailed,
      "The ledger \(path) could not be written: \(error).",
      advice: adviceAfterFailedWrite(error),
      underlying: error
    )
  }

  private static func adviceAfterFailedWrite(_ error: SystemError) -> String {
    switch error {
    case .changed: "Let only the app write the ledger and its lock, and run again."
    case .tooLarge: "Let tribes save fewer and smaller checkpoints, and run again."
    case _ where error.place == nil: "Make room or give access, and run again."
    default: "Free disk space, grant access or remove the file at that path, then run again."
    }
  }

  /// Returns the error for a text that is too long for a record.
  static func textTooLong(_ what: String, _ text: String, limit: Int) -> NomadError {
    NomadError(
      .ledgerWriteFailed,
      "The \(what) \(text.prefix(40).debugDescription)… has \(text.utf8.count) bytes, and a ledger keeps \(limit).",
      advice: "Nothing was written. Use a shorter text, and run again."
    )
  }

  static func unlockable(_ path: String, _ error: SystemError) -> NomadError {
    NomadError(
      .ledgerWriteFailed,
      "The lock \(path).lock could not be taken: \(error).",
      advice: [.notALock, .newerLock].contains(error)
        ? "Nothing was run. Give the ledger another name, or move that file away, and run again."
        : "Nothing was run. Make sure that files can be made and locked in that folder, and run again.",
      underlying: error
    )
  }

  /// Returns the error for a default ledger without a name.
  static func ledgerNotNamed(_ modules: [String]) -> NomadError {
    NomadError(
      .ledgerLocationUnknown,
      modules.isEmpty
        ? "A program without a bundle has no default ledger of its own."
        : "The tribes are of several modules (\(modules.joined(separator: ", "))), so the ledger has no default name.",
      advice:
        "Nothing was run. Name the ledger: Nomad(registry, name: \"com.example.notes\"), or ledger: .file(at: url). "
        + "To continue with the ledger that one module had alone, give the name of that module. With any other name, "
        + "everything runs again."
    )
  }

  /// Returns the error for an extension that would use a default ledger of its own.
  static func ledgerOfExtension(_ bundle: String?) -> NomadError {
    NomadError(
      .ledgerLocationUnknown,
      "The extension \(bundle ?? "without an identifier") has no default ledger. "
        + "With one of its own, it would run every tribe again.",
      advice: "Nothing was run. Give it the app's ledger, as in ledger: .file(inAppGroup: \"group.…\"), and the role "
        + ".observer. If its data is its own, give it a ledger beside that: .file(at: url)."
    )
  }

  static func locationUnknown(_ reason: String) -> NomadError {
    NomadError(
      .ledgerLocationUnknown,
      "The place of the ledger is not known: \(reason)",
      advice: "Nothing was run. Give the migrator a ledger at a place of your choice: .file(at: url)."
    )
  }
}

extension SystemError {
  /// There is something other than a regular file at the path.
  static var notRegular: SystemError { SystemError(call: "it is not a regular file", number: 0) }
  /// The file has more bytes than a ledger may have.
  static var tooLarge: SystemError { SystemError(call: "it is too large to be a ledger", number: 0).beforeChange }
  /// A process that does not hold the lock changed the file.
  static var changed: SystemError {
    SystemError(call: "another program changed it without holding its lock", number: 0)
  }
  /// The lock's file is removed or replaced repeatedly.
  static var lockReplaced: SystemError {
    SystemError(call: "another program keeps removing or replacing its file", number: 0)
  }
  /// An earlier write of the session failed.
  static var broken: SystemError { SystemError(call: "an earlier write failed", number: 0) }
  /// There is another program's file at the path of the lock's file.
  static var notALock: SystemError { SystemError(call: "the existing file was not written by Nomad", number: 0) }
  /// The lock's file has a newer format than this version can read.
  package static var newerLock: SystemError {
    SystemError(
      call: "the existing file was written by a newer version of Nomad",
      number: 0
    )
  }
  /// The session has ended.
  static var closed: SystemError { SystemError(call: "the access has ended", number: 0) }
}
