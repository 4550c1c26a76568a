package import NomadGenCore
package import NomadSources

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

/// The result of a check of some modules, compared with the release lock if there is one.
package struct CheckResult {
  /// The checked modules.
  package let package: CheckedPackage
  /// The lock, and what it is compared with; nil if there is none.
  private var comparison: (lock: ReleaseLock, census: TribeCensus, judgement: ShapeJudgement)?

  /// The findings of the comparison with the lock, and those about locks in other folders.
  package private(set) var findings: [Finding]

  /// Checks a selection, and compares it with the release lock.
  ///
  /// - Parameters:
  ///   - selection: The modules.
  ///   - protocolName: The protocol to discover.
  ///   - lock: The release lock.
  ///   - isStrict: Whether each warning is an error.
  ///   - others: Further findings, whose severity stays as it is.
  /// - Throws: ``Failure`` if a file cannot be read.
  package init(
    of selection: Selection,
    protocolName: String = Library.tribe,
    lock: ReleaseLock?,
    isStrict: Bool,
    besides others: [Finding] = []
  ) throws(Failure) {
    let package = try Check.check(
      selection: selection,
      protocolName: protocolName,
      isForLock: lock != nil,
      stored: lock?.typeNames ?? []
    )
    self.init(package, lock: lock, isStrict: isStrict)
    findings += others
  }

  /// Combines a check with the release lock.
  ///
  /// - Parameters:
  ///   - package: The checked modules, with checksums if there is a lock.
  ///   - lock: The release lock.
  ///   - isStrict: Whether each warning is an error.
  package init(_ package: CheckedPackage, lock: ReleaseLock?, isStrict: Bool = false) {
    let package = lock.map { package.reportingDuplicates(after: $0) } ?? package
    self.package = isStrict ? package.strict : package
    findings = []
    guard let lock else { return }
    let census = TribeCensus(of: package)
    let judgement = ShapeJudgement(lock, census)
    comparison = (lock, census, judgement)
    let found = lock.findings(in: census, judgement)
    findings = isStrict ? found.strict : found
  }

  /// Returns the report of the check and of the comparison with the lock.
  ///
  /// - Parameter format: The format.
  /// - Returns: The text with a newline at its end; empty if there is nothing to print.
  package func report(as format: ReportFormat) -> String { format.report(package, with: findings) }

  /// Whether the check or the lock has an error.
  package var hasErrors: Bool { findings.hasErrors || package.hasErrors }

  /// A one-line summary of a check without errors.
  package var summary: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let tribes = package.modules.map(\.distinctTribeCount).reduce(0, +)
    let ignored = package.modules.map(\.ignoredTribeCount).reduce(0, +)
    let warnings = findings.count + package.findings.count
    let verdict = warnings == 0 ? "nothing wrong" : counted(warnings, "warning")
    let shipped = comparison.map { ", \($0.lock.shippedCount(in: $0.census)) of them shipped" } ?? ""
    let leftOut = ignored == 0 ? "" : ", \(ignored) more left out by nomad:ignore"
    let modules = counted(package.modules.count, "module")
    let known = comparison.map { ", \($0.judgement.knownCount) of them locked" } ?? ""
    let typeCount =
      comparison?.judgement.typeCount
      ?? Set(package.storedTypes.filter { $0.shape.alias == nil }.map(\.qualifiedName)).count
    let stored = typeCount == 0 ? "" : ", \(counted(typeCount, "stored type"))\(known)"
    let text = "\(counted(tribes, "tribe")) in \(modules)\(shipped)\(leftOut)\(stored), \(verdict)\(limit)"
    return ([text] + unchecked).joined(separator: "; ").printable + "\n"
  }

  /// What the summary says about folders that a reader might believe to be checked, for reports without a summary; empty
  /// if there are none.
  package var limits: String {
    unchecked.isEmpty ? "" : unchecked.joined(separator: "; ").printable + "\n"
  }

  private var unchecked: [String] {
    let (folders, packages) = (package.uncheckedFolders, package.uncheckedPackages)
    return (folders.isEmpty ? [] : ["not checked: \(folders.joined(separator: ", "))"])
      + (packages.isEmpty ? [] : ["packages to check in their own folders: \(packages.joined(separator: ", "))"])
  }

  /// A part of the summary: modules that were not compared with the lock, although a reader might think so.
  private var limit: String {
    guard let lock = comparison?.lock else { return "" }
    let locked = Set(lock.entries.map(\.module) + lock.shapes.map(\.module))
    if !locked.isEmpty, locked.isDisjoint(with: package.modules.map(\.module)) {
      return "; Tribes.lock has only other modules: \(locked.sorted().joined(separator: ", "))"
    }
    let parts = locked.intersection(package.parts).sorted()
    guard !parts.isEmpty else { return "" }
    return "; the check saw only a part of \(parts.joined(separator: ", ")), so it did not judge its shipped tribes"
  }
}
