import NomadGenCore
import NomadTargets

/// The comparison of a release lock with the sources: it finds the tribe that each line describes.
///
/// Two tribes with the same version or id are the same tribe, whatever their names and modules. A `.first` or `.always`
/// tribe is identified by its module and name.
///
/// A tribe that takes the place of a shipped tribe that is gone therefore counts as that tribe, changed. Users who have
/// run the old one never run the new one.
struct ReleaseLockComparison {
  private let lock: ReleaseLock
  private let census: TribeCensus

  /// The indices of the lines and the tribes that are not paired yet.
  private var entries: [Int]
  private var members: [Int]
  private var pairs: [(entry: ReleaseLock.Entry, member: TribeCensus.Member)] = []

  init(_ lock: ReleaseLock, _ census: TribeCensus) {
    self.lock = lock
    self.census = census
    entries = Array(lock.entries.indices)
    members = Array(census.members.indices)
  }

  /// Returns a difference for each line and each tribe, in a deterministic order.
  mutating func differences() -> [ReleaseLockDifference] {
    pairSame()
    // Two tribes may share a version if no build has both. Equal sources are the better guess, so pair those first.
    pair { $0.module == $1.module && Self.isKnown($0, as: $1) && $0.checksum == $1.checksum }
    pair { $0.module == $1.module && Self.isKnown($0, as: $1) }
    pair { Self.isKnown($0, as: $1) && ($0.name == $1.name || $0.checksum == $1.checksum) }
    var found = pairs.map { difference($0.entry, $0.member) } + merged()
    pairs = []
    pair { $0.isInForce && $0.module == $1.module && $0.name == $1.name }
    found += pairs.map { .retargeted($0.entry, $0.member, below: newest(above: $0.member)) }
    pairs = []
    pair { entry, member in
      entry.isInForce && entry.module == member.module && entry.order.isShareable && entry.order == member.order
        && entry.checksum == member.checksum
    }
    found += pairs.map { .renamed($0.entry, $0.member) }
    pairs = []
    // By now nothing else uses the old name of a renamed tribe, so a tribe of that name is the old one, back again.
    pair { Self.isBack($0, as: $1) }
    found += pairs.map { difference($0.entry, $0.member) }
    pairs = []
    let census = census
    pair { entry, member in
      entry.shipment != nil && (entry.isRetired || census.hasLookedAt(entry.module)) && Self.isKnown(entry, as: member)
    }
    found += pairs.map { .changed($0.entry, $0.member) }
    found += entries.compactMap { gone(lock.entries[$0]) }
    return found + members.map { new(census.members[$0]) }
  }

  // MARK: Pairing

  /// Pairs the lines and tribes that agree in everything.
  ///
  /// Usually that is all of them, and no search is needed.
  private mutating func pairSame() {
    var places: [ReleaseLockIdentity: Int] = [:]
    for index in entries where !lock.entries[index].isUnderOtherName { places[lock.entries[index].identity] = index }
    var rest: [Int] = []
    for index in members {
      let member = census.members[index]
      guard let place = places.removeValue(forKey: member.identity) else {
        rest.append(index)
        continue
      }
      pairs.append((lock.entries[place], member))
    }
    entries = entries.filter { lock.entries[$0].isUnderOtherName || places[lock.entries[$0].identity] == $0 }
    members = rest
  }

  /// Pairs the remaining lines and tribes for which a predicate holds.
  private mutating func pair(where belongs: (ReleaseLock.Entry, TribeCensus.Member) -> Bool) {
    for member in members {
      guard let entry = entries.first(where: { belongs(lock.entries[$0], census.members[member]) }) else { continue }
      pairs.append((lock.entries[entry], census.members[member]))
      entries.removeAll { $0 == entry }
      members.removeAll { $0 == member }
    }
  }

  /// Whether a ledger takes the tribe for the one on the line.
  private static func isKnown(_ entry: ReleaseLock.Entry, as member: TribeCensus.Member) -> Bool {
    guard entry.order == member.order else { return false }
    return entry.order.isShareable ? entry.name == member.name && !entry.isUnderOtherName : true
  }

  /// Whether the tribe has returned to the name that it had before it was renamed.
  private static func isBack(_ entry: ReleaseLock.Entry, as member: TribeCensus.Member) -> Bool {
    entry.isUnderOtherName && entry.identity == member.identity
  }

  // MARK: Judging

  private func difference(_ entry: ReleaseLock.Entry, _ member: TribeCensus.Member) -> ReleaseLockDifference {
    // A tribe may change until it ships. A module that was only partly checked is not judged: more of it may be
    // elsewhere.
    guard let shipment = entry.shipment, census.hasLookedAt(entry.module) else {
      let isLate = entry.shipment == nil && entry[.late] == nil
      return (isLate ? newest(above: member) : nil).map { .late(member, retired: entry, below: $0) }
        ?? .kept(entry, member)
    }
    if takesOver(member) { return .merging(entry, member) }
    // Every run executes an .always tribe in its current form, and a .whenChanged tribe that has changed, so no user is
    // left with the old one.
    let isFree = member.order == .always || member.order.isDerived
    if !isFree, shipment.checksum != member.checksum || !ReleaseLock.Entry.isSame(entry[.if], member.conditions) {
      return .changed(entry, member)
    }
    if entry.isRetired, entry[.retired] == nil, let newest = newest(above: member) {
      return .late(member, retired: entry, below: newest)
    }
    return .kept(entry, member)
  }

  /// Returns the differences of the remaining lines whose tribes others merge.
  private mutating func merged() -> [ReleaseLockDifference] {
    let merging = census.members.filter { !$0.merges.isEmpty }
    guard !merging.isEmpty else { return [] }
    var (found, rest): ([ReleaseLockDifference], [Int]) = ([], [])
    for index in entries {
      let entry = lock.entries[index]
      let candidates = merging.filter { $0.merges(entry) }
      guard entry.shipment != nil, entry[.retired] == nil,
        let member = candidates.first(where: { $0.module == entry.module }) ?? candidates.first
      else {
        rest.append(index)
        continue
      }
      found.append(.merged(entry, into: member, behind: overtaking(entry, mergedInto: member)))
    }
    entries = rest
    return found
  }

  /// Returns the tribes behind which a merge moves the work of a shipped one; none if the move is accepted.
  private func overtaking(_ entry: ReleaseLock.Entry, mergedInto member: TribeCensus.Member) -> [TribeCensus.Member] {
    if entry[.reordered] != nil { return [] }
    // An earlier merge may have moved it already.
    let merged = entry[.merged].flatMap { text in lock.entries.first { text.hasSuffix(" \($0.target.source)") } }
    let place = merged?.order ?? entry.order
    let others = census.members.filter { other in
      [entry.module, member.module].contains(other.module) && place < other.order && other.order < member.order
        && !other.waits && !member.merges.contains(other.order) && other.canBeInBuild(with: member)
        && !hasShipped(other, before: entry)
    }
    return others.sorted { $0.order < $1.order }
  }

  /// Whether users of an earlier release have run a tribe before the one on a line.
  private func hasShipped(_ member: TribeCensus.Member, before entry: ReleaseLock.Entry) -> Bool {
    guard let shipment = pairs.first(where: { $0.member.identity == member.identity })?.entry.shipment else {
      return false
    }
    return entry.shipment.map { shipment.version < $0.version } ?? false
  }

  private func gone(_ entry: ReleaseLock.Entry) -> ReleaseLockDifference? {
    guard census.hasLookedAt(entry.module), isMissing(entry) else { return nil }
    if entry.shipment == nil { return .withdrawn(entry) }
    return census.unsound.contains(entry.identity.qualifiedName) ? nil : .removed(entry)
  }

  /// Whether a tribe that is gone should be there, or in another one: lines of merged tribes got here because no tribe
  /// merges them.
  private func isMissing(_ entry: ReleaseLock.Entry) -> Bool {
    if entry[.merged] != nil { return entry[.removed] == nil && entry[.retired] == nil }
    return !entry.isRetired
  }

  private func new(_ member: TribeCensus.Member) -> ReleaseLockDifference {
    newest(above: member).map { .late(member, retired: nil, below: $0) } ?? .new(member)
  }

  /// Whether a tribe merges one that has shipped and was not merged when the lock was last written.
  private func takesOver(_ member: TribeCensus.Member) -> Bool {
    if member.merges.isEmpty { return false }
    return lock.entries.contains { entry in
      entry.shipment != nil && entry[.merged] == nil && entry[.retired] == nil && entry.order != member.order
        && member.merges(entry)
    }
  }

  /// Returns the newest version that has shipped, if the tribe's version is below it.
  private func newest(above member: TribeCensus.Member) -> ReleaseLock.Entry? {
    guard let version = member.order.asVersion else { return nil }
    let shipped = lock.entries.filter { $0.shipment != nil && $0.order.asVersion != nil }
    let newest = shipped.max { $0.order < $1.order }
    return newest.flatMap { entry in entry.order.asVersion.map { version < $0 } == true ? entry : nil }
  }
}

extension TribeCensus.Member {
  /// Whether the tribe merges the one on a line.
  fileprivate func merges(_ entry: ReleaseLock.Entry) -> Bool {
    merges.contains(entry.order) && (conditions == nil || ReleaseLock.Entry.isSame(entry[.if], conditions))
  }
}

extension ReleaseLock.Entry {
  /// Whether the tribe has shipped and must stay.
  fileprivate var isInForce: Bool { shipment != nil && !isRetired }

  /// Whether this is a `.first` or `.always` tribe that was removed and may return under another name.
  fileprivate var isUnderOtherName: Bool { isRetired && order.isShareable }

  /// The checksum of the shipped tribe; nil if it has not shipped.
  fileprivate var checksum: UInt64? { shipment?.checksum }
}
