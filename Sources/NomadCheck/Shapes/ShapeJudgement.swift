import NomadGenCore
package import NomadSyntax
package import NomadTargets

/// The comparison of the stored types in the sources with the shapes in a release lock.
///
/// It is a class, so that each of its answers is computed once.
package final class ShapeJudgement {
  /// A stored type whose shape differs from the newest one in the lock, or cannot be read for certain.
  package struct Change {
    package var type: StoredType
    package var line: ReleaseLock.ShapeLine
    /// Whether the line is older than the newest one, which the sources can read.
    package var isOlder: Bool
    package var differences: [ShapeDifference]
    /// The subject of the findings about the differences; nil if there are none.
    var subject: ReleaseLock.AcceptedLine.Subject?
    /// The newest release, if it has the shape already.
    var release: ReleaseLock.ShapeLine.Release?
    /// The doubts about the shape that no line accepts.
    package var doubts: [StoredType.Doubt]
    /// The types that are stored by themselves, contain the type or are it, and are not migrated in all builds that have
    /// the type.
    package var unmigrated: [String]
    /// The tribes that migrate the first of these in some builds only, or that wait for a later release.
    package var migrations: [Migration]

    /// Whether tribes that have not shipped migrate all stored values of the type.
    package var isMigrated: Bool { unmigrated.isEmpty }

    /// Whether there is a finding about the type.
    var isFinding: Bool { subject != nil && !isMigrated || !doubts.isEmpty }
  }

  /// A tribe that has not shipped and migrates a stored type.
  package struct Migration {
    package var tribe: TribeCensus.Member
    /// The conditions of the builds in which it migrates the type.
    var conditions: [Condition]
    /// The version for which the tribe waits, if that is above the release that is to be locked.
    var version: TribeVersion?
    /// The newest release, if the tribe is not above it, so that its users do not run the tribe.
    var passed: String?
  }

  /// A tribe that uses a stored type as it is now, instead of a private copy.
  package struct LiveType {
    package var tribe: TribeCensus.Member
    /// The line of the tribe; nil if the lock has none.
    package var entry: ReleaseLock.Entry?
    /// The type that the tribe mentions, and the place.
    package var mention: TribeMentions.Mention
    /// The difference between the type, or one in it, and what the tribe finds; nil if there is none yet.
    package var change: (type: StoredType, line: ReleaseLock.ShapeLine, difference: ShapeDifference)?
    /// The release with the shape that the tribe finds; nil if no release has the type.
    package var release: String?
  }

  package let lock: ReleaseLock
  let census: TribeCensus
  /// The release that is to be locked; nil if any release may be next.
  let release: TribeVersion?
  package let locked: LockedShapes
  /// The stored types of the modules that were checked as a whole, by name with module.
  package let types: [String: [StoredType]]
  /// The types that the lock knows, and that the sources declare and no longer store.
  let formers: [String: [StoredType]]

  /// The new names of the types that have other names than in the lock, by their old names with modules.
  package private(set) var moves: [String: String] = [:]
  /// The names in the lock, by the names in the sources, of these types.
  private(set) var origins: [String: String] = [:]
  /// The names with modules, by the names that shapes spell.
  private let spelled: [String: [String]]
  private var knownContents: [String: Set<String>] = [:]
  private var settled: Set<ReleaseLock.AcceptedLine.Subject> = []

  /// The stored types in the sources that the lock knows and that need a decision, sorted by name.
  package private(set) lazy var changes = findChanges()
  /// The types that are no longer stored, unless the change of a type around them tells it, sorted by name.
  package private(set) lazy var lost = findLost()
  /// The tribes that use stored types as they are now, sorted by tribe and type.
  package private(set) lazy var liveTypes = findLiveTypes()
  /// The tribes that have not shipped and migrate a type, by the type's name.
  private(set) lazy var migrations = findMigrations()
  /// The findings about shapes that would be there if the lock did not accept them.
  private(set) lazy var accepted = {
    _ = (changes, lost)
    return settled
  }()
  /// The comparison with the newest release of each type.
  private(set) lazy var newest = comparison(at: nil)

  /// Compares the sources with a lock.
  ///
  /// - Parameters:
  ///   - lock: The lock.
  ///   - census: The tribes and types in the sources.
  ///   - release: The release that is to be locked; nil if any release may be next.
  package init(_ lock: ReleaseLock, _ census: TribeCensus, for release: TribeVersion? = nil) {
    (self.lock, self.census, self.release) = (lock, census, release)
    locked = LockedShapes(lock.shapes)
    let names = lock.shapes.map { ($0.name, $0.qualifiedName) } + census.types.map { ($0.name, $0.qualifiedName) }
    var spelled: [String: Set<String>] = [:]
    for (name, full) in names { for text in [name, full] { spelled[text, default: []].insert(full) } }
    self.spelled = spelled.mapValues { $0.sorted() }
    let all = Dictionary(grouping: census.types, by: \.qualifiedName)
    let roots = all.filter { $1.contains(where: \.isMarked) || lock.storedNames.contains($0) }
    let parts = ShapeParts { name in spelled[name, default: []].flatMap { all[$0, default: []].map(\.shape) } }
    let stored = Set(
      roots.keys.closure { name in
        all[name, default: []].flatMap { parts.names(in: $0.shape) }.flatMap { spelled[$0, default: []] }
      }
    )
    let checked = all.filter { $1.contains { census.hasLookedAt($0.module) } }
    (types, formers) = (checked.filter { stored.contains($0.key) }, checked.filter { !stored.contains($0.key) })
    for (former, name) in movedTypes() { (moves[former], origins[name]) = (name, former) }
  }

  /// The number of stored types in the sources.
  package var typeCount: Int { types.values.count { $0.contains { $0.shape.alias == nil } } }

  /// The number of these that the lock knows.
  package var knownCount: Int {
    types.count { name, types in types.contains { $0.shape.alias == nil } && !lines(of: name).isEmpty }
  }

  /// The names of the types and tribes whose findings can be accepted, sorted.
  var namesToAccept: [String] {
    let types = changes.filter(\.isFinding).map(\.type.qualifiedName) + lost.map(\.qualifiedName)
    return Set(types + liveTypes.map(\.tribe.identity.qualifiedName)).sorted()
  }

  // MARK: Names

  /// Returns the lines that describe a type of the sources in a release.
  func lines(of type: String, at version: TribeVersion? = nil) -> [ReleaseLock.ShapeLine] {
    locked.lines(of: origins[type] ?? type, at: version)
  }

  /// Returns a type that is stored, or that the lock knows.
  func declared(_ type: String) -> [StoredType] { types[type] ?? formers[type] ?? [] }

  /// Whether no release that counts had a type.
  func isNew(_ type: String) -> Bool { locked.lines(of: type).allSatisfy { $0[.removed] != nil } }

  func isGone(_ type: String) -> Bool {
    guard let line = locked.lines(of: type).first, types[type] == nil, line[.removed] == nil else { return false }
    return census.hasLookedAt(line.module)
  }

  /// The names of the types that are no longer stored, sorted.
  package var gone: [String] { locked.lines.keys.filter { moves[$0] == nil && isGone($0) }.sorted() }

  /// Returns the names with modules of the types in some shapes.
  func parts(of shapes: [Shape]) -> [String] {
    let parts = ShapeParts { [self] name in
      spelled[name, default: []].flatMap { declared($0).map(\.shape) + lines(of: $0).map(\.shape) }
    }
    return shapes.flatMap(parts.names).flatMap { spelled[$0, default: []] }
  }

  /// Returns a type and the stored types in it, with their modules.
  func contents(of name: String) -> Set<String> {
    if let known = knownContents[name] { return known }
    let found = Set(
      [name].closure { name in
        parts(of: declared(name).map(\.shape) + lines(of: name).map(\.shape)).map { moves[$0] ?? $0 }
      }
    )
    knownContents[name] = found
    return found
  }

  /// Whether a type is stored by itself, and not only as a part of another.
  private func isRoot(_ name: String) -> Bool {
    types[name, default: []].contains { $0.isMarked && $0.shape.alias == nil } || lock.storedNames.contains(name)
  }

  /// Returns the types that are stored by themselves and contain a type, or are it; each is data of its own.
  ///
  /// If there are none, as for an alias, the type counts as one.
  private func roots(around name: String) -> [String] {
    let roots = types.keys.filter { isRoot($0) && contents(of: $0).contains(name) }.sorted()
    return roots.isEmpty ? [name] : roots
  }

  // MARK: Comparing

  /// Returns a comparison of the shapes of a release with those of the sources; of the newest release if it is nil.
  private func comparison(at version: TribeVersion?) -> ShapeComparison {
    ShapeComparison { [unowned self] name in
      spelled[name, default: []].flatMap { formers(of: $0, at: version).map(\.shape) }
    } to: { [unowned self] name in
      spelled[name, default: []].flatMap { declared($0).map(\.shape) }
    }
  }

  /// Returns the lines of a type in a release; those of the oldest one that has it if the release lacks it, because that
  /// is the best guess.
  private func formers(of name: String, at release: TribeVersion?) -> [ReleaseLock.ShapeLine] {
    let lines = lines(of: name, at: release)
    return lines.isEmpty ? locked.oldest(of: origins[name] ?? name) : lines
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
        .map { difference in
          var difference = difference
          if exact.isEmpty { difference.condition = line[.if] }
          return (line, difference)
        }
    }
    .filter { known.insert($0.1).inserted }
  }

  /// Whether the lock accepts a finding about a shape.
  private func settles(_ subject: ReleaseLock.AcceptedLine.Subject) -> Bool {
    guard lock.accepts(subject) else { return false }
    settled.insert(subject)
    return true
  }

  /// Returns the subject of the findings about the differences between lines and a type.
  ///
  /// Its facts are these lines, the type's shape, and the shapes of the types in it that the lock does not know.
  private func subject(
    of type: StoredType,
    _ differences: [(line: ReleaseLock.ShapeLine, difference: ShapeDifference)]
  ) -> ReleaseLock.AcceptedLine.Subject {
    let name = type.qualifiedName
    let isReadable = differences.allSatisfy(\.difference.isReadable)
    return ReleaseLock.AcceptedLine.Subject(
      isReadable ? .shapeChange : .unmigratedShape,
      of: origins[name] ?? name,
      [type.facts] + Set(differences.map(\.line.facts)).sorted() + newParts(of: name)
    )
  }

  /// Returns the subject of the finding about a doubt.
  func subject(of doubt: StoredType.Doubt, in type: StoredType) -> ReleaseLock.AcceptedLine.Subject {
    let name = type.qualifiedName
    return ReleaseLock.AcceptedLine.Subject(.unreadShape, of: origins[name] ?? name, [doubt.name, type.facts])
  }

  /// Returns the fingerprints of the types in a type that the lock does not know.
  private func newParts(of name: String) -> [String] {
    contents(of: name).filter { types[$0] != nil && lines(of: $0).isEmpty }.sorted().map(fingerprint)
  }

  private func findChanges() -> [Change] {
    return types.keys.sorted().flatMap { name -> [Change] in
      let lines = lines(of: name)
      return types[name, default: []].compactMap { type -> Change? in
        guard let line = lines.first(where: { $0.isInSameBuilds(as: type) }) ?? lines.first else { return nil }
        var found = differences(from: lines, to: type, newest)
        // The newest shape is to be readable before the older ones matter.
        let older = found.allSatisfy(\.difference.isReadable) ? olderDifferences(of: type) : []
        let isOlder = !older.isEmpty && !settles(subject(of: type, older))
        if isOlder { found = older }
        let subject = found.isEmpty ? nil : subject(of: type, found)
        if !isOlder, let subject, settles(subject) { found = [] }
        let doubts = type.doubts.filter { !settles(self.subject(of: $0, in: type)) }
        if found.isEmpty, doubts.isEmpty { return nil }
        let places = unmigratedPlaces(of: type)
        return Change(
          type: type,
          line: found.first?.line ?? line,
          isOlder: isOlder,
          differences: found.map(\.difference),
          subject: found.isEmpty ? nil : subject,
          release: lines.first { $0.shape == type.shape && $0.isInSameBuilds(as: type) }?.release,
          doubts: doubts,
          unmigrated: places.map(\.name),
          migrations: places.first?.migrations ?? []
        )
      }
    }
  }

  /// Returns the types that are stored by themselves and contain a type that is not migrated in all builds, each with
  /// the tribes that migrate it in some.
  private func unmigratedPlaces(of type: StoredType) -> [(name: String, migrations: [Migration])] {
    roots(around: type.qualifiedName).compactMap { root in
      let own = migrations[root, default: []]
      return declared(root).allSatisfy { own.migrate(type, in: $0) } ? nil : (root, own)
    }
  }

  /// Returns the differences because of which the sources cannot read an older shape, although they can read the newest,
  /// provided that no tribe and no acceptance of a later release can have handled them.
  private func olderDifferences(
    of type: StoredType
  ) -> [(line: ReleaseLock.ShapeLine, difference: ShapeDifference)] {
    let name = type.qualifiedName
    let all = locked.lines[origins[name] ?? name, default: []]
    // A warning is about the newest release, so its acceptance does not cover older ones.
    let errors = lock.accepted.filter { $0.subject.code == .unmigratedShape }
    let accepted = errors.filter { $0.subject.name == origins[name] ?? name }.compactMap(\.shippedVersion)
    var later: [TribeVersion] = []
    for release in all.reversed().map(\.release.version) where later.last != release {
      defer { later.append(release) }
      if later.isEmpty { continue }
      let isHandled =
        accepted.contains(where: later.contains)
        || lock.entries.contains { later.contains($0.shipment.version) && mayHaveMigrated($0) }
      if isHandled { return [] }
      let found = differences(from: lines(of: name, at: release), to: type, comparison(at: release))
        .filter { !$0.difference.isReadable }
      if !found.isEmpty, !isMigrated(name, after: release) { return found }
    }
    return []
  }

  /// Whether the sources do not tell what a shipped tribe migrated, because it is gone or has changed since.
  private func mayHaveMigrated(_ entry: ReleaseLock.Entry) -> Bool {
    lock.reasonForChange(of: entry) != nil || !census.members.contains { $0.identity == entry.identity }
  }

  /// Whether tribes that shipped after a release migrate all stored values of a type.
  package func isMigrated(_ name: String, after release: TribeVersion) -> Bool {
    let later = census.members.filter { tribe in
      lock.entries.contains { $0.identity == tribe.identity && release < $0.shipment.version }
    }
    let migrated = Set(later.flatMap(\.migrates).flatMap { synonyms(of: $0.type) })
    return roots(around: name).allSatisfy(migrated.contains)
  }

  /// A type that the sources no longer store.
  package struct Lost {
    package var line: ReleaseLock.ShapeLine
    /// The subject of the finding that the type is gone.
    var subject: ReleaseLock.AcceptedLine.Subject
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

  private func findLost() -> [Lost] {
    let gone = gone.filter { locked.lines(of: $0).contains { $0.shape.alias == nil } }
    if gone.isEmpty { return [] }
    let kept = locked.lines.keys.filter { !isGone($0) }
    let known = Set(kept.closure { parts(of: locked.lines(of: $0).map(\.shape)) })
    let listed = lock.storedNames
    let new = [types.keys, formers.keys].joined().filter { isNew($0) && origins[$0] == nil }
      .map { ($0, Members(of: declared($0).map(\.shape))) }
    return gone.filter { !known.contains($0) || listed.contains($0) }.compactMap { name -> Lost? in
      let lines = locked.lines(of: name)
      guard let line = lines.first else { return nil }
      let declared = formers[name, default: []]
      let changed = declared.first { type in
        !differences(from: lines, to: type, newest).isEmpty && !unmigratedPlaces(of: type).isEmpty
      }
      let (successors, isListed) = (successors(of: name, among: new), declared.isEmpty && listed.contains(name))
      let isError = changed != nil || !successors.isEmpty || isListed
      let facts = lines.map(\.facts).sorted() + successors + [changed].compactMap { $0?.facts }
      let subject = ReleaseLock.AcceptedLine.Subject(isError ? .unmigratedShape : .shapeChange, of: name, facts)
      if settles(subject) { return nil }
      return Lost(
        line: line,
        subject: subject,
        type: changed ?? declared.first,
        difference: changed.flatMap { differences(from: lines, to: $0, newest).first?.difference },
        isListed: isListed,
        successors: successors
      )
    }
  }

  /// Returns the new types that may be a lost type, and that no new tribe migrates: at most three.
  ///
  /// A type of the list can have become any type that the sources declare.
  private func successors(
    of lost: String,
    among new: [(name: String, members: Members)]
  ) -> [String] {
    let old = (lost, Members(of: locked.lines(of: lost).map(\.shape)))
    let isListed = lock.storedNames.contains(lost)
    let alike = new.filter { isListed || types[$0.name] != nil }.compactMap { Likeness(old, $0, self) }
    let found = alike.sorted().map(\.name).filter { name in
      !declared(name).allSatisfy { unmigratedPlaces(of: $0).isEmpty }
    }
    return Array(found.prefix(3))
  }

  // MARK: Tribes

  private func isAlias(_ name: String) -> Bool { types[name, default: []].contains { $0.shape.alias != nil } }

  /// Returns a type and its aliases, or an alias and the types for which it stands.
  private func synonyms(of name: String) -> Set<String> {
    let aliases = types.filter { $1.contains { $0.shape.alias != nil } }
    let meant = aliases[name].map { parts(of: $0.map(\.shape)) } ?? []
    return Set(aliases.filter { parts(of: $1.map(\.shape)).contains(name) }.keys).union(meant).union([name])
  }

  private func findMigrations() -> [String: [Migration]] {
    var found: [String: [Migration]] = [:]
    for difference in lock.differences(to: census) {
      // Only an app without any recorded version runs a new .first tribe.
      guard let tribe = difference.member, difference.entry == nil, tribe.order != .first else { continue }
      let version = tribe.order.asVersion?.withoutSubMigration
      let waits = version.flatMap { version in release.flatMap { $0 < version ? version : nil } }
      let newest = lock.knownReleases.last.flatMap { newest in
        tribe.order.asVersion.flatMap { $0 <= newest.version ? newest.text : nil }
      }
      // A reviewer who accepts a late tribe knows that.
      let passed = lock.accepts(tribe.subject(.lateTribe)) ? nil : newest
      for listed in tribe.migrates {
        let migration = Migration(tribe: tribe, conditions: listed.conditions, version: waits, passed: passed)
        for type in synonyms(of: listed.type) { found[type, default: []].append(migration) }
      }
    }
    return found
  }

  private func findLiveTypes() -> [LiveType] {
    var comparisons: [TribeVersion?: ShapeComparison] = [:]
    return lock.differences(to: census).flatMap { difference -> [LiveType] in
      // All users run these tribes in their current form, after all others.
      guard let tribe = difference.member, !tribe.mentions.isEmpty, tribe.order != .always, !tribe.order.isDerived,
        census.hasLookedAt(tribe.module)
      else { return [] }
      let (entry, shipped) = (difference.entry, difference.entry?.shipment.version)
      let comparison = comparisons[shipped] ?? comparison(at: shipped)
      comparisons[shipped] = comparison
      func isKnown(_ alias: String) -> Bool { isAlias(alias) && !formers(of: alias, at: shipped).isEmpty }
      let aliased = Set(tribe.mentions.filter { isKnown($0.type) }.map(\.location))
      var known: Set<String> = []
      let mentions = tribe.mentions.sorted { $0.type < $1.type }.filter { mention in
        // What a release knows as an alias is one with what it stands for.
        (isAlias(mention.type) ? isKnown(mention.type) : !aliased.contains(mention.location))
          && known.insert(mention.type).inserted
      }
      return mentions.compactMap { mention in
        if lock.accepts(tribe.subject(.liveType, [fingerprint(of: mention.type)])) { return nil }
        let lines = formers(of: mention.type, at: shipped)
        return LiveType(
          tribe: tribe,
          entry: entry,
          mention: mention,
          change: change(in: mention.type, since: shipped, comparison),
          release: lines.first?.release.text
        )
      }
    }
  }

  /// Returns the first difference of a type, or of one in it, from what data of a release has.
  private func change(
    in name: String,
    since release: TribeVersion?,
    _ comparison: ShapeComparison
  ) -> (type: StoredType, line: ReleaseLock.ShapeLine, difference: ShapeDifference)? {
    for name in [name] + contents(of: name).sorted().filter({ $0 != name }) {
      for type in declared(name) {
        let found = differences(from: formers(of: name, at: release), to: type, comparison).first
        if let found { return (type, found.line, found.difference) }
      }
    }
    return nil
  }

  /// Returns the name of a type with the checksum of its shape and of those of the types in it, as lines have it.
  func fingerprint(of name: String) -> String {
    var digest = TokenDigest()
    let types = contents(of: name).flatMap(declared)
    for text in types.map({ "\($0.qualifiedName) \($0.condition ?? "") \($0.shape.text)" }).sorted() {
      digest.add(token: text.utf8)
    }
    return "\(name) \(TokenDigest.digits(of: digest.value))"
  }
}

extension [ShapeJudgement.Migration] {
  /// Whether each build that has a type and the one around it has one of the tribes, which its users run.
  fileprivate func migrate(_ type: StoredType, in place: StoredType) -> Bool {
    let builds = [type, place].flatMap { type in
      [type.condition].compactMap(\.self).map(Condition.init(text:)) + type.availability.compactMap(Condition.init)
    }
    let covered = filter { $0.version == nil && $0.passed == nil }.map { Condition.none(of: $0.conditions) }
    return !Condition.canHold(builds + covered)
  }
}

extension StoredType {
  /// A reason why the shape is not certain.
  package struct Doubt {
    package var reason: String
    package var location: Location
    /// What cannot be read: a type, or a property after a period.
    package var name: String
  }

  /// The reasons why the shape is not certain, each with its place.
  package var doubts: [Doubt] {
    let untyped = shape.properties.filter { $0.type == nil && !$0.isWrittenOnly && !shape.isCodedByHand }
    var known: Set<String> = []
    let types = untyped.filter { known.insert($0.name).inserted }.map { property in
      Doubt(
        reason: "'\(property.name)' has no written type",
        location: places[property.name] ?? location,
        name: ".\(property.name)"
      )
    }
    return types
      + unresolved.map { Doubt(reason: "'\($0.type)' cannot be read here", location: $0.location, name: $0.type) }
  }
}
