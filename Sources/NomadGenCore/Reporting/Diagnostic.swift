/// A finding: what is wrong, where, and what to change.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning
  }

  /// A remark at another place that belongs to a finding.
  package struct Note: Hashable, Sendable {
    package var message: String
    package var location: Location

    package init(message: String, location: Location) {
      (self.message, self.location) = (message, location)
    }
  }

  /// A replacement that mends a finding.
  package struct FixIt: Hashable, Sendable {
    package var message: String
    /// What to write instead of the text from the finding's location on.
    package var replacement: String
    /// Where that text ends, exclusively.
    package var end: Location
  }

  package var severity = Severity.error

  /// The stable name of the rule.
  package var code: Code
  package var message: String
  package var location: Location
  package var notes: [Note] = []
  package var fixIts: [FixIt] = []

  package init(
    severity: Severity = .error,
    code: Code,
    message: String,
    location: Location,
    notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    (self.severity, self.code, self.message) = (severity, code, message)
    (self.location, self.notes, self.fixIts) = (location, notes, fixIts)
  }
}

extension Diagnostic {
  /// The stable names of the rules.
  package enum Code: String, Sendable, CaseIterable {
    case illegalTarget = "illegal-target"
    case unreadableTarget = "unreadable-target"
    case unreadableMember = "unreadable-member"
    case requiredTribe = "required-tribe"
    case missingTarget = "missing-target"
    case duplicateTarget = "duplicate-target"
    case unreachableTribe = "unreachable-tribe"
    case uncreatableTribe = "uncreatable-tribe"
    case unreadableDependency = "unreadable-dependency"
    case suspectedTribe = "suspected-tribe"
    case uncheckedTribes = "unchecked-tribes"
    case unusedRegistry = "unused-registry"
    case sharedTribe = "shared-tribe"
    case sharedTarget = "shared-target"
    case misplacedDependency = "misplaced-dependency"
    case ineffectiveDirective = "ineffective-directive"
    case removedTribe = "removed-tribe"
    case renamedTribe = "renamed-tribe"
    case movedTribe = "moved-tribe"
    case retargetedTribe = "retargeted-tribe"
    case changedTribe = "changed-tribe"
    case lateTribe = "late-tribe"
    case damagedLock = "damaged-lock"
  }
}
