#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The options that describe a user: the version of the data, the version of the app, and the ids that have run.
  struct JourneyOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("The user's version; a fresh install by default.", valueName: "version")
    )
    var from: String?

    @Option(
      help: ArgumentHelp(
        "The version that the user upgrades to; by default, all tribes may run.",
        valueName: "version"
      )
    )
    var to: String?

    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        "The kind of a version that can be both, such as 2.0.0-1: literal, a pre-release, as apps read it; or dotted, a "
          + "sub-migration.",
        valueName: "kind"
      )
    )
    var kind: VersionKind?

    @Option(
      help: ArgumentHelp(
        "The id of a .once tribe that has already run; repeat the option for each id.",
        valueName: "id"
      )
    )
    var ran: [String] = []

    func validate() throws {
      let start = try version(from, of: "--from")
      let end = try version(to, of: "--to")
      let versions = [start, end].compactMap(\.self)
      if let kind, !versions.contains(where: { $0.canBe(kind) }) {
        let texts = versions.map(\.text).joined(separator: " or ")
        throw ValidationError(
          texts.isEmpty ? "--as needs --from or --to." : "--as \(kind): a .\(kind) cannot have \(texts)."
        )
      }
      guard let start, let end, end.version.withoutSubMigration < start.version.withoutSubMigration else { return }
      throw ValidationError(
        """
        --to \(end.text) is below --from \(start.text): this is not an upgrade. An app refuses the data of a newer \
        version unless its MigrationPolicy(newerData:) allows it. To plan such a run, use the sources of the app's version.
        """
      )
    }

    private func version(_ text: String?, of option: String) throws -> AskedVersion? {
      do {
        return try text.map { text throws(TargetError) in try AskedVersion(text, as: kind) }
      } catch {
        throw ValidationError("\(option): \(error)")
      }
    }
  }

  extension JourneyOptions {
    /// Whether the options name a version.
    var isGiven: Bool { from != nil || to != nil }

    /// The user's version, which validation has accepted; nil for a fresh install.
    var start: AskedVersion? { from.flatMap { try? AskedVersion($0, as: kind) } }

    /// The version that the user upgrades to, which validation has accepted; nil for the newest.
    var end: AskedVersion? { to.flatMap { try? AskedVersion($0, as: kind) } }

    /// Computes what the user runs.
    ///
    /// - Throws: ``Failure`` if no tribe has one of the ids.
    func steps(on road: Road) throws -> [Road.Step] {
      try checkIDs(on: road)
      return try road.steps(from: start?.start, to: end?.limit, ran: ran)
    }

    /// Computes the user's journey on a map of the same road.
    func journey(of map: RoadMap, on road: Road) throws -> RoadMap.Journey {
      let ids = from == nil ? [] : ran
      return try map.journey(on: road, from: start?.start, to: end?.limit, ran: ids)
    }

    /// Checks that each id belongs to a tribe.
    ///
    /// - Throws: ``Failure`` if one does not.
    func checkIDs(on road: Road) throws {
      let known = road.ids
      guard let id = ran.first(where: { id in !known.contains { ByteOrder.areSame($0, id) } }) else { return }
      let list = known.map(\.debugDescription).joined(separator: ", ")
      throw Failure(
        "--ran: no tribe has the id \(id.debugDescription); "
          + (known.isEmpty ? "the sources have no .once tribe" : "the ids are \(list)")
      )
    }

    /// Returns one or more sentences about the user and the result of the journey.
    func summary(on road: Road) throws -> String {
      let journey = try journey(of: RoadMap(road.tribes), on: road)
      guard let start else { return journey.sentence }
      if let oldest = try road.oldestData(of: end?.limit), start.version < oldest {
        return journey.sentence + " The app refuses data before \(road.text(of: oldest))."
      }
      let sentences = [journey.sentence, place(of: start.version, on: road), missed(by: start.version, on: road)]
      return sentences.compactMap(\.self).joined(separator: " ")
    }

    /// Describes the user's version relative to the versions with tribes; nil if a tribe has that version.
    private func place(of version: TribeVersion, on road: Road) -> String? {
      if road.tribes.contains(where: { $0.versions.contains(version) }) { return nil }
      guard let newest = road.newestVersion(upTo: version) else {
        let fact =
          road.missed(by: version).isEmpty
          ? "No tribe is at that version or below" : "None of the tribes up to that version has run"
        return fact + ", as for a fresh install."
      }
      return "No tribe is at that version: the newest completed one is \(road.text(of: newest))."
    }

    /// Names the tribes that the user has not run because they arrived later; nil if there are none.
    private func missed(by version: TribeVersion, on road: Road) -> String? {
      let missed = road.missed(by: version).map { tribe in
        let name = "\(tribe.module).\(tribe.name)"
        if case .release(let release) = road.late[tribe] { return "\(name) came with \(road.text(of: release))" }
        return "no release has \(name) yet"
      }
      return missed.isEmpty ? nil : "According to Tribes.lock, " + missed.joined(separator: ", ") + "."
    }

    /// Returns a note on what would change if an ambiguous version were a sub-migration; nil if nothing would, or if
    /// the kind was given.
    func note(on road: Road) throws -> String? {
      let asked = [("--from", start), ("--to", end)].filter { $0.1?.asSubmigration != nil }
      guard kind == nil, !asked.isEmpty else { return nil }
      let (from, to) = (start.map { $0.asSubmigration ?? $0 }, end.map { $0.asSubmigration ?? $0 })
      let steps = try road.steps(from: start?.start, to: end?.limit, ran: ran)
      let others = try road.steps(from: from?.start, to: to?.limit, ran: ran)
      let changed = zip(steps, others).filter { $0.decision.isRun != $1.decision.isRun }.map(\.1)
      guard !changed.isEmpty else { return nil }
      let options = asked.map { "\($0) \($1?.text ?? "")" }.joined(separator: " and ")
      let fates = [(true, "would run, too"), (false, "would not run")].compactMap { runs, fate in
        let names = changed.filter { $0.decision.isRun == runs }.map { "\($0.tribe.module).\($0.tribe.name)" }
        return names.isEmpty ? nil : "\(names.joined(separator: ", ")) \(fate)"
      }
      return "\(options) is read as a pre-release; with --as dotted, which makes it a sub-migration, "
        + fates.joined(separator: ", and ")
    }
  }
#endif
