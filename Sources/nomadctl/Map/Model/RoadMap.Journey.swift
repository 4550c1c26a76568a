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
  }

  extension RoadMap.Journey {
    /// Returns the outcome for a tribe that is gone: that of the tribe that merges it, unless the user has passed it.
    func kind(of gone: RoadMap.Departure, at station: RoadMap.Station) -> RoadMap.Fate.Kind {
      station.number < position ? .done : fates[gone.into].kind
    }

    /// Returns the most important outcome at a station.
    func kind(at station: RoadMap.Station) -> RoadMap.Fate.Kind? {
      let kinds = station.stops.map { fates[$0.number].kind } + station.gone.map { kind(of: $0, at: station) }
      return RoadMap.Fate.Kind.allCases.first(where: kinds.contains)
    }
  }

  extension RoadMap {
    /// The outcome for a tribe on a journey, and the reason.
    struct Fate: Hashable {
      enum Kind: String, CaseIterable {
        /// The tribe runs.
        case runs
        /// Nothing is left to do for the tribe.
        case done
        /// The tribe does not run on this journey, and may on a later one.
        case waits
      }

      let kind: Kind

      /// The reason, as a clause.
      let text: String

      /// Whether the tribe is late on this journey.
      let isLate: Bool

      init(_ step: Road.Step) {
        isLate = step.decision.isLate
        text = Legible.text(step.reason)
        let decision = step.decision
        kind = decision.isRun ? .runs : decision.isMark || decision.isDone ? .done : .waits
      }
    }
  }

  extension RoadMap.Fate.Kind {
    /// A symbol that can be recognized without its color.
    var sign: String {
      switch self {
      case .runs: "→"
      case .done: "✓"
      case .waits: "…"
      }
    }
  }
#endif
