#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax

  /// The command `nomadctl plan`, which shows the tribes that a user of some version would run.
  struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan",
      abstract: "Show which tribes a user would run on upgrade, and why the others would not run.",
      discussion: """
        The plan assumes that the user has run every versioned tribe at or below the version, and no other. A late \
        tribe is one that was added after later ones had shipped. If Tribes.lock exists, the plan assumes that the user \
        has not run a late tribe whose first release is above the version, or that no release contains yet.

        A version is a text that .literal or .dotted accepts, or a single number: 1.0.0, 1.1-2, 3.
        """
    )

    @OptionGroup
    var user: JourneyOptions

    @Option(help: "How to print the plan.")
    var format = ListFormat.text

    @Flag(help: "Print the statements of the tribes that run and are in SQL files, and name the others in comments.")
    var sql = false

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if sql, format != .text { throw ValidationError("--sql prints text; leave out --format.") }
    }

    func run() throws {
      let journey = try user.journey(on: sources.road())
      try destination.write(sql ? script(journey) : format == .text ? text(journey) : json(journey))
    }

    private func text(_ journey: Journey) -> String {
      guard !journey.steps.isEmpty else { return "There are no tribes here.\n" }
      let table = Table.print(
        journey.steps.map { step in
          let tribe = step.tribe
          let remarks = tribe.remarks.filter { $0 != "deferred" }.map { ", \($0)" }
          return [
            step.decision.isRun ? "→" : " ", tribe.writtenTarget?.description ?? "", "\(tribe.module).\(tribe.name)",
            step.reason + remarks.joined(),
          ]
        }
      )
      return table + "\n" + journey.summary.printable + "\n"
    }

    /// Returns the tribes that run as a script: statements, and comments about the tribes in Swift.
    private func script(_ journey: Journey) -> String {
      let running = journey.steps.filter(\.decision.isRun).map(\.tribe)
      let parts = running.map { tribe in
        let target = tribe.writtenTarget?.description ?? ""
        let (name, location) = ("\(tribe.module).\(tribe.name) \(target)", tribe.location)
        guard let script = tribe.script else {
          return "-- \(name) is in Swift: \(location.file):\(location.line)".printable + "\n"
        }
        let statements = script.statements.map { $0.text + ";\n" }.joined()
        return "-- \(name): \(location.file)".printable + "\n"
          + (script.isTransactional ? "BEGIN;\n\(statements)COMMIT;\n" : statements)
      }
      let heading = "-- For review only: a run also records each tribe in the ledger, and these statements do not."
      return running.isEmpty ? "-- No tribe runs.\n" : ([heading + "\n"] + parts).joined(separator: "\n")
    }

    private func json(_ journey: Journey) -> String {
      let asked = [("from", user.from), ("to", user.to)].compactMap { name, value in
        value.map { (name, JSON.string($0)) }
      }
      let document = JSON.object(
        [("version", .number(1))] + asked + [
          ("ran", .array(user.ran.map(JSON.string))), ("steps", .array(journey.steps.map(json))),
        ]
      )
      return document.printed() + "\n"
    }

    private func json(_ step: Road.Step) -> JSON {
      .object([
        ("name", .string(step.tribe.name)), ("module", .string(step.tribe.module)),
        ("target", step.tribe.writtenTarget.map(JSON.init) ?? .object([])), ("file", .string(step.tribe.location.file)),
        ("line", .number(step.tribe.location.line)),
        ("conditions", .array(step.tribe.conditions.map { .string($0.text) })),
        ("availability", .array(step.tribe.availability.map { .string($0.description) })),
        ("runs", .boolean(step.decision.isRun)), ("reason", .string(step.reason)),
      ])
    }
  }
#endif
