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
  /// The lines of tribes that are the same, as a ledger identifies them, with the tribes.
  private var pairs: [Pair] = []

  private typealias Pair = (entry: ReleaseLock.Entry, member: TribeCensus.Member)

  init(_ lock: ReleaseLock, _ census: TribeCensus) {
    self.lock = lock
    self.census = census
    entries = Array(lock.entries.indices)
    members = Array(census.members.indices)
  }

  /// Returns a difference for each line and each tribe, in a deterministic order.
  mutating func differences() -> [ReleaseLockDifference] {
    let (lock, census) = (self.lock, self.census)
    let isKnown = { (entry: ReleaseLock.Entry, member: TribeCensus.Member) in lock.knows(entry, as: member) }
    pairSame()
    // Two tribes may share a version if no build has both. Equal sources are the better guess, so pair those first.
    pairs += pair { $0.module == $1.module && isKnown($0, $1) && $0.shipment.checksum == $1.checksum }
    pairs += pair { $0.module == $1.module && isKnown($0, $1) }
    pairs += pair { isKnown($0, $1) && ($0.name == $1.name || $0.shipment.checksum == $1.checksum) }
    var found = pairs.map { difference($0.entry, $0.member) } + merged()
    found += pair { !lock.isRetired($0) && $0.module == $1.module && $0.name == $1.name }
      .map { .retargeted($0.entry, $0.member, below: newest(above: $0.member)) }
    let renamed = pair { entry, member in
      !lock.isRetired(entry) && entry.module == member.module && entry.order.isShareable && entry.order == member.order
        && entry.shipment.checksum == member.checksum
    }
    found += renamed.map { .renamed($0.entry, $0.member) }
    // By now nothing else uses the old name of a renamed tribe, so a tribe of that name is the old one, back again.
    found += pair { lock.isUnderOtherName($0) && $0.identity == $1.identity }.map { difference($0.entry, $0.member) }
    found += pair { (lock.isRetired($0) || census.hasLookedAt($0.module)) && isKnown($0, $1) }
      .map { changed($0.entry, $0.member) }
    found += entries.compactMap { gone(lock.entries[$0]) }
    return found + members.map { new(census.members[$0]) }
  }

  // MARK: Pairing

  /// Pairs the lines and tribes that agree in everything.
  ///
  /// Usually that is all of them, and no search is needed.
  private mutating func pairSame() {
    var places: [ReleaseLockIdentity: Int] = [:]
    for index in entries where !lock.isUnderOtherName(lock.entries[index]) {
      places[lock.entries[index].identity] = index
    }
    var rest: [Int] = []
    for index in members {
      let member = census.members[index]
      guard let place = places.removeValue(forKey: member.identity) else {
        rest.append(index)
        continue
      }
      pairs.append((lock.entries[place], member))
    }
    entries = entries.filter {
      lock.isUnderOtherName(lock.entries[$0]) || places[lock.entries[$0].identity] == $0
    }
    members = rest
  }

  /// Pairs the remaining lines and tribes for which a predicate holds.
  private mutating func pair(where belongs: (ReleaseLock.Entry, TribeCensus.Member) -> Bool) -> [Pair] {
    members.compactMap { member in
      guard let entry = entries.first(where: { belongs(lock.entries[$0], census.members[member]) }) else { return nil }
      entries.removeAll { $0 == entry }
      members.removeAll { $0 == member }
      return (lock.entries[entry], census.members[member])
    }
  }

  // MARK: Judging

  private func difference(_ entry: ReleaseLock.Entry, _ member: TribeCensus.Member) -> ReleaseLockDifference {
    // A module that was only partly checked is not judged: more of it may be elsewhere.
    guard census.hasLookedAt(entry.module) else { return .kept(entry, member) }
    if takesOver(member) { return .merging(entry, member) }
    // Every run executes an .always tribe in its current form, and a .whenChanged tribe that has changed, so no user is
    // left with the old one.
    let isFree = member.order == .always || member.order.isDerived
    let isSame =
      entry.shipment.checksum == member.checksum && ReleaseLock.Entry.isSame(entry[.if], member.conditions)
    if !isFree, !isSame { return changed(entry, member) }
    if lock.isRetired(entry), entry[.retired] == nil, let newest = newest(above: member) {
      return .late(member, retired: entry, below: newest)
    }
    return .kept(entry, member)
  }

  private func changed(_ entry: ReleaseLock.Entry, _ member: TribeCensus.Member) -> ReleaseLockDifference {
    lock.accepts(member.change) ? .kept(entry, member) : .changed(entry, member)
  }

  /// Returns the differences of the remaining lines whose tribes others merge.
  private mutating func merged() -> [ReleaseLockDifference] {
    let merging = census.members.filter { !$0.merges.isEmpty }
    guard !merging.isEmpty else { return [] }
    var (found, rest): ([ReleaseLockDifference], [Int]) = ([], [])
    for index in entries {
      let entry = lock.entries[index]
      let candidates = merging.filter { $0.merges(entry) }
      guard entry[.retired] == nil,
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
    // An earlier merge may have moved it already.
    let merged = entry[.merged].flatMap { text in lock.entries.first { text.hasSuffix(" \($0.target.source)") } }
    let place = merged?.order ?? entry.order
    let others = census.members.filter { other in
      [entry.module, member.module].contains(other.module) && place < other.order && other.order < member.order
        && !other.waits && !member.merges.contains(other.order) && other.canBeInBuild(with: member)
        && !hasShipped(other, before: entry)
    }
    let sorted = others.sorted { $0.order < $1.order }
    let difference = ReleaseLockDifference.merged(entry, into: member, behind: sorted)
    return difference.subject.map(lock.accepts) == true ? [] : sorted
  }

  /// Whether users of an earlier release have run a tribe before the one on a line.
  private func hasShipped(_ member: TribeCensus.Member, before entry: ReleaseLock.Entry) -> Bool {
    guard let shipment = pairs.first(where: { $0.member.identity == member.identity })?.entry.shipment else {
      return false
    }
    return shipment.version < entry.shipment.version
  }

  private func gone(_ entry: ReleaseLock.Entry) -> ReleaseLockDifference? {
    // Lines of merged tribes got here because no tribe merges them.
    guard census.hasLookedAt(entry.module), entry[.retired] == nil, !lock.isEnded(entry) else { return nil }
    return census.unsound.contains(entry.identity.qualifiedName) ? nil : .removed(entry)
  }

  private func new(_ member: TribeCensus.Member) -> ReleaseLockDifference {
    newest(above: member).map { .late(member, retired: nil, below: $0) } ?? .new(member)
  }

  /// Whether a tribe merges one that has shipped and was not merged when the lock was last written.
  private func takesOver(_ member: TribeCensus.Member) -> Bool {
    if member.merges.isEmpty { return false }
    return lock.entries.contains { entry in
      entry[.merged] == nil && entry[.retired] == nil && entry.order != member.order
        && member.merges(entry)
    }
  }

  /// Returns the newest version that has shipped, if the tribe's version is below it and no line accepts that.
  private func newest(above member: TribeCensus.Member) -> ReleaseLock.Entry? {
    guard let version = member.order.asVersion, !lock.accepts(member.subject(.lateTribe)) else { return nil }
    let newest = lock.entries.filter { $0.order.asVersion != nil }.max { $0.order < $1.order }
    return newest.flatMap { entry in entry.order.asVersion.map { version < $0 } == true ? entry : nil }
  }
}

extension TribeCensus.Member {
  /// Whether the tribe merges the one on a line.
  fileprivate func merges(_ entry: ReleaseLock.Entry) -> Bool {
    merges.contains(entry.order) && (conditions == nil || ReleaseLock.Entry.isSame(entry[.if], conditions))
  }
}

extension ReleaseLock {
  /// Whether this is a `.first` or `.always` tribe that was removed and may return under another name.
  fileprivate func isUnderOtherName(_ entry: Entry) -> Bool { entry.order.isShareable && isRetired(entry) }

  /// Whether a ledger takes the tribe for the one on the line.
  fileprivate func knows(_ entry: Entry, as member: TribeCensus.Member) -> Bool {
    guard entry.order == member.order else { return false }
    return entry.order.isShareable ? entry.name == member.name && !isUnderOtherName(entry) : true
  }
}
