// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The struct `Nomad` hides the module `Nomad`, so `Nomad.Tribe` refers to a member of the struct. These aliases are
// such members, one for each public type. A nested alias cannot refer to a type of its own name, so it goes through an
// alias elsewhere.

// Generated files use some of these aliases, because the user's module may declare a type with the same name.

/// The struct `Nomad`, for generated code only.
public typealias _Nomad = Nomad
/// The protocol `Tribe`, for generated code only.
public typealias _Tribe = Tribe
/// The property wrapper `TribeDependency`, for generated code only.
public typealias _TribeDependency<Value: Sendable> = TribeDependency<Value>
/// The struct `TribeRegistry`, for generated code only.
public typealias _TribeRegistry = TribeRegistry

/// The other types of this module, for the members of `Nomad` only.
public enum _Names {
  public typealias _CurrentVersion = CurrentVersion
  public typealias _FileLedger = FileLedger
  public typealias _InMemoryLedger = InMemoryLedger
  public typealias _Ledger = Ledger
  public typealias _LedgerContext = LedgerContext
  public typealias _LedgerFact = LedgerFact
  public typealias _LedgerHistory = LedgerHistory
  public typealias _LedgerKey = LedgerKey
  public typealias _LedgerRecord = LedgerRecord
  public typealias _LedgerSession = LedgerSession
  public typealias _ListedTribe = ListedTribe
  public typealias _MigrationEvent = MigrationEvent
  public typealias _MigrationPlan = MigrationPlan
  public typealias _MigrationPolicy = MigrationPolicy
  public typealias _MigrationReport = MigrationReport
  public typealias _Stored = Stored
  public typealias _TribeAttempt = TribeAttempt
  public typealias _TribeDependencies = TribeDependencies
  public typealias _TribeUrgency = TribeUrgency
}

extension Nomad {
  /// The struct `CurrentVersion`, for `Nomad.CurrentVersion`.
  public typealias CurrentVersion = _Names._CurrentVersion
  /// The struct `FileLedger`, for `Nomad.FileLedger`.
  public typealias FileLedger = _Names._FileLedger
  /// The class `InMemoryLedger`, for `Nomad.InMemoryLedger`.
  public typealias InMemoryLedger = _Names._InMemoryLedger
  /// The protocol `Ledger`, for `Nomad.Ledger`.
  public typealias Ledger = _Names._Ledger
  /// The struct `LedgerContext`, for `Nomad.LedgerContext`.
  public typealias LedgerContext = _Names._LedgerContext
  /// The enumeration `LedgerFact`, for `Nomad.LedgerFact`.
  public typealias LedgerFact = _Names._LedgerFact
  /// The struct `LedgerHistory`, for `Nomad.LedgerHistory`.
  public typealias LedgerHistory = _Names._LedgerHistory
  /// The struct `LedgerKey`, for `Nomad.LedgerKey`.
  public typealias LedgerKey = _Names._LedgerKey
  /// The struct `LedgerRecord`, for `Nomad.LedgerRecord`.
  public typealias LedgerRecord = _Names._LedgerRecord
  /// The protocol `LedgerSession`, for `Nomad.LedgerSession`.
  public typealias LedgerSession = _Names._LedgerSession
  /// The alias `ListedTribe`, for `Nomad.ListedTribe`.
  public typealias ListedTribe = _Names._ListedTribe
  /// The enum `MigrationEvent`, for `Nomad.MigrationEvent`.
  public typealias MigrationEvent = _Names._MigrationEvent
  /// The struct `MigrationPlan`, for `Nomad.MigrationPlan`.
  public typealias MigrationPlan = _Names._MigrationPlan
  /// The struct `MigrationPolicy`, for `Nomad.MigrationPolicy`.
  public typealias MigrationPolicy = _Names._MigrationPolicy
  /// The struct `MigrationReport`, for `Nomad.MigrationReport`.
  public typealias MigrationReport = _Names._MigrationReport
  /// The protocol `Stored`, for `Nomad.Stored`.
  public typealias Stored = _Names._Stored
  /// The struct `TargetError`, for `Nomad.TargetError`.
  public typealias TargetError = NomadTargets.TargetError
  /// The protocol `Tribe`, for `Nomad.Tribe`.
  public typealias Tribe = _Tribe
  /// The class `TribeAttempt`, for `Nomad.TribeAttempt`.
  public typealias TribeAttempt = _Names._TribeAttempt
  /// The struct `TribeDependencies`, for `Nomad.TribeDependencies`.
  public typealias TribeDependencies = _Names._TribeDependencies
  /// The property wrapper `TribeDependency`, for `Nomad.TribeDependency`.
  public typealias TribeDependency<Value: Sendable> = _TribeDependency<Value>
  /// The struct `TribeRegistry`, for `Nomad.TribeRegistry`.
  public typealias TribeRegistry = _TribeRegistry
  /// The enum `TribeTarget`, for `Nomad.TribeTarget`.
  public typealias TribeTarget = NomadTargets.TribeTarget
  /// The enum `TribeUrgency`, for `Nomad.TribeUrgency`.
  public typealias TribeUrgency = _Names._TribeUrgency
  /// The struct `TribeVersion`, for `Nomad.TribeVersion`.
  public typealias TribeVersion = NomadTargets.TribeVersion
}
