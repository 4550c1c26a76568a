#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore

  /// What is wrong with the tribes, on standard error.
  enum Findings {
    /// Prints the findings.
    ///
    /// - Throws: `ExitCode` 1 if one of them is an error.
    static func print(_ package: CheckedPackage) throws {
      Console.error.write(ReportFormat.text.report(package))
      if package.hasErrors { throw ExitCode.failure }
    }
  }
#endif
