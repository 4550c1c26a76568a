#if Nomadctl
  import ArgumentParser
  import NomadGenCore

  /// What is wrong with the tribes, on standard error.
  enum Findings {
    /// Prints the findings.
    ///
    /// - Throws: `ExitCode` 1 if one of them is an error.
    static func print(_ outputs: [Pipeline.Output]) throws {
      Console.error.write(ReportFormat.text.report(outputs))
      if outputs.contains(where: \.hasErrors) { throw ExitCode.failure }
    }
  }
#endif
