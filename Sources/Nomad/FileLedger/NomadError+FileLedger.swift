package import NomadFiles

extension NomadError {
  /// Returns the error for a file that cannot be used.
  package static func unusable(_ path: String, _ problem: LedgerProblem) -> NomadError {
    var code = Code.ledgerDamaged
    var advice =
      "Nothing was run and the file was not touched. Restore a copy of the ledger together with the data of the same "
      + "time. Otherwise import NomadRepair and call repair() on the ledger, which keeps the records before the damage, "
      + "and the damaged file beside it. Tribes that finished later run again. If the damage is so early that the ledger "
      + "would look new, only repair(startingOver: true) helps, and then tribes run again that ran long ago."
    let message: String
    switch problem {
    case .damaged(let reason): message = "is damaged: \(reason)."
    case .lost(let first, let last):
      message = "is damaged: it ends before record \(first), although it had \(records(last))."
    case .gone(let acknowledged):
      message = "is missing, although it had \(records(acknowledged))."
      advice =
        "Nothing was run. Put the ledger back. To begin as on a fresh install instead, import NomadRepair and call "
        + "repair(startingOver: true) on it: every tribe then runs again, on data that may already be migrated."
    case .moved:
      message = "was moved to another ledger. Its file is now \(path).moved."
      advice =
        "Nothing was run. Run a version of the app that uses the other ledger. If this is a fresh install, remove "
        + "\(path).moved and \(path).lock."
    case .newer(let reason):
      code = .ledgerNewerFormat
      message = "was written by a newer version of Nomad: \(reason)."
      advice = "Nothing was run and the file was not touched. Run a newer version of the app."
    }
    return NomadError(code, "The ledger \(path) \(message)", advice: advice, underlying: problem)
  }

  private static func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }

  /// The name in messages of an unknown holder of the lock.
  static let unknownHolder = "an unknown process"

  static func busy(_ path: String, _ holder: String?) -> NomadError {
    NomadError(
      .ledgerBusy,
      "Another run used the ledger \(path) for longer than this run waits. It is held by \(holder ?? unknownHolder).",
      advice: "Nothing was run. Run again when the other run has ended."
    )
  }

  package static func writeFailed(_ path: String, _ error: SystemError) -> NomadError {
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
      advice: "Nothing was run. Give it the app's ledger, as in ledger: .file(inAppGroup: \"group.…\"), and call "
        + "waitUntilMigrated() in place of migrate(). If its data is its own, give it a ledger beside that: .file(at: url)."
    )
  }

  static func noContainer(of group: String) -> NomadError {
    NomadError(
      .ledgerLocationUnknown,
      "The system returned no container for the app group \(group).",
      advice: "Nothing was run. Check that the entitlements of this program contain the group, and try again."
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
  /// Whether the call failed for lack of room before the ledger was changed, so that something smaller can still be
  /// written.
  var isRefusal: Bool { isBeforeChange && (isWithoutRoom || self == .tooLarge) }

  /// There is something other than a regular file at the path.
  static var notRegular: SystemError { SystemError(call: "it is not a regular file", number: 0) }
  /// The file has more bytes than a ledger may have.
  package static var tooLarge: SystemError {
    SystemError(call: "it is too large to be a ledger", number: 0).beforeChange
  }
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
  static var newerLock: SystemError {
    SystemError(
      call: "the existing file was written by a newer version of Nomad",
      number: 0
    )
  }
  /// The session has ended.
  static var closed: SystemError { SystemError(call: "the access has ended", number: 0) }
}
