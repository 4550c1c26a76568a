package import NomadGenCore
import NomadSources
import NomadSyntax
import NomadTargets

extension ReleaseLock {
  /// A change that was made to a release lock.
  package enum Change {
    /// A tribe was locked. If it waits, its version is above the release: where the app states its version, the tribe
    /// waits for an app of its own version.
    case locked(String, waits: Bool)
    /// A line was reworded without changing its meaning: another name, another module, another spelling.
    case updated(String, was: String)
    /// A finding was accepted, and with it some findings about types and shapes.
    case accepted(String, covering: [Finding] = [])
    /// The line of a tribe that never shipped was removed.
    case dropped(String)
    /// A release without a new tribe or shape was recorded.
    case released(String)
  }

  /// Records that a release exists, if it is newer than all others.
  ///
  /// - Parameter release: The version of the app.
  /// - Returns: The change; nil if a line has the release or a newer one.
  /// - Throws: `TargetError` if the release is not a version.
  mutating func record(_ release: String) throws(TargetError) -> Change? {
    let version = try TribeVersion(app: release)
    if let newest = knownReleases.last, newest.version >= version { return nil }
    let new = ShapeLine.Release(text: release, version: version)
    (quietRelease, quietWords) = (new, ReleaseLockWords())
    return .released(new.line)
  }

  /// A request to accept the findings about a tribe or a type.
  package struct Acceptance {
    /// The tribe or the type, with its module or without.
    package var name: String
    /// The justification, for readers of the line.
    package var reason: String

    package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
  }

  /// Accepts the findings about some tribes and types, which are all judged before one of them is accepted.
  ///
  /// - Parameters:
  ///   - acceptances: The tribes and types, and the reasons.
  ///   - census: The tribes and types in the sources.
  ///   - release: The release that is to be locked; nil if any release may be next.
  /// - Returns: The changes made.
  /// - Throws: ``Failure`` if a name has no finding, has one that cannot be accepted, or can mean several.
  mutating func accept(
    _ acceptances: [Acceptance],
    in census: TribeCensus,
    for release: TribeVersion?
  ) throws(Failure) -> [Change] {
    let judgement = ShapeJudgement(self, census, for: release)
    let differences = differences(to: census)
    let names = differences.filter { $0.subject != nil }.compactMap { $0.entry?.qualifiedName ?? $0.names.first }
    let known = names.sorted() + judgement.namesToAccept
    var refusals: [String: Finding] = [:]
    for difference in differences where difference.subject == nil {
      guard let finding = difference.finding(in: self) else { continue }
      for name in difference.names { refusals[name] = finding }
    }
    var changes: [Change] = []
    var accepted: Set<String> = []
    var left = acceptances.isEmpty ? [] : findings(in: census, for: release, judgement)
    for acceptance in acceptances {
      let reason = acceptance.reason
      let name = try ShortName.meaning(of: acceptance.name, among: known + refusals.keys) ?? acceptance.name
      if let finding = refusals[name] {
        let remedy = finding.notes.last.map { "; \($0.message)" } ?? ""
        throw Failure("the finding about '\(name)' cannot be accepted: \(finding.message)\(remedy)")
      }
      guard accepted.insert(name).inserted else { continue }
      let made = accept(name, because: reason, in: census) + acceptShapes(name, because: reason, judgement)
      guard !made.isEmpty || known.contains(name) else {
        let rest = known.isEmpty ? "no other tribe has one" : "these have: \(known.joined(separator: ", "))"
        throw Failure("'\(name)' has no finding to accept; \(rest). See 'swift run nomad-gen --check'")
      }
      changes += made
      let before = left
      left = findings(in: census, for: release)
      let messages = Set(left.map(\.message))
      let codes = Self.shapeFindings + [.liveType]
      let settled = before.filter { codes.contains($0.code) && !messages.contains($0.message) }
      if case .accepted(let line, _)? = made.last { changes[changes.count - 1] = .accepted(line, covering: settled) }
    }
    return changes
  }

  /// Accepts the findings about a tribe.
  ///
  /// - Parameters:
  ///   - name: The tribe with its module, as the lock or the sources name it: `App.SplitNotes`.
  ///   - reason: The justification, for readers of the line.
  ///   - census: The tribes in the sources.
  /// - Returns: The changes made; none if no tribe of that name has a finding.
  mutating func accept(_ name: String, because reason: String, in census: TribeCensus) -> [Change] {
    var (changes, made): ([Change], Set<AcceptedLine.Subject>) = ([], [])
    // A tribe with another target may then be late.
    while let subject = differences(to: census).first(where: { $0.subject != nil && $0.names.contains(name) })?.subject,
      made.insert(subject).inserted, !accepts(subject)
    {
      changes.append(accept(subject, because: reason, besides: made))
    }
    return changes
  }

  /// Adds the line that accepts a finding.
  mutating func accept(
    _ subject: AcceptedLine.Subject,
    because reason: String,
    besides made: Set<AcceptedLine.Subject> = [],
    shipped: String? = nil
  ) -> Change {
    // Only the newest changes of a tribe are accepted, so that a change back to an older source is found.
    if subject.code == .changedTribe {
      accepted.removeAll {
        $0.subject.code == subject.code && $0.subject.name == subject.name && !made.contains($0.subject)
      }
    }
    var line = AcceptedLine(subject: subject, reason: reason, location: locationAfterAll)
    line[.shipped] = shipped
    accepted.append(line)
    return .accepted(String(line.line.dropFirst(AcceptedLine.start.count + 1)))
  }

  /// Locks the new tribes of a release, and updates the lines whose changes need no acceptance.
  ///
  /// - Parameters:
  ///   - census: The tribes in the sources. Before a release, ``findings(in:)`` must not report an error about them.
  ///   - release: The version of the app; nil to lock no new tribes.
  /// - Returns: The changes made.
  /// - Throws: `TargetError` if the release is not a version.
  mutating func update(to census: TribeCensus, release: String?) throws(TargetError) -> [Change] {
    let version = try release.map(TribeVersion.init(app:))
    var changes: [Change] = []
    for difference in differences(to: census) {
      switch difference {
      case .new(let member):
        guard let release, let version else { continue }
        let shipment = Entry.Shipment(release: release, version: version, checksum: member.checksum)
        // A tribe that was accepted as late is below a version that has shipped, so it waits for none.
        let waits = shipment.isBelow(member.order) && !accepts(member.subject(.lateTribe))
        changes.append(.locked(add(member, shipment), waits: waits))
      // A tribe whose old module was not checked keeps its line in that module.
      case .kept(let entry, let member) where census.hasLookedAt(entry.module):
        changes += removeLines { line in
          Self.endings.contains(line.subject.code) && line.subject == entry.subject(line.subject.code)
            || line.subject.code == .reorderedTribe && line.subject.name == entry.qualifiedName
        }
        changes += change(entry, in: \.entries) { entry in
          entry.update(to: member)
          entry[.merged] = nil
        }
        for (index, line) in accepted.enumerated()
        where line.qualifiedName == entry.qualifiedName && !Self.endings.contains(line.subject.code) {
          // Another spelling of the target is the same target.
          if line.subject == entry.subject(.lateTribe) { accepted[index].subject = member.subject(.lateTribe) }
          accepted[index].subject.name = member.identity.qualifiedName
        }
      // Until a release has the merged tribe, its source may change.
      case .merging(let entry, let member) where release != nil:
        changes += change(entry, in: \.entries) { $0.update(to: member) }
      case .merged(let entry, let member, _) where release != nil:
        let name = "\(member.identity.qualifiedName) \(member.target.source)"
        changes += change(entry, in: \.entries) { $0[.merged] = name }
      case .kept, .late, .changed, .renamed, .retargeted, .removed, .merged, .merging: break
      }
    }
    let known = Set(entries.map(\.qualifiedName) + census.members.map(\.identity.qualifiedName))
    return changes
      + removeLines {
        !known.contains($0.subject.name) && !$0.isOfShape() && census.hasLookedAt($0.module)
      }
  }

  /// Removes the lines of acceptances that nothing needs.
  mutating func removeLines(where isUnneeded: (AcceptedLine) -> Bool) -> [Change] {
    let dropped = accepted.filter(isUnneeded)
    accepted.removeAll(where: isUnneeded)
    tail = dropped.flatMap(\.leading) + tail
    return dropped.map { .dropped($0.line) }
  }

  /// Changes a line, and returns the change made; none if the line stays as it is.
  mutating func change<Line: LockLine>(
    _ line: Line,
    in lines: WritableKeyPath<Self, [Line]>,
    _ edit: (inout Line) -> Void
  ) -> [Change] {
    guard let index = self[keyPath: lines].firstIndex(where: { $0.location == line.location }) else { return [] }
    edit(&self[keyPath: lines][index])
    let text = self[keyPath: lines][index].line
    return text == line.line ? [] : [.updated(text, was: line.line)]
  }

  /// Adds an entry and returns its line.
  private mutating func add(_ member: TribeCensus.Member, _ shipment: Entry.Shipment) -> String {
    var entry = Entry(
      module: member.module,
      name: member.name,
      target: member.target,
      order: member.order,
      shipment: shipment,
      location: locationAfterAll
    )
    entry[.if] = member.conditions
    entries.append(entry)
    return entry.line
  }
}

extension ReleaseLock.Entry {
  /// Takes over the tribe's properties from the sources.
  fileprivate mutating func update(to member: TribeCensus.Member) {
    (module, name, target, order) = (member.module, member.name, member.target, member.order)
    self[.if] = member.conditions
    shipment.checksum = member.checksum
  }
}
