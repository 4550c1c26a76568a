internal import NomadFiles

extension Nomad {
  struct Listener: Sendable {
    weak var delegate: (any NomadDelegate)?
  }

  private static let packing = Locked<Nomad?>(nil)
  static let listener = Locked(Listener())

  /// Sets the tribes that the static ``migrate()`` runs, in place of earlier ones.
  ///
  /// Nomad 0.9 called this packing.
  ///
  /// ```swift
  /// try await Nomad.pack(with: [MoveNotes.self, NameNotes.self]).migrate()
  /// ```
  ///
  /// The migrator takes over the version that Nomad 0.9 recorded: see <doc:ComingFromNomad09>.
  ///
  /// - Parameter tribes: The tribes, in any order. A target with the plugin has a `pack()` that needs no list.
  /// - Returns: The type, to call ``migrate()`` on.
  /// - Throws: ``NomadError`` with the code `illegalTarget`, for the first tribe whose target is illegal. The tribes
  ///   that were set before then stay.
  @discardableResult
  public static func pack(with tribes: [any ListedTribe.Type]) throws(NomadError) -> Nomad.Type {
    pack(with: try TribeRegistry(tribes))
  }

  /// Sets the registry whose tribes the static ``migrate()`` runs, such as `.generated`, in place of earlier tribes.
  ///
  /// The migrator takes over the version that Nomad 0.9 recorded: see <doc:ComingFromNomad09>.
  ///
  /// - Parameter registry: The tribes.
  /// - Returns: The type, to call ``migrate()`` on.
  @discardableResult
  public static func pack(with registry: TribeRegistry) -> Nomad.Type {
    var migrator = Nomad(registry)
    // Without a bundle, the module of the tribes names the ledger's file. Without tribes, there is nothing to record.
    let location = LedgerLocation.standard(name: migrator.name, modules: registry.modules)
    if registry.isEmpty, (try? location.path()) == nil { migrator.ledger = InMemoryLedger() }
    migrator.adoption = Nomad09()
    return pack(migrator)
  }

  /// Sets the migrator that the static ``migrate()`` uses, with its own ledger, version and policy.
  ///
  /// - Parameter migrator: The migrator.
  /// - Returns: The type, to call ``migrate()`` on.
  @discardableResult
  public static func pack(_ migrator: Nomad) -> Nomad.Type {
    packing.value = migrator
    return Nomad.self
  }

  /// Sets the delegate of ``migrate()``.
  ///
  /// - Parameter delegate: The delegate; nil for none. The reference is weak, but a run keeps its delegate until the
  ///   run is over.
  public static func set(delegate: (any NomadDelegate)?) {
    listener.value = Listener(delegate: delegate)
  }

  /// Returns the tribes whose targets are illegal.
  ///
  /// The build reports them too, with their place in the source.
  ///
  /// - Parameter tribes: The tribes.
  /// - Returns: The tribes with illegal targets, in the given order.
  public static func audit(tribes: [any Tribe.Type]) -> [any Tribe.Type] {
    tribes.filter { tribe in
      do throws(TargetError) { try tribe.target.validate() } catch { return true }
      return false
    }
  }

  /// The target of the newest version that is recorded for the migrator that `pack` set, or that the next run takes
  /// over from a predecessor; `.first` if there is none.
  ///
  /// - Throws: ``NomadError`` if `pack` was not called before, if the ledger or a predecessor cannot be read, or if one
  ///   of them must be awaited. In the last case, read ``MigrationPlan/dataVersion`` and
  ///   ``MigrationPlan/baseline`` of a plan.
  public static var currentTarget: TribeTarget {
    get throws(NomadError) {
      let migrator = try packed
      guard let history = try migrator.immediateHistory() else { throw .mustBeAwaited(migrator.ledger.identity) }
      let plan = try migrator.plan(after: history)
      let adopted = plan.baseline?.predecessor == nil ? nil : plan.baseline?.oldVersion
      guard let newest = [plan.dataVersion, adopted].compactMap(\.self).max() else { return .first }
      // A version with more than three numbers or a sub-migration is a `.dotted`. One with a pre-release is a
      // `.literal`, even if only Nomad 0.9 accepted it.
      let (literal, dotted) = (TribeTarget.literal(newest.text), TribeTarget.dotted(newest.text))
      let isDotted = (try? dotted.position()) == .version(newest) && (try? literal.position()) != .version(newest)
      return isDotted ? dotted : literal
    }
  }

  static var packed: Nomad {
    get throws(NomadError) {
      guard let migrator = packing.value else { throw .nothingPacked }
      return migrator
    }
  }
}
