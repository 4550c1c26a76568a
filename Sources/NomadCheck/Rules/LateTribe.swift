import NomadGenCore

/// The rule that the target of a new tribe is above every version that has shipped.
///
/// Below one, some users would run it late.
enum LateTribe {
  static func finding(_ tribe: TribeCensus.Member, below newest: ReleaseLock.Entry) -> Finding {
    Finding(
      code: .lateTribe,
      message: "the new tribe '\(tribe.identity.qualifiedName)' \(tribe.target) is below "
        + "'\(newest.identity.qualifiedName)' \(newest.target), which shipped in \(newest.release)",
      location: tribe.targetLocation,
      related: [newest.note],
      impact: "users at \(newest.firstRun) or later would run it after '\(newest.name)', unless MigrationPolicy.late "
        + "forbids it; users of earlier versions would run it before",
      remedy: "give it a version above \(newest.target), \(tribe.identity.acceptance)"
    )
  }
}
