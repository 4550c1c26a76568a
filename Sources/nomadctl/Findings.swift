#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore

  /// A printer of the findings about the tribes, on standard error.
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
