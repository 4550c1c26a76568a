#if Nomadctl
  import Nomad
  import NomadTargets

  extension RoadMap {
    /// The way of one user along the road.
    struct Journey {
      /// The version that the user has, as it is shown; nil for a fresh install.
      let from: String?

      /// The same version, read.
      let start: TribeVersion?

      /// The version that the user gets, as it is shown; nil for the newest.
      let to: String?

      /// What becomes of each tribe, in migration order.
      let fates: [Fate]

      /// How many stations lie behind the user.
      let position: Int

      /// How many stations the app's version reaches, of those before the ones without a version; nil if it has none.
      let limit: Int?
    }

    /// What a user runs who comes from one version to another, as `nomadctl plan` says it.
    ///
    /// - Parameters:
    ///   - road: The road of the same tribes.
    ///   - from: The version that the user has; nil for a fresh install.
    ///   - label: How to show that version; as it is if nil.
    ///   - to: The version that the user gets; nil for the newest.
    ///   - ids: The ids of the `.once` that ran already.
    /// - Returns: The journey.
    /// - Throws: `NomadError` if a version cannot be read.
    func journey(on road: Road, from: String?, label: String? = nil, to: String?, ran ids: [String]) throws -> Journey {
      let start = try from.map(CurrentVersion.version)
      let limit = try to.map(CurrentVersion.version)?.withoutStep
      return Journey(
        from: (label ?? from).map(Legible.text),
        start: start,
        to: to.map(Legible.text),
        fates: try road.steps(from: from, to: to, ran: ids).map { Fate($0.decision) },
        position: start.map { start in reach { $0 <= start } } ?? 0,
        limit: limit.map { limit in reach { $0.withoutStep <= limit } }
      )
    }

    /// How many stations there are before the first whose version is not reached.
    private func reach(_ isReached: (TribeVersion) -> Bool) -> Int {
      stations.prefix { $0.kind == .first || $0.version.map(isReached) ?? false }.count
    }

    /// The journeys of everybody who may come along: a fresh install, and from each version on the road, and each
    /// release that brought tribes, that is not above the one that they get.
    ///
    /// - Parameters:
    ///   - road: The road of the same tribes.
    ///   - to: The version that the users get; nil for the newest.
    ///   - ids: The ids of the `.once` that ran already, but for the fresh install.
    /// - Returns: The journeys, by the version that they start at.
    /// - Throws: `NomadError` if the version cannot be read.
    func journeys(on road: Road, to: String?, ran ids: [String]) throws -> [Journey] {
      let stations = stations.compactMap { station in station.version.map { (label: station.label, version: $0) } }
      let releases = road.releases.filter { release in !stations.contains { $0.version == release.version } }
      let limit = try to.map(CurrentVersion.version)?.withoutStep
      let starts = (stations + releases.map { (label: $0.text, version: $0.version) })
        // To go back is no upgrade.
        .filter { start in limit.map { start.version.withoutStep <= $0 } ?? true }
        .sorted { $0.version < $1.version }
      return try [journey(on: road, from: nil, to: to, ran: [])]
        + starts.map { start in
          try journey(on: road, from: start.version.unambiguousText, label: start.label, to: to, ran: ids)
        }
    }
  }
#endif
