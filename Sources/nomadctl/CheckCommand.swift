#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl check`, which checks the tribes, also against what has shipped.
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check the tribes, and compare them with Tribes.lock, the record of what has shipped.",
      discussion: """
        Users have run the tribes that have shipped, and never run them again. So it is an error if a shipped tribe is \
        missing or has another target or source, if a shipped .first or .always tribe has another name, or if a new \
        tribe is below a version that has shipped. The notes of a finding say which users it would affect, and how to \
        accept it.

        With paths, the command checks only the modules there, and ignores the lines of Tribes.lock about others. In a \
        part of a module, it reports no changed or removed tribe, because the rest of the module is unknown. It still \
        reports a tribe that is late or has another target, and a .first or .always tribe that has another name. \
        'nomad-gen --check' does the same in the folder of a Tribes.lock. It needs no package trait, which suits CI.

        Without a Tribes.lock in the current folder, the command only reports what is wrong in the sources, and exits \
        with 2. 'nomad-gen --check' accepts that.
        """
    )

    @Flag(help: "Report each warning as an error.")
    var strict = false

    @Option(help: "How to print the findings.")
    var format = ReportFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func run() throws {
      let lock = try ReleaseLock.inCurrentFolder()
      let selection = try sources.selection()
      let result = try CheckResult(of: selection, lock: lock, isStrict: strict)
      let report = result.report(as: format)
      let summary = format == .text && lock != nil && !result.hasErrors ? result.summary : ""
      if format == .text, destination.output == nil {
        Console.error.write(report)
        Console.output.write(summary)
      } else {
        try destination.write(report + summary)
      }
      if summary.isEmpty, !result.limits.isEmpty { Console.error.write("nomadctl: note: \(result.limits)") }
      // The report is complete for programs that read it, but it is no verdict on what has shipped.
      if lock == nil { throw ReleaseLockFile.missing }
      if result.hasErrors { throw ExitCode.failure }
    }
  }

  extension ReportFormat: ExpressibleByArgument {}
#endif
