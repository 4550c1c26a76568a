#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadGenCore
  import NomadSources

  /// `nomadctl plan`: what a user of some version would run.
  struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan",
      abstract: "Show what a user of some version would run on upgrade, and why not the rest.",
      discussion: """
        The user's data has seen every versioned tribe at or below the version, and no other. A version is what \
        .literal or .dotted accept, or one number alone: 1.0.0, 1.1-2, 3.
        """
    )

    @Option(
      help: ArgumentHelp("The version that the user has; a fresh install if none is given.", valueName: "version")
    )
    var from: String?

    @Option(
      help: ArgumentHelp("The version that the user gets; all tribes may run if none is given.", valueName: "version")
    )
    var to: String?

    @Option(help: ArgumentHelp("An id of a .once that ran already; give the option once for each.", valueName: "id"))
    var ran: [String] = []

    @Option(help: "How to print the plan.")
    var format = ListFormat.text

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if from == nil, !ran.isEmpty { throw ValidationError("--ran needs --from: nothing ran before a fresh install.") }
      for (option, version) in [("--from", from), ("--to", to)] {
        guard let version else { continue }
        do { _ = try CurrentVersion.parsed(version) } catch { throw ValidationError("\(option): \(error)") }
      }
    }

    func run() throws {
      let road = Road(Pipeline.summaries(of: try sources.soundOutputs()))
      let steps: [Road.Step]
      do {
        steps = try road.steps(from: from, to: to, ran: ran)
      } catch let error as NomadError {
        throw Failure("\(error)")
      }
      Console.output.write(format == .text ? text(steps) : json(steps))
    }

    private func text(_ steps: [Road.Step]) -> String {
      guard !steps.isEmpty else { return "There are no tribes here.\n" }
      let table = Table.print(
        steps.map { step in
          let tribe = step.tribe
          let conditions = tribe.conditions.map { ", #if \($0)" } + tribe.availability.map { ", @available \($0)" }
          return [
            step.decision.isRun ? "→" : " ", tribe.target?.description ?? "", "\(tribe.module).\(tribe.name)",
            step.decision.description + conditions.joined(),
          ]
        }
      )
      // What does not run stands back.
      return zip(table.split(separator: "\n"), steps).map { line, step in
        Console.output.styled(String(line), step.decision.isRun ? .bold : .dim) + "\n"
      }.joined()
    }

    private func json(_ steps: [Road.Step]) -> String {
      let document = JSON.object([
        ("version", .number(1)),
        (
          "steps",
          .array(
            steps.map { step in
              .object([
                ("name", .string(step.tribe.name)), ("module", .string(step.tribe.module)),
                ("target", .string(step.tribe.target?.description ?? "")), ("file", .string(step.tribe.location.file)),
                ("line", .number(step.tribe.location.line)),
                ("conditions", .array(step.tribe.conditions.map(JSON.string))),
                ("availability", .array(step.tribe.availability.map(JSON.string))),
                ("runs", .boolean(step.decision.isRun)), ("reason", .string(step.decision.description)),
              ])
            }
          )
        ),
      ])
      return document.printed() + "\n"
    }
  }
#endif
