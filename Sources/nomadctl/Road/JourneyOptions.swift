#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadTargets

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
      help: ArgumentHelp(
        "The id of a .once tribe that has already run; repeat the option for each id.",
        valueName: "id"
      )
    )
    var ran: [String] = []

    func validate() throws {
      let start = try version(from, of: "--from")
      let end = try version(to, of: "--to")
      if from == nil, !ran.isEmpty {
        throw ValidationError("--ran needs --from: nothing ran before a fresh install.")
      }
      guard let from, let to, let start, let end, end.withoutSubMigration < start.withoutSubMigration else { return }
      throw ValidationError(
        """
        --to \(to) is below --from \(from): this is not an upgrade. An app refuses the data of a newer version unless \
        its MigrationPolicy(newerData:) allows it. To plan such a run, use the sources of the app's version.
        """
      )
    }

    private func version(_ text: String?, of option: String) throws -> TribeVersion? {
      do {
        return try text.map { text throws(TargetError) in try TribeVersion(app: text) }
      } catch {
        throw ValidationError("\(option): \(error)")
      }
    }

    /// Whether the options name a version.
    var isGiven: Bool { from != nil || to != nil }

    /// Computes what the user runs, and prints a note about a version that can be two.
    ///
    /// - Throws: ``Failure`` if no tribe has one of the ids, or if the tribes give no plan.
    func journey(on road: Road) throws -> Journey {
      if let id = ran.first(where: { id in !road.ids.contains { ByteOrder.areSame($0, id) } }) {
        let list = road.ids.map(\.debugDescription).joined(separator: ", ")
        throw Failure(
          "--ran: no tribe has the id \(id.debugDescription); "
            + (list.isEmpty ? "the sources have no .once tribe" : "the ids are \(list)")
        )
      }
      for (option, text) in [("--from", from), ("--to", to)] {
        if let text { note(option, text, on: road) }
      }
      do {
        return try Journey(on: road, from: from, to: to, ran: ran)
      } catch let error as NomadError {
        throw Failure("\(error)")
      }
    }

    /// Prints a note if a version is read as a pre-release, and a tribe has the sub-migration of the same spelling.
    private func note(_ option: String, _ text: String, on road: Road) {
      guard let step = try? TribeVersion(dotted: text), step != (try? TribeVersion(app: text)),
        road.tribes.contains(where: { $0.versions.contains(step) })
      else { return }
      Console.error.note("\(option) \(text) is read as a pre-release; write \(step.appText) for the sub-migration")
    }
  }
#endif
