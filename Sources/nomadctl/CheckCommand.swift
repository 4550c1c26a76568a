#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command `nomadctl check`, which checks the tribes, also against what has shipped.
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check the tribes, also against what has shipped, which is in Tribes.lock.",
      discussion: """
        A tribe that has shipped was run by users, and is not run again. So it is an error if one is gone or has \
        another target or another source, if a .first or an .always has another name, or if a new one stands below \
        what has shipped. Each finding says which users it would hurt, and how to accept it.

        With a path, only the modules there are checked, and what the lock says of others is left alone; of a part of \
        a module, only what is new there is held against it. 'nomad-gen --check' does the same in the folder of a \
        Tribes.lock, and needs no package trait: it suits CI.
        """
    )

    @Option(help: "How to print the findings.")
    var format = ReportFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func run() throws {
      let file = try LockFile()
      if file.isNew {
        throw Failure("there is no \(TribeLock.fileName) here; 'nomadctl lock --release VERSION' writes it")
      }
      let modules = try sources.modules()
      let package = try Check.run(modules, isForLock: true, isComplete: sources.isComplete)
      let result = CheckResult(package, lock: file.lock, parts: modules.parts, isComplete: sources.isComplete)
      let report = format.report(package, with: result.findings)
      let summary = format == .text && !result.hasErrors ? result.summary : ""
      if format == .text, destination.output == nil {
        Console.error.write(report)
        Console.output.write(summary)
      } else {
        try destination.write(report + summary)
      }
      if result.hasErrors { throw ExitCode.failure }
    }
  }

  extension ReportFormat: ExpressibleByArgument {}
#endif
