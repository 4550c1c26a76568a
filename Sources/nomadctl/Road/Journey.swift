#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  /// The upgrade of one user, with the plan's decision about each tribe.
  struct Journey {
    let road: Road

    /// The user's version; nil for a fresh install.
    let start: TribeVersion?

    /// The version that the user upgrades to; nil for the newest.
    let limit: TribeVersion?

    /// The tribes in migration order, each with the decision about it.
    let steps: [Road.Step]

    /// Computes the upgrade.
    ///
    /// - Parameters:
    ///   - road: The tribes.
    ///   - from: The user's version; nil for a fresh install.
    ///   - to: The version that the user upgrades to; nil for the newest.
    ///   - ids: The ids of the `.once` tribes that have already run.
    /// - Throws: `NomadError` if a version cannot be read.
    init(on road: Road, from: String?, to: String?, ran ids: [String] = []) throws {
      self.road = road
      start = try from.map(CurrentVersion.version)
      limit = try to.map(CurrentVersion.version)?.withoutSubMigration
      steps = try road.steps(from: from, to: to, ran: ids)
    }

    /// A sentence with the result.
    var sentence: String {
      let user =
        switch (start.map(road.text), limit.map(road.text)) {
        case (let from?, let to?): "A user of \(from) who gets \(to)"
        case (let from?, nil): "A user of \(from)"
        case (nil, let to?): "A fresh install of \(to)"
        case (nil, nil): "A fresh install"
        }
      let what =
        switch (steps.count(where: \.decision.isRun), steps.count) {
        case (0, let all): "none of \(all.counted("tribe"))"
        case (1, 1): "the only tribe"
        case (let running, let all): running == all ? "all \(all) tribes" : "\(running) of \(all) tribes"
        }
      return "\(user) runs \(what)."
    }

    /// The sentence with the result, and further ones about the user's version.
    var summary: String {
      guard let start else { return sentence }
      if let oldest = road.oldestData(of: limit), start < oldest {
        return sentence + " The app refuses data before \(road.text(of: oldest))."
      }
      return [sentence, place(of: start), missed(by: start)].compactMap(\.self).joined(separator: " ")
    }

    /// Describes a version relative to the versions with tribes; nil if a tribe has that version.
    private func place(of version: TribeVersion) -> String? {
      if road.tribes.contains(where: { $0.versions.contains(version) }) { return nil }
      guard let newest = road.newestVersion(upTo: version) else {
        let fact =
          road.missed(by: version).isEmpty
          ? "No tribe is at that version or below" : "None of the tribes up to that version has run"
        return fact + ", as for a fresh install."
      }
      return "No tribe is at that version: the newest completed one is \(road.text(of: newest))."
    }

    /// Names the tribes that a user has not run because they arrived later; nil if there are none.
    private func missed(by version: TribeVersion) -> String? {
      let missed = road.missed(by: version).map { tribe in
        let name = "\(tribe.module).\(tribe.name)"
        if case .release(let release) = road.arrival(of: tribe) { return "\(name) came with \(road.text(of: release))" }
        return "no release has \(name) yet"
      }
      return missed.isEmpty ? nil : "According to Tribes.lock, " + missed.joined(separator: ", ") + "."
    }
  }
#endif
