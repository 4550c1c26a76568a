#if compiler(>=6.2)
  /// A tribe type that you can put in a registry by hand.
  ///
  /// Its conformance to `Tribe` is not isolated to an actor.
  public typealias ListedTribe = Tribe & SendableMetatype
#else
  /// A tribe type that you can put in a registry by hand.
  public typealias ListedTribe = Tribe
#endif

extension TribeRegistry {
  /// Creates a registry from tribes that are listed by hand, for a target that cannot use the plugin.
  ///
  /// - Parameter tribes: The tribes, in any order.
  /// - Throws: ``NomadError`` with the code `illegalTarget` and the underlying `TargetError`, for the first tribe
  ///   whose target is illegal.
  public init(_ tribes: [any ListedTribe.Type]) throws(NomadError) {
    var entries: [Entry] = []
    for tribe in tribes {
      entries.append(try Entry(tribe))
    }
    self.init(entries: entries)
  }
}

extension TribeRegistry.Entry {
  init(_ tribe: any ListedTribe.Type) throws(NomadError) {
    try self.init(tribe) { try await TribeRegistry._ready(tribe.init()).migrate() }
  }

  /// Creates the entry of a type, with its name, its target and the closure that runs it.
  init(_ tribe: any ListedTribe.Type, migrate: @escaping @Sendable () async throws -> Void) throws(NomadError) {
    let path = TypePath.components(of: tribe)
    let name = path.dropFirst().joined(separator: ".")
    let target = tribe.target
    let position: TribePosition
    do {
      position = try target.position()
    } catch {
      throw .illegalTarget(of: name, error)
    }
    let traits = Traits(
      phase: tribe.phase,
      urgency: tribe.urgency,
      readableSince: tribe.readableSince.isEmpty ? nil : tribe.readableSince,
      transactionKind: tribe.transactionKind,
      requires: tribe.requires.map { TypePath.components(of: $0).joined(separator: ".") }
    )
    self.init(
      name: name,
      module: path.first ?? "",
      target: target,
      position: position,
      traits: traits,
      migrate: migrate
    )
  }
}
