extension NomadError {
  /// What kind of error it is; later versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A tribe threw an error.
    public static let tribeFailed = Code(rawValue: "tribe-failed")
    /// Nothing was packed for a static call.
    public static let nothingPacked = Code(rawValue: "nothing-packed")
    /// Two tribes stand at one version, or have one once-id, or a tribe is there twice.
    public static let duplicateTarget = Code(rawValue: "duplicate-target")
    /// A tribe's target is illegal.
    public static let illegalTarget = Code(rawValue: "illegal-target")
    /// The current version is none that could be compared.
    public static let illegalCurrentVersion = Code(rawValue: "illegal-current-version")
    /// The version that the policy takes the data to have is none that could be compared, or newer than the app.
    public static let illegalBaseline = Code(rawValue: "illegal-baseline")
    /// A tribe depends on something that was not given to the migrator.
    public static let missingDependency = Code(rawValue: "missing-dependency")
    /// A tribe is late, and the policy lets nothing run then.
    public static let lateTribe = Code(rawValue: "late-tribe")
    /// There is a ledger, or may be, and it could not be read.
    public static let ledgerUnreadable = Code(rawValue: "ledger-unreadable")
    /// What a predecessor kept could not be read.
    public static let predecessorUnreadable = Code(rawValue: "predecessor-unreadable")
    /// The ledger does not hold what was written to it.
    public static let ledgerDamaged = Code(rawValue: "ledger-damaged")
    /// The ledger was written by a newer version of this library.
    public static let ledgerNewerFormat = Code(rawValue: "ledger-newer-format")
    /// The ledger could not be written.
    public static let ledgerWriteFailed = Code(rawValue: "ledger-write-failed")
    /// The ledger has other records than those that are to be moved to it.
    public static let ledgerNotEmpty = Code(rawValue: "ledger-not-empty")
    /// Another run on the ledger took longer than this one waits.
    public static let ledgerBusy = Code(rawValue: "ledger-busy")
    /// It is not known where the ledger is.
    public static let ledgerLocationUnknown = Code(rawValue: "ledger-location-unknown")
    /// A contract tribe met a host that needs the old shape of the data.
    public static let shapeInUse = Code(rawValue: "shape-in-use")
    /// The policy keeps a tribe on hold: see ``MigrationPolicy/hold``.
    public static let onHold = Code(rawValue: "on-hold")
    /// A tribe requires a tribe that cannot run before it: see ``Tribe/requires``.
    public static let requiredTribe = Code(rawValue: "required-tribe")
    /// Something is missing that tribes require: see ``MigrationRequirement``.
    public static let notReady = Code(rawValue: "not-ready")
    /// A snapshot could not be taken or read: see ``SnapshotPolicy``.
    public static let snapshotFailed = Code(rawValue: "snapshot-failed")
    /// A snapshot could not be restored.
    public static let restoreFailed = Code(rawValue: "restore-failed")
    /// A restore was interrupted, and the process that migrates has to finish it first.
    public static let restoreUnfinished = Code(rawValue: "restore-unfinished")
    /// The data is not ready for its readers: another process has to migrate it first.
    public static let migrationRequired = Code(rawValue: "migration-required")
    /// The task was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The run's deadline passed.
    public static let deadlinePassed = Code(rawValue: "deadline-passed")
    /// The system suspends the process, or did so during the run: run again when the app is active.
    public static let suspended = Code(rawValue: "suspended")
    /// The process died during a tribe too often, and the policy does not start it again.
    public static let quarantined = Code(rawValue: "quarantined")
    /// The ledger knows tribes of a newer app, and the policy lets nothing run then.
    public static let ledgerNewerThanApp = Code(rawValue: "ledger-newer-than-app")
    /// The ledger has records of another module's tribes where those of the registry's should be.
    public static let recordedByOtherModule = Code(rawValue: "recorded-by-other-module")
    /// A checkpoint is larger than one may be.
    public static let checkpointTooLarge = Code(rawValue: "checkpoint-too-large")
    /// A checkpoint was saved when the tribe had ended already.
    public static let attemptEnded = Code(rawValue: "attempt-ended")
    /// A tribe started a run on the ledger of the run that it is a part of.
    public static let reentrant = Code(rawValue: "reentrant")
  }
}

extension NomadError.Code: CustomStringConvertible {
  /// The stable name of the code.
  public var description: String { rawValue }
}
