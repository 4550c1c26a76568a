package import NomadSyntax

/// A finding: a message of the check about a place in the sources.
///
/// Notes give its impact and its remedy, and fix-its are remedies that a tool can apply.
package struct Finding: Equatable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning
    /// A remark that a user asked for, which never fails a check.
    case note
  }

  /// A remark that belongs to a finding and may be about another place.
  package struct Note: Equatable, Sendable {
    package let message: String
    package let location: Location

    package init(message: String, location: Location) {
      (self.message, self.location) = (message, location)
    }
  }

  /// A replacement of source text that fixes a finding.
  package struct FixIt: Equatable, Sendable {
    package let message: String
    /// The new text, which replaces the source text from the finding's location to the end.
    package var replacement: String
    /// The end of the replaced text, exclusive.
    package var end: Location
  }

  package var severity = Severity.error

  /// The rule that made the finding.
  package let code: Code
  package let message: String
  package let location: Location
  package let notes: [Note]
  package let fixIts: [FixIt]

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

extension [Finding] {
  /// Whether one of them is an error.
  package var hasErrors: Bool { contains { $0.severity == .error } }
}

extension Finding {
  /// The stable names of the rules.
  package enum Code: String, Sendable, CaseIterable {
    case illegalTarget = "illegal-target"
    case unreadableTarget = "unreadable-target"
    case unreadableMember = "unreadable-member"
    case requiredTribe = "required-tribe"
    case mergedTribe = "merged-tribe"
    case missingTarget = "missing-target"
    case duplicateTarget = "duplicate-target"
    case unreachableTribe = "unreachable-tribe"
    case uncreatableTribe = "uncreatable-tribe"
    case unreadableDependency = "unreadable-dependency"
    case suspectedTribe = "suspected-tribe"
    case uncheckedTribes = "unchecked-tribes"
    case missingPlugin = "missing-plugin"
    case unusedRegistry = "unused-registry"
    case staleRegistry = "stale-registry"
    case unknownHold = "unknown-hold"
    case sqlFileName = "sql-file-name"
    case illegalSQL = "illegal-sql"
    case unknownDatabase = "unknown-database"
    case sharedTribe = "shared-tribe"
    case sharedTarget = "shared-target"
    case misplacedDependency = "misplaced-dependency"
    case swallowedError = "swallowed-error"
    case unawaitedWork = "unawaited-work"
    case unwrittenTribe = "unwritten-tribe"
    case ineffectiveDirective = "ineffective-directive"
    case removedTribe = "removed-tribe"
    case renamedTribe = "renamed-tribe"
    case movedTribe = "moved-tribe"
    case retargetedTribe = "retargeted-tribe"
    case changedTribe = "changed-tribe"
    case lateTribe = "late-tribe"
    case reorderedTribe = "reordered-tribe"
    case missingOldest = "missing-oldest"
    case damagedLock = "damaged-lock"
    case unmigratedShape = "unmigrated-shape"
    case shapeChange = "shape-change"
    case liveType = "live-type"
    case unreadShape = "unread-shape"
  }
}

/// A printer of findings in the format of compilers, so that SwiftPM and Xcode show them at their places.
package enum TextReport {
  package static func print(_ findings: [Finding]) -> String {
    findings.map { finding in
      let first = line(finding.location, finding.severity.rawValue, finding.message)
      let notes = finding.notes.map { line($0.location, "note", $0.message) + "\n" }
      return "\(first) [\(finding.code.rawValue)]\n" + notes.joined()
    }.joined()
  }

  private static func line(_ location: Location, _ kind: String, _ message: String) -> String {
    let line = oneLine("\(location.file):\(location.line):\(location.column): \(kind): \(message)").printable
    // A CI service takes a line that starts with "::" for a command.
    return line.hasPrefix("::") ? "./" + line : line
  }

  /// Joins the lines of a message, because a finding is one line even if a target or a file's name has several.
  private static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension String {
  /// The text on one line, with every character escaped that a terminal or a CI service could take for a command.
  ///
  /// These are control characters, characters that change the direction of writing, and the start of a CI runner's
  /// command. Sources, file names and ledgers may contain text from strangers.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        // GitHub's runner takes "##[" for a command anywhere in a line.
        if scalar == "[", result.hasSuffix("##") { result += "\\" }
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar.escaped(asASCII: true)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is visible text that affects neither the terminal nor the text around it.
  package var isPrintable: Bool {
    if isASCII { return value >= 0x20 && value != 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return self == "\u{200D}"
    default: return true
    }
  }
}
