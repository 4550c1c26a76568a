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

extension Diagnostic.Code {
  /// The address of the page about this rule.
  package var page: String {
    "https://github.com/ahmdx/Nomad/blob/main/Sources/Nomad/Nomad.docc/Findings/\(rawValue).md"
  }

  /// What a finding of this rule means, in one sentence.
  package var summary: String {
    switch self {
    case .illegalTarget: "A target's text does not have the format of its case."
    case .unreadableTarget: "A target's value cannot be read without running code."
    case .unreadableMember: "The value of a tribe's static member cannot be read without running code."
    case .requiredTribe: "A tribe requires itself, directly or through other tribes."
    case .missingTarget: "A tribe has no target."
    case .duplicateTarget: "Two tribes have the same version or id."
    case .unreachableTribe: "The registry cannot name a tribe, because it is private, local or generic."
    case .uncreatableTribe: "The registry cannot create a tribe, because it has no init()."
    case .unreadableDependency: "The registry cannot say what a tribe depends on, because its type is hidden."
    case .suspectedTribe: "A macro may make a type a tribe that the registry does not know."
    case .uncheckedTribes: "A module may have tribes that the check cannot see."
    case .unusedRegistry: "No code runs the registry of a module, so its tribes never run."
    case .sharedTribe: "A tribe is in the registries of two modules."
    case .sharedTarget: "Tribes of two modules have the same version or id."
    case .misplacedDependency: "A property with @TribeDependency is not in a tribe, so nothing checks that it is given."
    case .ineffectiveDirective: "A comment that starts with nomad: has no effect."
    case .removedTribe: "A tribe that has shipped is gone."
    case .renamedTribe: "A .first or .always tribe that has shipped has another name."
    case .movedTribe: "A tribe that has shipped has moved to another module."
    case .retargetedTribe: "A tribe that has shipped has another target."
    case .changedTribe: "The source of a tribe that has shipped has changed."
    case .lateTribe: "A new tribe is below a version that has shipped."
    case .damagedLock: "The record of what has shipped cannot be read."
    }
  }
}
