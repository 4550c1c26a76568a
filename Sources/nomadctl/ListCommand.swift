#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore

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
      let packages = Packages()
      let package = try Check.check(selection: sources.selection(in: packages), in: packages)
      switch format {
      case .text: try destination.write(TribeList.print(package))
      case .json: try destination.write(ReportFormat.json.report(package))
      }
      try Findings.print(package)
    }
  }
#endif
