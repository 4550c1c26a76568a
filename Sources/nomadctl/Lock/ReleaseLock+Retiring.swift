import NomadCheck
import NomadGenCore
import NomadSources
import NomadSyntax
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
    // Other builds have other tribes, and other modules may have other ledgers.
    let marks = entries.filter { $0.order == .version(oldest) && !isGone($0) && $0[.if] == nil }
    let releases = Dictionary(marks.map { ($0.module, $0.shipment.version) }, uniquingKeysWith: min)
    guard !releases.isEmpty else {
      throw Failure(
        "no tribe with version \(text) has shipped, so no ledger shows that its data is of \(text) or later; name the "
          + "version of a tribe in \(Self.fileName)"
      )
    }
    var (members, mergers): ([Location: TribeCensus.Member], [Location: TribeCensus.Member]) = ([:], [:])
    for difference in differences(to: census) {
      if case .merged(let entry, let member, _) = difference { mergers[entry.location] = member }
      if let entry = difference.entry, let member = difference.member { members[entry.location] = member }
    }
    if marks.contains(where: { members[$0.location]?.mayWait != false }) {
      throw Failure(
        "the tribe with version \(text) may wait, or is merged, so a user of \(text) need not have run it; name another"
      )
    }
    var (lines, kept): ([String], [Kept]) = ([], [])
    // A merged tribe goes with the one that merges it.
    for isMerged in [false, true] {
      for index in entries.indices where (entries[index][.merged] != nil) == isMerged {
        let entry = entries[index]
        if isGone(entry) { continue }
        let release = releases[entry.module]
        if !isMerged, case .once = entry.order, let release, entry.shipment.version <= release {
          kept.append((entry.identity.qualifiedName, "its target is a once-id, which data of any version may lack"))
        }
        guard case .version(let version) = entry.order, version < oldest else { continue }
        let reason: String? =
          if isMerged {
            isRetired(mergers[entry.location]) ? nil : "another tribe merges it, and stays"
          } else if let release {
            reason(toKeep: entry, members[entry.location], since: release, text)
          } else {
            "its module has no tribe with version \(text)"
          }
        if let reason {
          kept.append((entry.identity.qualifiedName, reason))
        } else {
          entries[index][.retired] = text
          lines.append(entries[index].line)
        }
      }
    }
    return (lines, kept)
  }

  /// Whether the line of a tribe is retired.
  private func isRetired(_ member: TribeCensus.Member?) -> Bool {
    entries.contains { $0.identity == member?.identity && $0[.retired] != nil }
  }

  /// Returns the reason why a user of the version need not have run a tribe; nil if every one has.
  private func reason(
    toKeep entry: Entry,
    _ member: TribeCensus.Member?,
    since release: TribeVersion,
    _ text: String
  ) -> String? {
    guard let member else { return "the check does not see it" }
    if member.mayWait { return "it may wait, so users of \(text) need not have run it" }
    if entry[.if] != nil || member.conditions != nil {
      return "some builds lack it, so users of \(text) need not have run it"
    }
    guard entry.shipment.version <= release else {
      return "it shipped after \(text), so users of \(text) need not have run it"
    }
    if accepts(entry.subject(.lateTribe)) {
      return "it shipped late, in \(entry.shipment.release), so a policy can have skipped it for users of \(text)"
    }
    // Its key alone does not tell.
    let mergesItself = member.merges.contains(member.order)
    return mergesItself ? "users of \(text) may have run it before it merged others" : nil
  }

  /// Whether a line says nothing about data that is still supported.
  private func isGone(_ entry: Entry) -> Bool { entry[.retired] != nil || isEnded(entry) }
}
