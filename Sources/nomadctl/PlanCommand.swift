#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
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
    var journey: JourneyOptions

    @Option(help: "How to print the plan.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if journey.from == nil, !journey.ran.isEmpty {
        throw ValidationError("--ran needs --from: nothing ran before a fresh install.")
      }
    }

    func run() throws {
      let road = try sources.road()
      do {
        let steps = try journey.steps(on: road)
        try destination.write(format == .text ? try text(steps, on: road) : json(steps))
        if let note = try journey.note(on: road) { Console.error.note(note) }
      } catch let error as NomadError {
        throw Failure("\(error)")
      }
    }

    private func text(_ steps: [Road.Step], on road: Road) throws -> String {
      guard !steps.isEmpty else { return "There are no tribes here.\n" }
      let table = Table.print(
        steps.map { step in
          let tribe = step.tribe
          let conditions =
            tribe.traits.filter { $0 != "deferred" }.map { ", \($0)" } + tribe.conditions.map { ", #if \($0)" }
            + tribe.availability.map { ", @available \($0)" }
          return [
            step.decision.isRun ? "→" : " ", tribe.target?.description ?? "", "\(tribe.module).\(tribe.name)",
            step.reason + conditions.joined(),
          ]
        }
      )
      return table + "\n" + (try journey.summary(on: road)).printable + "\n"
    }

    private func json(_ steps: [Road.Step]) -> String {
      let asked = [("from", journey.from), ("to", journey.to), ("as", journey.kind?.rawValue)]
      let document = JSON.object(
        [("version", .number(1))] + asked.compactMap { name, value in value.map { (name, .string($0)) } } + [
          ("ran", .array(journey.ran.map(JSON.string))), ("steps", .array(steps.map(json))),
        ]
      )
      return document.printed() + "\n"
    }

    private func json(_ step: Road.Step) -> JSON {
      .object([
        ("name", .string(step.tribe.name)), ("module", .string(step.tribe.module)),
        ("target", step.tribe.target.map(JSON.init) ?? .object([])), ("file", .string(step.tribe.location.file)),
        ("line", .number(step.tribe.location.line)),
        ("conditions", .array(step.tribe.conditions.map(JSON.string))),
        ("availability", .array(step.tribe.availability.map(JSON.string))),
        ("runs", .boolean(step.decision.isRun)), ("reason", .string(step.reason)),
      ])
    }
  }
#endif
