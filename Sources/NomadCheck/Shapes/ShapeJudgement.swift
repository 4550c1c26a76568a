import NomadGenCore
package import NomadSyntax
package import NomadTargets

/// The comparison of the stored types in the sources with the shapes in a release lock.
package struct ShapeJudgement {
  /// A stored type whose shape differs from the newest one in the lock, or cannot be read for certain.
  package struct Change {
    package var type: StoredType
    package var line: ReleaseLock.ShapeLine
    /// Whether the line is older than the newest one, which the sources can read.
    package var isOlder: Bool
    package var differences: [ShapeDifference]
    /// The doubts about the shape that no line accepts.
    package var doubts: [StoredType.Doubt]
    /// The stored types that contain it and that no tribe migrates, if it is stored only as a part of such types.
    package var containers: [String]
    /// Whether tribes that have not shipped mention the type, or each of its containers, in all builds that have the
    /// type.
    package var isMigrated: Bool
    /// The tribes that mention it, or the first of the containers, in some builds only, or that wait for a later release.
    package var migrations: [Migration]
  }

  /// A tribe that has not shipped and mentions a stored type, or one that contains it.
  package struct Migration {
    package var tribe: TribeCensus.Member
    /// The type that it mentions.
    var mention: String
    /// The conditions of the builds in which it mentions the type.
    var conditions: [Condition]
    /// The version for which the tribe waits, if that is above the release that is to be locked.
    var version: TribeVersion?
  }

  /// A shipped tribe that mentions a stored type whose shape has changed since.
  package struct LiveType {
    package var tribe: TribeCensus.Member
    package var entry: ReleaseLock.Entry
    package var type: StoredType
    package var line: ReleaseLock.ShapeLine
    package var difference: ShapeDifference
    /// The type that the tribe needs a copy of: the type itself, or one around it that the tribe mentions.
    package var root: String
    /// The release with the shape of the copy.
    package var release: String
  }

  private let lock: ReleaseLock
  private let census: TribeCensus
  /// The release that is to be locked; nil if any release may be next.
  private let release: TribeVersion?
  package let locked: LockedShapes
  /// The stored types of the modules that were checked as a whole, by name with module.
  package private(set) var types: [String: [StoredType]] = [:]
  /// The types that the lock knows, and that the sources declare and no longer store.
  private var formers: [String: [StoredType]] = [:]

  /// The new names of the types that have other names than in the lock, by their old names with modules.
  package private(set) var moves: [String: String] = [:]
  /// The names in the lock, by the names in the sources, of these types.
  private var origins: [String: String] = [:]
  /// The names with modules, by the names that shapes spell.
  private var spelled: [String: [String]] = [:]

  /// Compares the sources with a lock.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - census: The tribes and types in the sources.
  ///   - release: The release that is to be locked; nil if any release may be next.
  package init(_ lock: ReleaseLock, _ census: TribeCensus, for release: TribeVersion? = nil) {
    (self.lock, self.census, self.release) = (lock, census, release)
    locked = LockedShapes(lock.shapes)
    for (module, name) in Set(lock.shapes.map { [$0.module, $0.name] } + census.types.map { [$0.module, $0.name] })
      .map({ ($0[0], $0[1]) })
    {
      let full = ReleaseLockIdentity.qualifiedName(of: name, in: module)
      spelled[name, default: []].append(full)
      spelled[full, default: []].append(full)
    }
    let all = Dictionary(grouping: census.types, by: \.qualifiedName)
    let roots = all.filter { $1.contains(where: \.isMarked) || lock.storedNames.contains($0) }
    let stored = Set(roots.keys.closure { parts(of: all[$0, default: []].map(\.shape)) })
    let checked = all.filter { $1.contains { census.hasLookedAt($0.module) } }
    (types, formers) = (checked.filter { stored.contains($0.key) }, checked.filter { !stored.contains($0.key) })
    findMoves()
  }

  // MARK: Other names

  /// Pairs the types that are gone with new ones, the most alike first.
  private mutating func findMoves() {
    let gone = locked.lines.keys.filter { isGone($0) }
    if gone.isEmpty { return }
    let new = types.keys.filter { isNew($0) }
    let comparison = comparison(at: nil)
    var undecided: Set<String> = []
    let news = new.map { ($0, Members(of: declared($0).map(\.shape))) }
    let pairs = gone.flatMap { former -> [Likeness] in
      let old = (former, Members(of: locked.lines(of: former).map(\.shape)))
      return news.compactMap { Likeness(old, $0, self, comparison) }
    }
    for pair in pairs.sorted() where !undecided.contains(pair.former) && moves[pair.former] == nil {
      if origins[pair.name] != nil { continue }
      if pair.isCertain {
        (moves[pair.former], origins[pair.name]) = (pair.name, pair.former)
      } else {
        undecided.insert(pair.former)
      }
    }
  }

  /// The properties and cases of a type in all builds.
  private struct Members {
    let names: Set<String>
    /// The names with types, without the names of types that may have been renamed as well.
    let types: Set<String>

    init(of shapes: [Shape]) {
      names = Set(shapes.flatMap { $0.properties.map(\.name) + $0.cases.map(\.name) })
      types = Set(
        shapes.map { $0.renaming { WellKnownTypes.isTaken($0) ? $0 : "_" } }.flatMap { shape in
          shape.properties.map { "\($0.name) \(($0.type ?? "").filter { $0 != "?" })" }
            + shape.cases.map { "\($0.name) \($0.parameters.map { "\($0.key) \($0.type)" })" }
        }
      )
    }
  }

  /// How much a new type is like one that is gone; sorted from the most alike to the least.
  private struct Likeness: Comparable {
    let former: String
    let name: String
    /// A type of the same name comes before one of the same shape, because a type can have another's shape by chance.
    private let grade: Int
    /// The part of the members that both have.
    private let share: Double
    /// Whether the new type is the one that is gone, and not only may be.
    let isCertain: Bool

    /// Compares two types; nil if they have neither the same name nor enough members in common.
    init?(
      _ gone: (name: String, members: Members),
      _ found: (name: String, members: Members),
      _ judgement: ShapeJudgement,
      _ comparison: ShapeComparison
    ) {
      (former, name) = (gone.name, found.name)
      let (old, new) = (gone.members.types, found.members.types)
      let shared = old.intersection(new).count
      share = Double(shared) / Double(max(old.union(new).count, 1))
      // A small type has many others' members by chance.
      let isAlike = shared * 2 >= min(old.count, new.count) && share >= 0.25
      let isClose = shared * 2 >= max(old.count, new.count)
      let isSame = old == new && judgement.isSame(former, name, comparison)
      let isNamesake = former.split(separator: ".").last == name.split(separator: ".").last
      let isMoved = isNamesake && (isSame || !gone.members.names.isDisjoint(with: found.members.names))
      let isRenamed = isSame && !old.isEmpty && judgement.formers[former] == nil
      guard isMoved || isRenamed || isAlike else { return nil }
      grade = isNamesake && isSame ? 3 : isMoved && isClose ? 2 : isRenamed ? 1 : 0
      isCertain = isMoved || isRenamed
    }

    static func < (lhs: Self, rhs: Self) -> Bool {
      (rhs.grade, rhs.share, lhs.name, lhs.former) < (lhs.grade, lhs.share, rhs.name, rhs.former)
    }
  }

  /// Whether no release that counts had a type.
  private func isNew(_ type: String) -> Bool { locked.lines(of: type).allSatisfy { $0[.removed] != nil } }

  private func isGone(_ type: String) -> Bool {
    guard let line = locked.lines(of: type).first, types[type] == nil, line[.removed] == nil else { return false }
    return census.hasLookedAt(line.module)
  }

  private func isSame(_ former: String, _ name: String, _ comparison: ShapeComparison) -> Bool {
    let (lines, types) = (locked.lines(of: former), declared(name))
    return lines.count == types.count
      && lines.allSatisfy { line in
        types.contains { type in
          line.isInSameBuilds(as: type)
            && comparison.isSame(line.shape, type.shape, named: (line.name, type.name))
        }
      }
  }

  /// Returns the lines that describe a type of the sources in a release.
  private func lines(of type: String, at version: TribeVersion? = nil) -> [ReleaseLock.ShapeLine] {
    locked.lines(of: origins[type] ?? type, at: version)
  }

  /// Returns a type that is stored, or that the lock knows.
  private func declared(_ type: String) -> [StoredType] { types[type] ?? formers[type] ?? [] }

  // MARK: Comparing

  /// Returns a comparison of the shapes of a release with those of the sources; of the newest release if it is nil.
  private func comparison(at version: TribeVersion?) -> ShapeComparison {
    ShapeComparison { [locked, spelled, origins] name in
      spelled[name, default: []].flatMap { full -> [Shape] in
        let former = origins[full] ?? full
        let lines = locked.lines(of: former, at: version)
        return (lines.isEmpty ? locked.oldest(of: former) : lines).map(\.shape)
      }
    } to: { [self] name in
      spelled[name, default: []].flatMap { declared($0).map(\.shape) }
    }
  }

  /// Returns the differences between lines and a type of the sources, each with its line.
  private func differences(
    from lines: [ReleaseLock.ShapeLine],
    to type: StoredType,
    _ comparison: ShapeComparison
  ) -> [(line: ReleaseLock.ShapeLine, difference: ShapeDifference)] {
    let exact = lines.filter { $0.isInSameBuilds(as: type) }
    // A type in other builds than before is compared with all that these builds may have had.
    let formers = exact.isEmpty ? lines.filter { $0.canBeInBuilds(of: type) } : exact
    var known: Set<ShapeDifference> = []
    return formers.flatMap { line in
      comparison.differences(from: line.shape, to: type.shape)
        .map { (line, exact.isEmpty ? $0.inBuilds(with: line[.if]) : $0) }
    }
    .filter { known.insert($0.1).inserted }
  }

  /// Returns a line that accepts the shape that a type has.
  private func acceptance(of type: StoredType) -> ReleaseLock.ShapeLine? {
    let name = type.qualifiedName
    let unreleased = [name, origins[name]].compactMap(\.self).flatMap(locked.unreleased)
    return (unreleased + lines(of: name)).first { line in
      line[.accepted] != nil && line.isInSameBuilds(as: type) && line.shape == type.shape && isCurrent(line, of: name)
    }
  }

  /// Whether an acceptance still holds: another branch may have released the type since, and types that were new in it may
  /// have changed.
  private func isCurrent(_ line: ReleaseLock.ShapeLine, of name: String) -> Bool {
    let isNewest = line[.after].map { (try? TribeVersion(app: $0)) == newestRelease(of: name)?.version } ?? true
    return isNewest && line[.shapes].map { $0 == newParts(of: name) } ?? true
  }

  /// Returns the newest release that the lock has of a type; nil if there is none.
  package func newestRelease(of name: String) -> ReleaseLock.ShapeLine.Release? {
    lines(of: name).compactMap(\.release).max { $0.version < $1.version }
  }

  /// Returns the fingerprints of the types in a type that the lock does not know; nil if there are none.
  package func newParts(of name: String) -> String? {
    let parts = contents(of: [name]).filter { types[$0] != nil && lines(of: $0).isEmpty }
    return parts.isEmpty ? nil : parts.sorted().map(fingerprint).joined(separator: ", ")
  }

  /// The stored types in the sources that the lock knows and that need a decision, sorted by name.
  package var changes: [Change] {
    let comparison = comparison(at: nil)
    let migrations = migrations
    return types.keys.sorted().flatMap { name -> [Change] in
      let lines = lines(of: name)
      return types[name, default: []].compactMap { type -> Change? in
        guard let line = lines.first(where: { $0.isInSameBuilds(as: type) }) ?? lines.first else { return nil }
        let acceptance = acceptance(of: type)
        let found = acceptance == nil ? differences(from: lines, to: type, comparison) : []
        let doubts = type.doubts.filter { !$0.isAccepted(by: acceptance) }
        // The newest shape is to be readable before the older ones matter.
        if acceptance == nil, found.allSatisfy(\.difference.isReadable), let older = olderDifferences(of: type) {
          return change(type, older.line, older.differences, doubts, migrations, isOlder: true)
        }
        if found.isEmpty, doubts.isEmpty { return nil }
        return change(type, found.first?.line ?? line, found.map(\.difference), doubts, migrations)
      }
    }
  }

  private func change(
    _ type: StoredType,
    _ line: ReleaseLock.ShapeLine,
    _ differences: [ShapeDifference],
    _ doubts: [StoredType.Doubt],
    _ migrations: [String: [Migration]],
    isOlder: Bool = false
  ) -> Change {
    let places = unmigratedPlaces(of: type, migrations)
    return Change(
      type: type,
      line: line,
      isOlder: isOlder,
      differences: differences,
      doubts: doubts,
      containers: places.map(\.name).filter { $0 != type.qualifiedName },
      isMigrated: places.isEmpty,
      migrations: places.first?.migrations ?? []
    )
  }

  /// Returns the types as a part of which a type is stored and not migrated in all builds, each with the tribes that
  /// migrate it in some; the type itself if it is stored by itself, or if nothing contains it.
  private func unmigratedPlaces(
    of type: StoredType,
    _ migrations: [String: [Migration]]
  ) -> [(name: String, migrations: [Migration])] {
    let name = type.qualifiedName
    let roots = isRoot(name) ? [] : types.keys.filter { isRoot($0) && contents(of: [$0]).contains(name) }.sorted()
    return (roots.isEmpty ? [name] : roots).compactMap { place in
      let parts = contents(of: [place])
      let own = migrations[name, default: []].filter {
        $0.mention == name || parts.contains($0.mention) || contents(of: [$0.mention]).contains(place)
      }
      return declared(place).allSatisfy { own.migrate(type, in: $0) } ? nil : (place, own)
    }
  }

  /// Whether a type is stored by itself, and not only as a part of another.
  private func isRoot(_ name: String) -> Bool {
    types[name, default: []].contains(where: \.isMarked) || lock.storedNames.contains(name)
  }

  /// Returns the differences because of which the sources cannot read an older shape, although they can read the newest,
  /// provided that no tribe and no acceptance of a later release can have handled them.
  private func olderDifferences(
    of type: StoredType
  ) -> (line: ReleaseLock.ShapeLine, differences: [ShapeDifference])? {
    let name = type.qualifiedName
    let all = locked.lines[origins[name] ?? name, default: []]
    var later: [TribeVersion?] = []
    for case let release? in all.reversed().map({ $0.release?.version }) where later.last != release {
      defer { later.append(release) }
      if later.isEmpty { continue }
      let isHandled =
        all.contains { $0[.accepted] != nil && later.contains($0.release?.version) }
        || lock.entries.contains { later.contains($0.shipment?.version) && mayHaveMentioned($0) }
      if isHandled { return nil }
      let found = differences(from: lines(of: name, at: release), to: type, comparison(at: release))
        .filter { !$0.difference.isReadable }
      if let line = found.first?.line, !isMentioned(name, after: release) {
        return (line, found.map(\.difference))
      }
    }
    return nil
  }

  /// Whether the sources do not tell what a shipped tribe mentioned, because it is gone or has changed since.
  private func mayHaveMentioned(_ entry: ReleaseLock.Entry) -> Bool {
    entry[.changed] != nil || !census.members.contains { $0.identity == entry.identity }
  }

  /// Whether a tribe that shipped after a release mentions a type.
  private func isMentioned(_ name: String, after release: TribeVersion) -> Bool {
    census.members.contains { tribe in
      lock.entries.contains { $0.identity == tribe.identity && ($0.shipment.map { release < $0.version } ?? false) }
        && contents(of: tribe.mentions.keys).contains(name)
    }
  }

  /// The names of the types that are no longer stored, sorted.
  package var gone: [String] { locked.lines.keys.filter { moves[$0] == nil && isGone($0) }.sorted() }

  /// A type that the sources no longer store.
  package struct Lost {
    package var line: ReleaseLock.ShapeLine
    /// The type, if the sources still declare it.
    package var type: StoredType?
    /// A difference of its shape that no new tribe handles.
    package var difference: ShapeDifference?
    /// Whether the lock lists it, so that nothing but the name leads to it.
    package var isListed: Bool
    /// The new types that may be the type under another name and in another shape, the most alike first.
    package var successors: [String]

    package var qualifiedName: String { line.qualifiedName }
  }

  /// The types that are no longer stored, unless the change of a type around them tells it, sorted by name.
  package var lost: [Lost] {
    let gone = gone
    if gone.isEmpty { return [] }
    let kept = locked.lines.keys.filter { !isGone($0) }
    let known = Set(kept.closure { parts(of: locked.lines(of: $0).map(\.shape)) })
    let (comparison, migrations) = (comparison(at: nil), migrations)
    let listed = lock.storedNames
    let new = [types.keys, formers.keys].joined().filter { isNew($0) && origins[$0] == nil }
      .map { ($0, Members(of: declared($0).map(\.shape))) }
    return gone.filter { !known.contains($0) || listed.contains($0) }.compactMap { name -> Lost? in
      let lines = locked.lines(of: name)
      guard let line = lines.first else { return nil }
      let declared = formers[name, default: []]
      let changed = declared.first { type in
        !differences(from: lines, to: type, comparison).isEmpty && !unmigratedPlaces(of: type, migrations).isEmpty
      }
      return Lost(
        line: line,
        type: changed ?? declared.first,
        difference: changed.flatMap { differences(from: lines, to: $0, comparison).first?.difference },
        isListed: declared.isEmpty && listed.contains(name),
        successors: successors(of: name, among: new, migrations, comparison)
      )
    }
  }

  /// Returns the new types that may be a lost type, and that no new tribe mentions: at most three.
  ///
  /// A type of the list can have become any type that the sources declare.
  private func successors(
    of lost: String,
    among new: [(name: String, members: Members)],
    _ migrations: [String: [Migration]],
    _ comparison: ShapeComparison
  ) -> [String] {
    let old = (lost, Members(of: locked.lines(of: lost).map(\.shape)))
    let isListed = lock.storedNames.contains(lost)
    let alike = new.filter { isListed || types[$0.name] != nil }.compactMap { Likeness(old, $0, self, comparison) }
    let found = alike.sorted().map(\.name).filter { name in
      !declared(name).allSatisfy { unmigratedPlaces(of: $0, migrations).isEmpty }
    }
    return Array(found.prefix(3))
  }

  /// The number of stored types in the sources that the lock knows.
  package var knownCount: Int { types.keys.count { !lines(of: $0).isEmpty } }

  // MARK: Tribes

  /// The tribes that have not shipped and mention a type, or one that contains it, by the type's name.
  private var migrations: [String: [Migration]] {
    var found: [String: [Migration]] = [:]
    for difference in lock.differences(to: census) {
      // Only an app without any recorded version runs a new .first tribe.
      guard let tribe = difference.member, difference.entry?.shipment == nil, tribe.order != .first else { continue }
      let version = tribe.order.asVersion?.withoutSubMigration
      let waits = version.flatMap { version in release.flatMap { $0 < version ? version : nil } }
      for (name, branches) in tribe.mentions {
        for type in contents(of: [name]) {
          found[type, default: []] += branches.map {
            Migration(tribe: tribe, mention: name, conditions: $0, version: waits)
          }
        }
      }
    }
    return found
  }

  /// Returns the names with modules of the types in some shapes.
  private func parts(of shapes: [Shape]) -> [String] {
    shapes.flatMap(\.typeNames).flatMap { spelled[$0, default: []] }
  }

  /// Returns some types and the stored types in them, with their modules.
  private func contents(of names: some Sequence<String>) -> [String] {
    names.closure { name in
      parts(of: declared(name).map(\.shape) + lines(of: name).map(\.shape)).map { moves[$0] ?? $0 }
    }
  }

  /// The shipped tribes that mention a stored type whose shape has changed since, sorted by tribe and type.
  package var liveTypes: [LiveType] {
    var comparisons: [TribeVersion: ShapeComparison] = [:]
    return lock.differences(to: census).flatMap { difference -> [LiveType] in
      // All users run these tribes in their current form, after all others.
      guard let tribe = difference.member, !tribe.mentions.isEmpty, tribe.order != .always, !tribe.order.isDerived,
        let entry = difference.entry,
        let shipment = entry.shipment, census.hasLookedAt(tribe.module)
      else { return [] }
      let comparison = comparisons[shipment.version] ?? comparison(at: shipment.version)
      comparisons[shipment.version] = comparison
      return contents(of: tribe.mentions.keys).sorted().compactMap { name -> LiveType? in
        let lines = lines(of: name, at: shipment.version)
        // The oldest known shape is the best guess at an older one.
        let formers = lines.isEmpty ? locked.oldest(of: origins[name] ?? name) : lines
        for type in declared(name) where !isAccepted(entry, name) {
          guard let found = differences(from: formers, to: type, comparison).first else { continue }
          let root = outermost(around: name, in: tribe.mentions.keys)
          let isKnown = !self.lines(of: root, at: shipment.version).isEmpty
          let oldest = locked.oldest(of: origins[root] ?? root).first?.release?.text
          return LiveType(
            tribe: tribe,
            entry: entry,
            type: type,
            line: found.line,
            difference: found.difference,
            root: root,
            release: isKnown ? entry.release : oldest ?? entry.release
          )
        }
        return nil
      }
    }
  }

  /// Returns the type among some that contains a type, and that no other one of them contains.
  private func outermost(around name: String, in names: some Sequence<String>) -> String {
    let around = names.filter { contents(of: [$0]).contains(name) }
    let outermost = around.filter { type in around.allSatisfy { $0 == type || !contents(of: [$0]).contains(type) } }
    return outermost.min() ?? around.min() ?? name
  }

  /// Whether a tribe's line accepts that the tribe uses a type as it is now.
  private func isAccepted(_ entry: ReleaseLock.Entry, _ name: String) -> Bool {
    guard entry[.live] != nil, let shapes = entry[.shapes] else { return false }
    return shapes.split(separator: ",").contains { $0.drop { $0 == " " } == fingerprint(of: name) }
  }

  /// Returns the name of a type with the checksum of its shape, as a tribe's line has it.
  package func fingerprint(of name: String) -> String {
    var digest = TokenDigest()
    for text in declared(name).map({ ($0.condition ?? "") + $0.shape.text }).sorted() {
      digest.add(token: text.utf8)
    }
    return "\(name) \(TokenDigest.digits(of: digest.value))"
  }
}

extension [ShapeJudgement.Migration] {
  /// Whether each build that has a type and the one around it has one of the tribes, which does not wait.
  fileprivate func migrate(_ type: StoredType, in place: StoredType) -> Bool {
    let builds = [type, place].flatMap { type in
      [type.condition].compactMap(\.self).map(Condition.init(text:)) + type.availability.compactMap(Condition.init)
    }
    let covered = filter { $0.version == nil }.map { Condition.none(of: $0.conditions) }
    return !Condition.canHold(builds + covered)
  }
}

extension StoredType {
  /// A reason why the shape is not certain.
  package struct Doubt {
    package var reason: String
    package var location: Location
    /// What cannot be read, as a line that accepts it has it; nil if the shape tells.
    package var name: String?

    func isAccepted(by line: ReleaseLock.ShapeLine?) -> Bool {
      guard let line else { return false }
      return name.map { line.unread.contains($0) } ?? true
    }
  }

  /// The reasons why the shape is not certain, each with its place.
  package var doubts: [Doubt] {
    let untyped = shape.properties.filter { $0.type == nil && !$0.isWrittenOnly && !shape.isCodedByHand }
    var known: Set<String> = []
    let types = untyped.filter { known.insert($0.name).inserted }.map { property in
      Doubt(reason: "'\(property.name)' has no written type", location: places[property.name] ?? location)
    }
    return types
      + unresolved.map { Doubt(reason: "'\($0.type)' cannot be read here", location: $0.location, name: $0.type) }
  }
}
