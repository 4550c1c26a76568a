/// A finding: a message of the check about a place in the sources.
///
/// Notes give its impact and its remedy, and fix-its are remedies that a tool can apply.
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
  package var notes: [Note]
  package var fixIts: [FixIt]

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - severity: The severity.
  ///   - code: The rule.
  ///   - message: The fact, in at most 25 words.
  ///   - location: The place to change.
  ///   - related: Notes about other places.
  ///   - impact: The consequence, unless it is obvious.
  ///   - remedy: The change that resolves the finding.
  ///   - fixIts: The replacements that resolve it.
  package init(
    severity: Severity = .error,
    code: Code,
    message: String,
    location: Location,
    related: [Note] = [],
    impact: String? = nil,
    remedy: String,
    fixIts: [FixIt] = []
  ) {
    (self.severity, self.code, self.message, self.location) = (severity, code, message, location)
    notes = related + [impact, remedy].compactMap(\.self).map { Note(message: $0, location: location) }
    self.fixIts = fixIts
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
