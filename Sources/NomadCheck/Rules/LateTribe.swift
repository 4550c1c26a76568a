import NomadGenCore

/// The rule that the target of a new tribe is above every version that has shipped.
///
/// Below one, some users would run it late.
enum LateTribe {
  static func finding(_ tribe: TribeCensus.Member, below newest: TribeLock.Entry) -> Finding {
    Finding(
      code: .lateTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' is new at \(tribe.target), below '"
        + "\(newest.identity.qualifiedName)' \(newest.target), which shipped in \(newest.release): whoever is at "
        + "\(newest.firstRun) or later would run it after that one, unless MigrationPolicy.late says otherwise, and "
        + "whoever updates from before \(newest.firstRun) would run it before; give it a version above that one, "
        + tribe.identity.acceptance,
      location: tribe.targetLocation,
      notes: [newest.note]
    )
  }
}
