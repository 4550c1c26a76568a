// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The struct `Nomad` hides the module `Nomad`, so `Nomad.Tribe` refers to a member of the struct. These aliases are
// such members. A nested alias cannot refer to a type of its own name, so it goes through an alias at file scope.

// Generated files use some of these aliases, because the user's module may declare a type with the same name.

public typealias _Nomad = Nomad
public typealias _Tribe = Tribe
public typealias _Predecessor = Predecessor
public typealias _TribeAttempt = TribeAttempt
public typealias _TribeDependency<Value: Sendable> = TribeDependency<Value>
public typealias _TribeDependencies = TribeDependencies
public typealias _TribeRegistry = TribeRegistry
public typealias _CurrentVersion = CurrentVersion
public typealias _MigrationEvent = MigrationEvent
public typealias _MigrationPhase = MigrationPhase
public typealias _MigrationPlan = MigrationPlan
public typealias _MigrationPolicy = MigrationPolicy
public typealias _MigrationProgress = MigrationProgress
public typealias _MigrationReport = MigrationReport
public typealias _NomadDelegate = NomadDelegate
public typealias _NomadError = NomadError
public typealias _Ledger = Ledger
public typealias _LedgerRepair = LedgerRepair
public typealias _LedgerSeal = LedgerSeal
public typealias _LedgerSession = LedgerSession
public typealias _LedgerHistory = LedgerHistory
public typealias _LedgerRecord = LedgerRecord
public typealias _FileLedger = FileLedger
public typealias _InMemoryLedger = InMemoryLedger

extension Nomad {
  /// The protocol `Tribe`, for `Nomad.Tribe`.
  public typealias Tribe = _Tribe
  /// The type `Predecessor`, for `Nomad.Predecessor`.
  public typealias Predecessor = _Predecessor
  /// The type `TribeAttempt`, for `Nomad.TribeAttempt`.
  public typealias TribeAttempt = _TribeAttempt
  /// The property wrapper `TribeDependency`, for `Nomad.TribeDependency`.
  public typealias TribeDependency<Value: Sendable> = _TribeDependency<Value>
  /// The type `TribeDependencies`, for `Nomad.TribeDependencies`.
  public typealias TribeDependencies = _TribeDependencies
  /// The type `TribeRegistry`, for `Nomad.TribeRegistry`.
  public typealias TribeRegistry = _TribeRegistry
  /// The type `TribeTarget`, for `Nomad.TribeTarget`.
  public typealias TribeTarget = NomadTargets.TribeTarget
  /// The type `TribeOrder`, for `Nomad.TribeOrder`.
  public typealias TribeOrder = NomadTargets.TribeOrder
  /// The type `TribeVersion`, for `Nomad.TribeVersion`.
  public typealias TribeVersion = NomadTargets.TribeVersion
  /// The type `TargetError`, for `Nomad.TargetError`.
  public typealias TargetError = NomadTargets.TargetError
  /// The type `CurrentVersion`, for `Nomad.CurrentVersion`.
  public typealias CurrentVersion = _CurrentVersion
  /// The type `MigrationEvent`, for `Nomad.MigrationEvent`.
  public typealias MigrationEvent = _MigrationEvent
  /// The type `MigrationPhase`, for `Nomad.MigrationPhase`.
  public typealias MigrationPhase = _MigrationPhase
  /// The type `MigrationPlan`, for `Nomad.MigrationPlan`.
  public typealias MigrationPlan = _MigrationPlan
  /// The type `MigrationPolicy`, for `Nomad.MigrationPolicy`.
  public typealias MigrationPolicy = _MigrationPolicy
  /// The type `MigrationProgress`, for `Nomad.MigrationProgress`.
  public typealias MigrationProgress = _MigrationProgress
  /// The type `MigrationReport`, for `Nomad.MigrationReport`.
  public typealias MigrationReport = _MigrationReport
  /// The protocol `NomadDelegate`, for `Nomad.NomadDelegate`.
  public typealias NomadDelegate = _NomadDelegate
  /// The type `NomadError`, for `Nomad.NomadError`.
  public typealias NomadError = _NomadError
  /// The protocol `Ledger`, for `Nomad.Ledger`.
  public typealias Ledger = _Ledger
  /// The type `LedgerRepair`, for `Nomad.LedgerRepair`.
  public typealias LedgerRepair = _LedgerRepair
  /// The type `LedgerSeal`, for `Nomad.LedgerSeal`.
  public typealias LedgerSeal = _LedgerSeal
  /// The protocol `LedgerSession`, for `Nomad.LedgerSession`.
  public typealias LedgerSession = _LedgerSession
  /// The type `LedgerHistory`, for `Nomad.LedgerHistory`.
  public typealias LedgerHistory = _LedgerHistory
  /// The type `LedgerRecord`, for `Nomad.LedgerRecord`.
  public typealias LedgerRecord = _LedgerRecord
  /// The type `FileLedger`, for `Nomad.FileLedger`.
  public typealias FileLedger = _FileLedger
  /// The type `InMemoryLedger`, for `Nomad.InMemoryLedger`.
  public typealias InMemoryLedger = _InMemoryLedger
}
