import NomadCheck
import NomadGenCore
import NomadSyntax
import NomadTargets

extension ReleaseLock {
  /// A change that was made to a release lock.
  enum Change {
    /// A tribe was locked. If it waits, its version is above the release: where the app states its version, the tribe
    /// waits for an app of its own version.
    case locked(String, waits: Bool)
    /// A line was reworded without changing its meaning: another name, another module, another spelling.
    case updated(String, was: String)
    /// A finding was accepted.
    case accepted(String)
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
    quietRelease = new
    return .released(new.line)
  }

  /// Returns the names of the tribes whose findings can be accepted, as those findings give them.
  func namesToAccept(in census: TribeCensus) -> [String] {
    let found = differences(to: census).filter { $0.finding != nil && $0.refusal == nil }
    return found.compactMap { ($0.entry?.identity ?? $0.member?.identity)?.qualifiedName }.sorted()
  }

  /// Returns the findings about tribes that cannot be accepted, by the tribes' names in the lock and in the sources.
  private func refusals(in census: TribeCensus) -> [String: Finding] {
    differences(to: census).reduce(into: [:]) { refusals, difference in
      guard let finding = difference.refusal else { return }
      for name in [difference.entry?.identity, difference.member?.identity].compactMap({ $0?.qualifiedName }) {
        refusals[name] = finding
      }
    }
  }

  /// Accepts the findings about some tribes and types, which are all judged before one of them is accepted.
  ///
  /// - Parameters:
  ///   - names: The tribes and types, with their modules or without.
  ///   - reason: The justification, for readers of the lines.
  ///   - census: The tribes and types in the sources.
  ///   - release: The release that is to be locked; nil if any release may be next.
  /// - Returns: The changes made, and the findings about types and shapes that each covers, by the index of a change.
  /// - Throws: ``Failure`` if a name has no finding, has one that cannot be accepted, or can mean several.
  mutating func accept(
    _ names: [String],
    because reason: String,
    in census: TribeCensus,
    for release: TribeVersion?
  ) throws(Failure) -> (changes: [Change], covered: [Int: [Finding]]) {
    let original = self
    let known = namesToAccept(in: census) + shapeNamesToAccept(in: census)
    let refusals = refusals(in: census)
    var (changes, covered): ([Change], [Int: [Finding]]) = ([], [:])
    var accepted: Set<String> = []
    for name in names {
      let name = try ShortName.meaning(of: name, among: known + refusals.keys) ?? name
      if let finding = refusals[name] {
        let remedy = finding.notes.last.map { "; \($0.message)" } ?? ""
        throw Failure("the finding about '\(name)' cannot be accepted: \(finding.message)\(remedy)")
      }
      guard accepted.insert(name).inserted else { continue }
      let before = findings(in: census, for: release)
      let made =
        accept(name, because: reason, in: census)
        + acceptShapes(name, because: reason, in: census, foundIn: original)
      guard !made.isEmpty || known.contains(name) else {
        let rest = known.isEmpty ? "no other tribe has one" : "these have: \(known.joined(separator: ", "))"
        throw Failure("'\(name)' has no finding to accept; \(rest). See 'nomadctl check'")
      }
      changes += made
      let left = Set(findings(in: census, for: release).map(\.message))
      let codes: [Finding.Code] = [.unmigratedShape, .shapeChange, .unreadShape, .liveType]
      let settled = before.filter { codes.contains($0.code) && !left.contains($0.message) }
      if !made.isEmpty { covered[changes.count - 1] = settled }
    }
    return (changes, covered)
  }

  /// Accepts the findings about a tribe.
  ///
  /// - Parameters:
  ///   - name: The tribe with its module, as the lock or the sources name it: `App.SplitNotes`.
  ///   - reason: The justification, for readers of the line.
  ///   - census: The tribes in the sources.
  /// - Returns: The changes made; none if no tribe of that name has a finding.
  mutating func accept(_ name: String, because reason: String, in census: TribeCensus) -> [Change] {
    let differences = differences(to: census).filter { difference in
      difference.finding != nil
        && [difference.entry?.identity, difference.member?.identity].contains { $0?.qualifiedName == name }
    }
    return differences.flatMap { accept($0, because: reason) }
  }

  private mutating func accept(_ difference: ReleaseLockDifference, because reason: String) -> [Change] {
    switch difference {
    case .new, .kept, .merging, .withdrawn: return []
    case .merged(let entry, _, _): return [.accepted(change(entry) { $0[.reordered] = reason })]
    case .removed(let entry): return [change(entry) { $0[.removed] = reason }].map(Change.accepted)
    case .renamed(let entry, _): return [change(entry) { $0[.renamed] = reason }].map(Change.accepted)
    case .changed(let entry, let member):
      return [
        .accepted(
          change(entry) { entry in
            entry.update(to: member)
            entry.revive()
            entry[.changed] = reason
          }
        )
      ]
    case .late(_, let entry?, _):
      return [
        .accepted(
          change(entry) { entry in
            entry.revive()
            entry[.late] = reason
          }
        )
      ]
    case .late(let member, nil, _): return [.accepted(add(member, late: reason))]
    case .retargeted(let entry, let member, let newest):
      let change = Change.accepted(change(entry) { $0[.retargeted] = reason })
      return newest == nil ? [change] : [change, .accepted(add(member, late: reason))]
    }
  }

  /// Locks the new tribes of a release, and updates the lines whose changes need no acceptance.
  ///
  /// - Parameters:
  ///   - census: The tribes in the sources. Before a release, ``findings(in:)`` must not report an error about them.
  ///   - release: The version of the app; nil to lock no new tribes.
  /// - Returns: The changes made.
  /// - Throws: `TargetError` if the release is not a version.
  mutating func update(to census: TribeCensus, release: String?) throws(TargetError) -> [Change] {
    var shipment: Entry.Shipment?
    if let release {
      shipment = Entry.Shipment(release: release, version: try TribeVersion(app: release), checksum: 0)
    }
    var changes: [Change] = []
    for difference in differences(to: census) {
      switch difference {
      case .new(let member):
        shipment?.checksum = member.checksum
        if let shipment { changes.append(.locked(add(member, shipment), waits: shipment.isBelow(member.order))) }
      // A tribe whose old module was not checked keeps its line in that module.
      case .kept(let entry, let member) where census.hasLookedAt(entry.module):
        let isNew = entry.shipment == nil && shipment != nil
        shipment?.checksum = member.checksum
        let line = change(entry) { entry in
          entry.update(to: member)
          entry.revive()
          if isNew { entry.shipment = shipment }
        }
        guard line != entry.line else { continue }
        // A tribe accepted as late is below a version that has shipped, so it waits for none.
        changes.append(isNew ? .locked(line, waits: false) : .updated(line, was: entry.line))
      // Until a release has the merged tribe, its source may change.
      case .merging(let entry, let member) where shipment != nil:
        changes.append(.updated(change(entry) { $0.update(to: member) }, was: entry.line))
      case .merged(let entry, let member, _) where shipment != nil:
        let name = "\(member.identity.qualifiedName) \(member.target.source)"
        let line = change(entry) { entry in
          entry[.merged] = name
          entry[.reordered] = nil
        }
        if line != entry.line { changes.append(.updated(line, was: entry.line)) }
      case .withdrawn(let entry):
        entries.removeAll { $0.location == entry.location }
        tail = entry.leading + tail
        changes.append(.dropped(entry.line))
      case .kept, .late, .changed, .renamed, .retargeted, .removed, .merged, .merging: break
      }
    }
    return changes
  }

  /// Changes an entry and returns its new line.
  private mutating func change(_ entry: Entry, _ edit: (inout Entry) -> Void) -> String {
    guard let index = entries.firstIndex(where: { $0.location == entry.location }) else { return entry.line }
    edit(&entries[index])
    return entries[index].line
  }

  /// Adds an entry and returns its line.
  mutating func add(
    _ member: TribeCensus.Member,
    _ shipment: Entry.Shipment? = nil,
    late: String? = nil
  ) -> String {
    // It comes after all others, so that no two entries share a location.
    let line = (entries.map(\.location.line).max() ?? 0) + 1
    var entry = Entry(
      module: member.module,
      name: member.name,
      target: member.target,
      order: member.order,
      location: Location(file: Self.fileName, line: line, column: 1, codePointColumn: 1)
    )
    entry.shipment = shipment
    entry[.if] = member.conditions
    entry[.late] = late
    entries.append(entry)
    return entry.line
  }
}

extension ReleaseLock.Entry {
  /// Takes over the tribe's properties from the sources.
  fileprivate mutating func update(to member: TribeCensus.Member) {
    (module, name, target, order) = (member.module, member.name, member.target, member.order)
    self[.if] = member.conditions
    shipment?.checksum = member.checksum
  }

  /// Withdraws the permission for the tribe to be gone.
  fileprivate mutating func revive() {
    // A retired tribe may be gone, but need not be.
    for word in Word.endings + [.reordered] where word != .retired { self[word] = nil }
  }
}

extension ReleaseLockDifference {
  /// The finding, if it cannot be accepted: no reason makes a tribe do the work of those that it merges.
  fileprivate var refusal: Finding? {
    if case .merging = self { finding } else { nil }
  }
}
