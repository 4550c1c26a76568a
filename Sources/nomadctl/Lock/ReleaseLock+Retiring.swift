import NomadCheck
import NomadGenCore
import NomadTargets

extension ReleaseLock {
  /// A line that stays in force, with the reason and the remedy.
  typealias Kept = (name: String, reason: String)

  /// Retires the tribes that every user of a version, or of a later one, has surely run.
  ///
  /// A tribe of that version is done only after the immediate tribes that come before it and shipped with it or before.
  /// Nothing follows for a tribe that may wait, or that arrived late.
  ///
  /// - Parameters:
  ///   - text: The version.
  ///   - census: The tribes in the sources.
  /// - Returns: The new lines, and the tribes that cannot be retired.
  /// - Throws: ``Failure`` if no shipped tribe has the version.
  mutating func retire(before text: String, in census: TribeCensus) throws -> (lines: [String], kept: [Kept]) {
    let oldest = try TribeVersion(app: text)
    let marks = entries.filter { $0.order == .version(oldest) && !$0.isGone }
    guard let release = marks.compactMap(\.shipment?.version).max() else {
      throw Failure(
        "no tribe with version \(text) has shipped, so no ledger shows that its data is of \(text) or later; name the "
          + "version of a tribe in \(Self.fileName)"
      )
    }
    let members = Dictionary(
      differences(to: census).compactMap { difference in
        difference.entry.flatMap { entry in difference.member.map { (entry.location, $0) } }
      }
    ) { first, _ in first }
    if marks.contains(where: { members[$0.location]?.mayWait != false }) {
      throw Failure("the tribe with version \(text) may wait, so a user of \(text) need not have run it; name another")
    }
    var (lines, kept): ([String], [Kept]) = ([], [])
    for index in entries.indices {
      let entry = entries[index]
      guard let shipment = entry.shipment, !entry.isGone else { continue }
      if case .once = entry.order, shipment.version <= release {
        kept.append((entry.identity.qualifiedName, "its target is a once-id, which every later version may still lack"))
      }
      guard case .version(let version) = entry.order, version < oldest else { continue }
      let member = members[entry.location]
      let reason: String? =
        if entry[.merged] == nil, member == nil {
          "the check does not see it"
        } else if member?.mayWait == true {
          "it may wait, so users of \(text) need not have run it"
        } else if entry[.late] != nil || shipment.version > release {
          "it shipped after \(text), so users of \(text) need not have run it"
        } else {
          nil
        }
      if let reason {
        kept.append((entry.identity.qualifiedName, reason))
      } else {
        entries[index][.retired] = text
        lines.append(entries[index].line)
      }
    }
    return (lines, kept)
  }
}

extension ReleaseLock.Entry {
  /// Whether the line says nothing about data that is still supported.
  fileprivate var isGone: Bool { isRetired && (self[.merged] == nil || self[.retired] != nil || self[.removed] != nil) }
}
