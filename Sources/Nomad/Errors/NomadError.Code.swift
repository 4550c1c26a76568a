extension NomadError {
  /// The kind of an error.
  ///
  /// Later versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A tribe threw an error.
    public static var tribeFailed: Code { Code(rawValue: "tribe-failed") }
    /// A static method was called before `pack` had set any tribes.
    public static var nothingPacked: Code { Code(rawValue: "nothing-packed") }
    /// Two tribes have the same version or once-id, or the registry lists a tribe twice.
    public static var duplicateTarget: Code { Code(rawValue: "duplicate-target") }
    /// A tribe's target is illegal.
    public static var illegalTarget: Code { Code(rawValue: "illegal-target") }
    /// No tribe of the registry has the target up to which a run should go.
    public static var unknownTarget: Code { Code(rawValue: "unknown-target") }
    /// The data is beyond the target up to which a run should go.
    public static var beyondTarget: Code { Code(rawValue: "beyond-target") }
    /// Something has to be awaited in `migrateSynchronously()` or `planSynchronously()`, such as a tribe.
    public static var notSynchronous: Code { Code(rawValue: "not-synchronous") }
    /// A database's schema cannot be compared with the one that the tribes make: see `hasSchemaChanges()` of NomadGRDB.
    public static var schemaNotComparable: Code { Code(rawValue: "schema-not-comparable") }
    /// The current version is not a version that can be compared.
    public static var illegalCurrentVersion: Code { Code(rawValue: "illegal-current-version") }
    /// The baseline is not a version that can be compared, or it is newer than the app.
    public static var illegalBaseline: Code { Code(rawValue: "illegal-baseline") }
    /// The data is older than the policy supports: see ``MigrationPolicy/oldest``.
    public static var dataTooOld: Code { Code(rawValue: "data-too-old") }
    /// The policy's oldest version cannot tell how old the data is: see ``MigrationPolicy/oldest``.
    public static var illegalOldest: Code { Code(rawValue: "illegal-oldest") }
    /// The migrator has no value for a dependency of a tribe.
    public static var missingDependency: Code { Code(rawValue: "missing-dependency") }
    /// A tribe is late, and the policy then allows no run.
    public static var lateTribe: Code { Code(rawValue: "late-tribe") }
    /// The ledger could not be read, or it is unknown whether there is one.
    public static var ledgerUnreadable: Code { Code(rawValue: "ledger-unreadable") }
    /// The records of a predecessor could not be read.
    public static var predecessorUnreadable: Code { Code(rawValue: "predecessor-unreadable") }
    /// The ledger was changed, cut short or removed, or its records were moved to another ledger.
    public static var ledgerDamaged: Code { Code(rawValue: "ledger-damaged") }
    /// The ledger was written by a newer version of this library.
    public static var ledgerNewerFormat: Code { Code(rawValue: "ledger-newer-format") }
    /// The ledger could not be written.
    public static var ledgerWriteFailed: Code { Code(rawValue: "ledger-write-failed") }
    /// The ledger already has records other than those that would be moved to it.
    public static var ledgerNotEmpty: Code { Code(rawValue: "ledger-not-empty") }
    /// Another run used the ledger for longer than this one waits.
    public static var ledgerBusy: Code { Code(rawValue: "ledger-busy") }
    /// The location of the ledger is not known.
    public static var ledgerLocationUnknown: Code { Code(rawValue: "ledger-location-unknown") }
    /// A tribe that the ledger may postpone has to wait: see ``Ledger/mayPostpone(_:)``.
    ///
    /// The tribe itself or the ledger throws this error. The run then continues with the next tribe.
    public static var postponed: Code { Code(rawValue: "postponed") }
    /// The policy keeps a tribe on hold: see ``MigrationPolicy/hold``.
    public static var onHold: Code { Code(rawValue: "on-hold") }
    /// A tribe requires a tribe that cannot run before it: see ``Tribe/requires``.
    public static var requiredTribe: Code { Code(rawValue: "required-tribe") }
    /// A tribe merges others in a way that cannot be right: see ``Tribe/merges``.
    public static var mergedTribe: Code { Code(rawValue: "merged-tribe") }
    /// A tribe cannot be reverted, so nothing was: see `NomadReverting`.
    public static var notRevertible: Code { Code(rawValue: "not-revertible") }
    /// A requirement of the run is not met: see <doc:Policies#Requirements>.
    public static var notReady: Code { Code(rawValue: "not-ready") }
    /// A snapshot could not be taken or read: see <doc:Snapshots>.
    public static var snapshotFailed: Code { Code(rawValue: "snapshot-failed") }
    /// A snapshot could not be restored.
    public static var restoreFailed: Code { Code(rawValue: "restore-failed") }
    /// A restore was interrupted.
    ///
    /// The process that migrates must finish it first.
    public static var restoreUnfinished: Code { Code(rawValue: "restore-unfinished") }
    /// The data is not ready for its readers.
    ///
    /// Another process must migrate it first.
    public static var migrationRequired: Code { Code(rawValue: "migration-required") }
    /// The task was cancelled.
    public static var cancelled: Code { Code(rawValue: "cancelled") }
    /// The run's deadline passed.
    public static var deadlinePassed: Code { Code(rawValue: "deadline-passed") }
    /// The system suspended the process during the run, or was about to.
    ///
    /// Run again when the app is active.
    public static var suspended: Code { Code(rawValue: "suspended") }
    /// The process died too often during a tribe, and the policy does not start the tribe again.
    public static var quarantined: Code { Code(rawValue: "quarantined") }
    /// The ledger has tribes of a newer app, and the policy then allows no run.
    public static var ledgerNewerThanApp: Code { Code(rawValue: "ledger-newer-than-app") }
    /// Records of another module's tribes would decide which tribes of the registry run.
    public static var recordedByOtherModule: Code { Code(rawValue: "recorded-by-other-module") }
    /// A checkpoint's value or name is too large, or a tribe uses too many names.
    public static var checkpointTooLarge: Code { Code(rawValue: "checkpoint-too-large") }
    /// A checkpoint was saved after its tribe had ended.
    public static var attemptEnded: Code { Code(rawValue: "attempt-ended") }
    /// A run or an access started inside of another one on the same ledger, for which it would wait.
    public static var reentrant: Code { Code(rawValue: "reentrant") }
  }
}

extension NomadError.Code: CustomStringConvertible {
  /// The stable name of the code.
  public var description: String { rawValue }
}
