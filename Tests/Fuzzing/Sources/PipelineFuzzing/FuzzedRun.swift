package import NomadCheck
import NomadGenCore
import NomadSyntax

/// One run of the whole pipeline: scanning, rules, reports and the registry.
package struct FuzzedRun {
  private let sources: FuzzedSources
  private let output: Pipeline.Output?
  private let checked: CheckedModule?
  private let reports: [ReportFormat: String]
  private let registry: String?

  /// Runs the pipeline.
  ///
  /// - Parameters:
  ///   - sources: The sources of the run.
  ///   - formats: The reports to print.
  package init(_ sources: FuzzedSources, formats: [ReportFormat]) {
    self.sources = sources
    // Nothing is read from files, so no read can fail.
    let own = Array(sources.own.keys)
    let imported = sources.dependency.isEmpty ? [:] : ["Kit": Array(sources.dependency.keys)]
    let read: SourceReader = { path, body in sources.bytes(of: path).withUnsafeBufferPointer(body) }
    output = try? Pipeline.run(own, module: "App", imported: imported, read: read)
    registry = output?.registry
    let importing = imported.isEmpty ? nil : { (name: String) in imported[name] ?? [] }
    checked = try? Check.run([("App", own)], importing: importing, isForLock: true, read: read)[0]
    let package = CheckedPackage([checked].compactMap(\.self))
    reports = Dictionary(uniqueKeysWithValues: formats.map { ($0, $0.report(package)) })
  }

  /// All printed texts, in a fixed order.
  package var texts: [String] {
    ReportFormat.allCases.compactMap { reports[$0] } + [registry ?? ""]
  }

  /// Returns the violated rules; empty if all hold.
  package func violations() -> [String] {
    guard let output, let checked else { return ["the run threw"] }
    return registryViolations(output) + placeViolations(checked) + reportViolations(checked)
  }

  /// Checks that a registry exists exactly if there are no errors, and that it has an entry for every tribe.
  private func registryViolations(_ output: Pipeline.Output) -> [String] {
    guard let registry else { return output.hasErrors ? [] : ["no registry, and no error"] }
    if output.hasErrors { return ["a registry in spite of an error"] }
    let entries = registry.split(separator: "\n").count { $0.drop { $0 == " " } == "_tribes.add(" }
    return entries == output.tribes.count ? [] : ["\(output.tribes.count) tribes, but \(entries) entries"]
  }

  /// Checks that every finding and every note is at a place in one of the files.
  private func placeViolations(_ output: CheckedModule) -> [String] {
    let places = output.findings.flatMap { [$0.location] + $0.notes.map(\.location) }
    return places.filter { place in
      let bytes = sources.bytes(of: place.file)
      let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      return !(1...lines).contains(place.line) || !(1...bytes.count + 1).contains(place.column)
        || !(1...place.column).contains(place.codePointColumn)
    }.map { "a finding at \($0)" }
  }

  /// Checks that each finding and each of its notes is one line, whatever text it contains.
  private func reportViolations(_ output: CheckedModule) -> [String] {
    reports.flatMap { format, report in
      let lines = report.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      switch format {
      case .text:
        let expected = output.findings.reduce(0) { $0 + 1 + $1.notes.count }
        let places = ["A.swift:", "B.swift:", "C.swift:", "Kit.swift:"]
        let isPlaced = lines.allSatisfy { line in places.contains { line.starts(with: $0.utf8) } }
        return lines.count == expected && isPlaced ? [] : ["\(expected) findings and notes: \(report)"]
      case .github:
        let isCommand = lines.allSatisfy { $0.starts(with: "::".utf8) }
        return lines.count == output.findings.count && isCommand ? [] : ["no workflow commands: \(report)"]
      case .json, .sarif:
        let isText = report.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
        return isText ? [] : ["a control character: \(report)"]
      }
    }
  }
}
