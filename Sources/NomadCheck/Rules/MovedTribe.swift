import NomadGenCore

/// The rule that a shipped tribe stays in its module, which ledgers record, or that the migrator knows the former
/// module.
enum MovedTribe {
  static func finding(_ difference: LockDifference, in census: TribeCensus) -> Finding? {
    // A module that was not checked may still have the tribe.
    guard case .kept(let entry, let tribe) = difference, entry.shipment != nil, entry.module != tribe.module,
      census.hasLookedAt(entry.module)
    else { return nil }
    return Finding(
      severity: .warning,
      code: .movedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) as "
        + "'\(entry.identity.qualifiedName)'; a migrator without tribes of '\(entry.module)' refuses such ledgers",
      location: tribe.location,
      notes: [
        entry.note,
        Finding.Note(
          message:
            "write MigrationPolicy(formerModules: [\"\(entry.module)\"]), unless the registry also has tribes of "
            + "'\(entry.module)'",
          location: tribe.location
        ),
      ]
    )
  }
}
