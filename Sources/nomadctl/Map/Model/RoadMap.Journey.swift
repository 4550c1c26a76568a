#if Nomadctl
  import Nomad
  import NomadTargets

  extension RoadMap {
    /// The journey of one user along the road, from one version to another.
    struct Journey {
      /// The user's version as it is shown; nil for a fresh install.
      let from: String?

      /// The user's version, parsed.
      let start: TribeVersion?

      /// The version that the user upgrades to, as it is shown; nil for the newest.
      let to: String?

      /// The outcome for each tribe, in migration order.
      let fates: [Fate]

      /// The number of stations that the user has passed.
      let position: Int

      /// The number of stations within the app's version, not counting those at the end that have no version; nil if
      /// the app has no version.
      let limit: Int?
    }

    /// Computes the journey of a user who upgrades from one version to another, as `nomadctl plan` does.
    ///
    /// - Parameters:
    ///   - road: The road of the same tribes.
    ///   - from: The user's version; nil for a fresh install.
    ///   - to: The version that the user upgrades to; nil for the newest.
    ///   - ids: The ids of the `.once` tribes that have already run.
    /// - Returns: The journey.
    /// - Throws: `NomadError` if a version cannot be read.
    func journey(on road: Road, from: String?, to: String?, ran ids: [String]) throws -> Journey {
      let start = try from.map(CurrentVersion.version)
      let limit = try to.map(CurrentVersion.version)?.withoutSubMigration
      return Journey(
        from: start.map { Legible.text(road.text(of: $0)) },
        start: start,
        to: limit.map { Legible.text(road.text(of: $0)) },
        fates: try road.steps(from: from, to: to, ran: ids).map(Fate.init),
        position: start.map { start in reach { $0 <= start } } ?? 0,
        limit: limit.map { limit in reach { $0.withoutSubMigration <= limit } }
      )
    }

    /// Returns the number of stations before the first whose version is not reached.
    private func reach(_ isReached: (TribeVersion) -> Bool) -> Int {
      stations.prefix { $0.kind == .first || $0.version.map(isReached) ?? false }.count
    }

    /// Computes the journeys of all users who may upgrade to a version: a fresh install, a user of each version on the
    /// road, and a user of each release that shipped tribes.
    ///
    /// Versions above the new one are left out.
    ///
    /// - Parameters:
    ///   - road: The road of the same tribes.
    ///   - to: The version that the users upgrade to; nil for the newest.
    ///   - ids: The ids of the `.once` tribes that have already run, except on the fresh install.
    /// - Returns: The journeys, sorted by the version at which they start.
    /// - Throws: `NomadError` if the version cannot be read.
    func journeys(on road: Road, to: String?, ran ids: [String]) throws -> [Journey] {
      let limit = try to.map(CurrentVersion.version)?.withoutSubMigration
      let starts = Set(stations.compactMap(\.version) + road.releases.map(\.version))
        // A downgrade is not an upgrade.
        .filter { start in limit.map { start.withoutSubMigration <= $0 } ?? true }
        .sorted()
      return try [journey(on: road, from: nil, to: to, ran: [])]
        + starts.map { try journey(on: road, from: $0.unambiguousText, to: to, ran: ids) }
    }
  }
#endif
