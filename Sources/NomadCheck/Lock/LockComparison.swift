import NomadGenCore
import NomadTargets

/// Finds for each line of a lock the tribe that it is about.
///
/// Two tribes with one version or one id are the same tribe, whatever their names and modules; a `.first` or an `.always`
/// is known by its module and name. A tribe at the place of one that has shipped and is gone is therefore that one,
/// changed: users who have run the one never run the other.
struct LockComparison {
  private let lock: TribeLock
  private let census: TribeCensus

  /// The lines and the tribes that are left to pair, by their places.
  private var entries: [Int]
  private var members: [Int]
  private var pairs: [(entry: TribeLock.Entry, member: TribeCensus.Member)] = []

  init(_ lock: TribeLock, _ census: TribeCensus) {
    self.lock = lock
    self.census = census
    entries = Array(lock.entries.indices)
    members = Array(census.members.indices)
  }

  /// Everything that the lock and the sources have, in an order that is always the same.
  mutating func differences() -> [LockDifference] {
    pairSame()
    // Where no build has both, two tribes may stand at one version: the same source is the better guess.
    pair { $0.module == $1.module && Self.isKnown($0, as: $1) && $0.checksum == $1.checksum }
    pair { $0.module == $1.module && Self.isKnown($0, as: $1) }
    pair { Self.isKnown($0, as: $1) && ($0.name == $1.name || $0.checksum == $1.checksum) }
    var found = pairs.map { difference($0.entry, $0.member) }
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
    // Nothing else has its old name in use: then it is back.
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

  /// Pairs what agrees in all: mostly that is everything, and then there is nothing to search.
  private mutating func pairSame() {
    var places: [LockIdentity: Int] = [:]
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

  /// Pairs what is left where a line and a tribe belong together.
  private mutating func pair(where belongs: (TribeLock.Entry, TribeCensus.Member) -> Bool) {
    for member in members {
      guard let entry = entries.first(where: { belongs(lock.entries[$0], census.members[member]) }) else { continue }
      pairs.append((lock.entries[entry], census.members[member]))
      entries.removeAll { $0 == entry }
      members.removeAll { $0 == member }
    }
  }

  /// Whether a ledger takes the tribe for that of the line.
  private static func isKnown(_ entry: TribeLock.Entry, as member: TribeCensus.Member) -> Bool {
    guard entry.order == member.order else { return false }
    return entry.order.isShareable ? entry.name == member.name && !entry.isUnderOtherName : true
  }

  /// Whether the tribe has the name again that it had before it was renamed.
  private static func isBack(_ entry: TribeLock.Entry, as member: TribeCensus.Member) -> Bool {
    entry.isUnderOtherName && entry.identity == member.identity
  }

  // MARK: Judging

  private func difference(_ entry: TribeLock.Entry, _ member: TribeCensus.Member) -> LockDifference {
    // Until it ships it may change. And who was not looked at is not judged: more of its source may stand elsewhere.
    guard let shipment = entry.shipment, census.hasLookedAt(entry.module) else { return .kept(entry, member) }
    // An .always runs in every run as it is then: nobody is left with what it did before.
    let isFree = member.order == .always
    if !isFree, shipment.checksum != member.checksum || !TribeLock.Entry.isSame(entry[.if], member.conditions) {
      return .changed(entry, member)
    }
    if entry.isRetired, let newest = newest(above: member) { return .late(member, retired: entry, below: newest) }
    return .kept(entry, member)
  }

  private func gone(_ entry: TribeLock.Entry) -> LockDifference? {
    guard census.hasLookedAt(entry.module), !entry.isRetired else { return nil }
    if entry.shipment == nil { return .withdrawn(entry) }
    return census.unsound.contains(entry.identity.qualifiedName) ? nil : .removed(entry)
  }

  private func new(_ member: TribeCensus.Member) -> LockDifference {
    newest(above: member).map { .late(member, retired: nil, below: $0) } ?? .new(member)
  }

  /// The newest version that has shipped, if the tribe stands below it.
  private func newest(above member: TribeCensus.Member) -> TribeLock.Entry? {
    guard let version = member.order.asVersion else { return nil }
    let shipped = lock.entries.filter { $0.shipment != nil && $0.order.asVersion != nil }
    let newest = shipped.max { $0.order < $1.order }
    return newest.flatMap { entry in entry.order.asVersion.map { version < $0 } == true ? entry : nil }
  }
}

extension TribeLock.Entry {
  /// Whether the tribe has shipped and is to stay.
  fileprivate var isInForce: Bool { shipment != nil && !isRetired }

  /// Whether it is a `.first` or an `.always` that was taken away, maybe to come back under another name.
  fileprivate var isUnderOtherName: Bool { isRetired && order.isShareable }

  /// The checksum as it shipped; nil if it has not.
  fileprivate var checksum: UInt64? { shipment?.checksum }
}
