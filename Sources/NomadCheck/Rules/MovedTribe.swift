import NomadGenCore

/// The rule that a shipped tribe stays in its module, which ledgers record, or that the migrator knows the former
/// module.
enum MovedTribe {
  static func finding(_ difference: ReleaseLockDifference, in census: TribeCensus) -> Finding? {
    // A module that was not checked may still have the tribe.
    guard case .kept(let entry, let tribe) = difference, entry.shipment != nil, entry.module != tribe.module,
      census.hasLookedAt(entry.module)
    else { return nil }
    return Finding(
      severity: .warning,
      code: .movedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) as "
        + "'\(entry.identity.qualifiedName)', in another module",
      location: tribe.location,
      related: [entry.note],
      impact: "a migrator without tribes of '\(entry.module)' refuses the ledgers of users who have run it",
      remedy: "write MigrationPolicy(formerModules: [\"\(entry.module)\"]), unless the registry also has tribes of "
        + "'\(entry.module)'"
    )
  }
}
