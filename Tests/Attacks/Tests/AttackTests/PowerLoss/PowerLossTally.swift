import Foundation
import Testing

/// The number of cases, the number that held, and one example for each kind of violation.
struct PowerLossTally: Sendable {
  private struct Finding: Sendable {
    var count: Int
    let example: String
  }

  private(set) var cases = 0
  private(set) var held = 0
  /// The number of times that a tribe ran again although a completed run had found its record, which was
  /// unacknowledged.
  private(set) var lateReruns = 0
  private var findings: [String: Finding] = [:]

  /// Adds a number of equal cases.
  mutating func add(_ chronicle: Chronicle, times: Int = 1, example: @autoclosure () -> String) {
    cases += times
    lateReruns += chronicle.lateReruns * times
    if chronicle.violations.isEmpty { held += times }
    for violation in Set(chronicle.violations) {
      // Numbers distinguish examples, not kinds.
      let kind = violation.description.filter { !$0.isNumber }
      let example = findings[kind]?.example ?? "\(violation)\n\(example())"
      findings[kind] = Finding(count: (findings[kind]?.count ?? 0) + times, example: example)
    }
  }

  mutating func add(_ other: PowerLossTally) {
    cases += other.cases
    held += other.held
    lateReruns += other.lateReruns
    for (kind, finding) in other.findings {
      let old = findings[kind]
      findings[kind] = Finding(count: (old?.count ?? 0) + finding.count, example: old?.example ?? finding.example)
    }
  }

  /// Prints the numbers, and records an issue for each kind of violation.
  func report(_ name: String) {
    print("\(name): \(cases) cases, \(held) held; \(lateReruns) reruns of tribes with a record that nobody had synced")
    for finding in findings.values.sorted(by: { $0.count > $1.count }) {
      Issue.record("\(name): in \(finding.count) cases, such as: \(finding.example)")
    }
  }
}
