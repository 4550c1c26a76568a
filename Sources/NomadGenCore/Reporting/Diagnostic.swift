/// A finding: what is wrong, where, and what to change.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning
  }

  /// A remark at another place that belongs to a finding.
  package struct Note: Hashable, Sendable {
    package var message: String
    package var location: Location
  }

  /// A replacement that mends a finding.
  package struct FixIt: Hashable, Sendable {
    package var message: String
    /// What to write instead of the text at the finding's location.
    package var replacement: String
  }

  package var severity = Severity.error

  /// The stable name of the rule.
  package var code: Code
  package var message: String
  package var location: Location
  package var notes: [Note] = []
  package var fixIts: [FixIt] = []
}

extension Diagnostic {
  /// The stable names of the rules.
  package enum Code: String, Sendable, CaseIterable {
    case illegalTarget = "illegal-target"
    case unreadableTarget = "unreadable-target"
    case missingTarget = "missing-target"
    case duplicateTarget = "duplicate-target"
    case unreachableTribe = "unreachable-tribe"
  }
}
