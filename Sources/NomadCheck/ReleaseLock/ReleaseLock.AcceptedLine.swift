package import NomadGenCore
package import NomadSyntax
import NomadTargets

extension ReleaseLock {
  /// A line of a release lock, which accepts one finding about a tribe or about the shape of a stored type.
  ///
  /// ```text
  /// accepted changed-tribe App.SplitNotes 8c2d0f6a9be13d47 "a typo in a log message"
  /// accepted shape-change App.Theme 0b6a1f3c77d2e859 "stays on one device" shipped "2.5.0"
  /// ```
  package struct AcceptedLine {
    static let start = "accepted"

    package var subject: Subject
    /// The justification, for readers of the line.
    package var reason: String
    package var words = ReleaseLockWords()
    package var leading: [String] = []
    /// The location at which the line starts.
    package var location: Location

    /// A finding and the exact facts in it, so that the acceptance does not cover a later change.
    package struct Subject: Hashable {
      var code: Finding.Code
      /// The tribe or the type with its module.
      var name: String
      /// The checksum of the facts.
      var checksum: UInt64
    }
  }

  /// The findings about the shapes of stored types.
  static let shapeFindings: [Finding.Code] = [.unmigratedShape, .shapeChange, .unreadShape]

  /// Whether a line accepts a finding.
  ///
  /// A line with a shipped release is about a past change. It does not accept the same change in a later release.
  package func accepts(_ subject: AcceptedLine.Subject) -> Bool {
    accepted.contains { $0.subject == subject && $0[.shipped] == nil }
  }

  /// Returns the reason for the newest accepted change of a shipped tribe; nil if it has not changed.
  func reasonForChange(of entry: Entry) -> String? {
    accepted.first { $0.subject.code == .changedTribe && $0.subject.name == entry.qualifiedName }?.reason
  }

  /// The findings that say that a shipped tribe is gone, or has another name or target.
  static let endings: [Finding.Code] = [.removedTribe, .renamedTribe, .retargetedTribe, .mergedTribe]

  /// Whether a line accepts that a shipped tribe is gone, or has another name or target.
  package func isEnded(_ entry: Entry) -> Bool { Self.endings.contains { accepts(entry.subject($0)) } }

  /// Whether a shipped tribe was deliberately ended, merged or retired, so that its name and target are no longer in use.
  func isRetired(_ entry: Entry) -> Bool { entry[.merged] != nil || entry[.retired] != nil || isEnded(entry) }
}

extension ReleaseLock.AcceptedLine.Subject {
  init(_ code: Finding.Code, of name: String, _ facts: [String]) {
    var digest = TokenDigest()
    for fact in facts { digest.add(token: fact.utf8) }
    self.init(code: code, name: name, checksum: digest.value)
  }
}

extension ReleaseLock.AcceptedLine: LockLine {
  /// Whether the line is about the shape of a type; of any type, or of one with a name.
  func isOfShape(named name: String? = nil) -> Bool {
    ReleaseLock.shapeFindings.contains(subject.code) && name.map { $0 == qualifiedName } ?? true
  }

  /// The version of the release that shipped the accepted shape.
  var shippedVersion: TribeVersion? { self[.shipped].flatMap { try? TribeVersion(app: $0) } }

  package var module: String { String(subject.name.prefix { $0 != "." }) }
  package var name: String { String(subject.name.dropFirst(module.count + 1)) }

  package var line: String {
    let fields = [Self.start, subject.code.rawValue, ReleaseLockIdentity.written(qualifiedName)]
    let facts = [TokenDigest.digits(of: subject.checksum), reason.swiftLiteral]
    return (fields + facts + words.fields).joined(separator: " ")
  }
}

extension ReleaseLock.Entry {
  /// Returns the subject of a finding about the tribe that has shipped.
  package func subject(_ code: Finding.Code, _ facts: [String] = []) -> ReleaseLock.AcceptedLine.Subject {
    .init(code, of: qualifiedName, [target.source] + facts)
  }
}

extension TribeCensus.Member {
  /// Returns the subject of a finding about the tribe in the sources.
  package func subject(_ code: Finding.Code, _ facts: [String] = []) -> ReleaseLock.AcceptedLine.Subject {
    .init(code, of: identity.qualifiedName, [target.source] + facts)
  }

  /// The subject of a finding that the tribe differs from the one that has shipped.
  var change: ReleaseLock.AcceptedLine.Subject {
    subject(.changedTribe, [TokenDigest.digits(of: checksum), conditions?.filter { $0 != " " } ?? ""])
  }
}
