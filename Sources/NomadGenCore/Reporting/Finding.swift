/// A finding: a message of the check about a place in the sources.
///
/// Notes explain it, and fix-its say what to change.
package struct Finding: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning
  }

  /// A remark that belongs to a finding and may be about another place.
  package struct Note: Hashable, Sendable {
    package var message: String
    package var location: Location

    package init(message: String, location: Location) {
      (self.message, self.location) = (message, location)
    }
  }

  /// A replacement of source text that fixes a finding.
  package struct FixIt: Hashable, Sendable {
    package var message: String
    /// The new text, which replaces the source text from the finding's location to the end.
    package var replacement: String
    /// The end of the replaced text, exclusive.
    package var end: Location
  }

  package var severity = Severity.error

  /// The rule that made the finding.
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

extension Finding {
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
