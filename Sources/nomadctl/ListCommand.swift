#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  /// The command `nomadctl list`, which prints the tribes in migration order.
  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the tribes in migration order, with their targets and declarations.",
      discussion: """
        The command prints findings about the tribes to standard error. The exit code is 1 if one of them is an error.
        """
    )

    @Option(help: "How to print the list.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func run() throws {
      let package = try Check.check(selection: sources.selection())
      switch format {
      case .text: try destination.write(Self.text(package.tribes))
      case .json: try destination.write(ReportFormat.json.report(package))
      }
      try Findings.print(package)
    }

    private static func text(_ tribes: [Tribe]) -> String {
      guard !tribes.isEmpty else { return "There are no tribes here.\n" }
      let rows = tribes.map { tribe in
        let target =
          switch tribe.target {
          case .legal(let target, _), .illegal(let target, _): target.description
          case .unreadable: "(unreadable)"
          case .missing: "(missing)"
          }
        let place = "\(tribe.location.file):\(tribe.location.line)"
        let remarks = tribe.remarks.joined(separator: ", ")
        return [target, "\(tribe.module).\(tribe.name)", place, remarks]
      }
      return Table.print(rows)
    }
  }
#endif
