extension Nomad {
  private struct Listener: Sendable {
    weak var delegate: (any NomadDelegate)?
  }

  private static let packing = Locked<Nomad?>(nil)
  private static let listener = Locked(Listener())

  /// Packs tribes for ``migrate()``, in place of those that were packed before.
  ///
  /// ```swift
  /// try await Nomad.pack(with: [MoveNotes.self, NameNotes.self]).migrate()
  /// ```
  ///
  /// What Nomad 0.9 kept is taken over: see ``Predecessor/nomad09(suite:unreadable:)``.
  ///
  /// - Parameter tribes: The tribes, in any order. A target with the plugin has a `pack()` that lists nothing.
  /// - Returns: The type, to call ``migrate()`` on.
  /// - Throws: ``NomadError`` with the code `illegalTarget`, for the first tribe whose target is illegal. What was
  ///   packed before stays packed.
  @discardableResult
  public static func pack(with tribes: [any ListedTribe.Type]) throws(NomadError) -> Nomad.Type {
    pack(with: try TribeRegistry(tribes))
  }

  /// Packs a registry for ``migrate()``, such as `.generated`, in place of what was packed before.
  ///
  /// What Nomad 0.9 kept is taken over: see ``Predecessor/nomad09(suite:unreadable:)``.
  ///
  /// - Parameter registry: The tribes.
  /// - Returns: The type, to call ``migrate()`` on.
  @discardableResult
  public static func pack(with registry: TribeRegistry) -> Nomad.Type {
    var migrator = Nomad(registry)
    migrator.predecessors = [.nomad09()]
    return pack(migrator)
  }

  /// Packs a migrator for ``migrate()``, with whatever ledger, version and policy it has.
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
  /// - Parameter delegate: The delegate; nil for none. It is held weakly, as delegates are, and strongly only while a run
  ///   lasts that began with it.
  public static func set(delegate: (any NomadDelegate)?) {
    listener.value = Listener(delegate: delegate)
  }

  /// Runs the packed tribes that have not run yet: see ``migrate(until:observing:isolation:)``.
  ///
  /// - Returns: What ran.
  /// - Throws: ``NomadError``, also if nothing was packed.
  @discardableResult
  public static func migrate() async throws(NomadError) -> MigrationReport {
    let migrator = try packed
    guard let delegate = listener.value.delegate else { return try await migrator.migrate() }
    return try await migrator.migrate(telling: delegate)
  }

  /// The tribes whose targets are illegal.
  ///
  /// The build says that too, and where.
  ///
  /// - Parameter tribes: The tribes.
  /// - Returns: Those with illegal targets, in the order in which they were given.
  public static func audit(tribes: [any Tribe.Type]) -> [any Tribe.Type] {
    tribes.filter { tribe in
      do throws(TargetError) { try tribe.target.validate() } catch { return true }
      return false
    }
  }

  /// The target of the newest version that is recorded for what was packed, or that a predecessor kept and the next run
  /// takes over; `.first` if there is none.
  ///
  /// - Throws: ``NomadError`` if nothing was packed, if the ledger or what a predecessor kept cannot be read, or if the
  ///   ledger has to be awaited: use ``MigrationPlan/newestVersion`` of a plan then.
  public static var currentTarget: TribeTarget {
    get throws(NomadError) {
      let migrator = try packed
      guard let history = try migrator.immediateHistory() else { throw .mustBeAwaited(migrator.ledger.identity) }
      let plan = try migrator.plan(after: history)
      let adopted = plan.baseline?.predecessor == nil ? nil : plan.baseline?.oldVersion
      guard let newest = [plan.newestVersion, adopted].compactMap(\.self).max() else { return .first }
      // More than three numbers, or a sub-migration, make a `.dotted`; a pre-release makes a `.literal`, even one that
      // only Nomad 0.9 accepted.
      let (literal, dotted) = (TribeTarget.literal(newest.text), TribeTarget.dotted(newest.text))
      let isDotted = (try? dotted.order()) == .version(newest) && (try? literal.order()) != .version(newest)
      return isDotted ? dotted : literal
    }
  }

  private static var packed: Nomad {
    get throws(NomadError) {
      guard let migrator = packing.value else { throw .nothingPacked }
      return migrator
    }
  }
}
