package import NomadGenCore

/// The format in which findings are printed.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// One line for each finding, as compilers print them.
  case text
  /// A JSON document with tribes and findings.
  case json
  /// GitHub's workflow commands, which annotate a pull request.
  case github
  /// SARIF 2.1.0, which code-scanning services read.
  case sarif
}

extension ReportFormat {
  /// Returns a report of a check.
  ///
  /// - Parameters:
  ///   - package: The checked modules.
  ///   - findings: Further findings, from the release lock.
  /// - Returns: The text with a newline at its end; empty if there is nothing to print.
  package func report(_ package: CheckedPackage = CheckedPackage(), with findings: [Finding] = []) -> String {
    let all = Rules.sorted(package.findings + findings)
    return switch self {
    case .text: TextReport.print(all)
    case .json: JSONReport.print(package.tribes, all)
    case .github: GitHubReport.print(all)
    case .sarif: SARIFReport.print(all)
    }
  }
}
