import NomadGenCore
import NomadSyntax
import NomadTargets

/// The comparison of the stored types in the sources with the shapes in a release lock.
package struct ShapeJudgement {
  /// A stored type whose shape differs from the newest one in the lock, or cannot be read for certain.
  package struct Change {
    package var type: StoredType
    package var line: ReleaseLock.ShapeLine
    package var differences: [ShapeDifference]
    /// Whether a tribe that has not shipped mentions the type.
    package var isMigrated: Bool
  }

  /// A shipped tribe that mentions a stored type whose shape has changed since.
  package struct LiveType {
    package var tribe: TribeCensus.Member
    package var entry: ReleaseLock.Entry
    package var type: StoredType
    package var line: ReleaseLock.ShapeLine
    package var difference: ShapeDifference
  }

  private let lock: ReleaseLock
  private let census: TribeCensus
  package let locked: LockedShapes
  /// The stored types of the modules that were checked as a whole, by name with module.
  package let types: [String: [StoredType]]

  /// The new names of the types that have other names than in the lock, by their old names with modules.
  package private(set) var moves: [String: String] = [:]
  /// The names in the lock, by the names in the sources, of these types.
  private var origins: [String: String] = [:]
  /// The names with modules, by the names that shapes spell.
  private var spelled: [String: [String]] = [:]

  /// Compares the sources with a lock.
  package init(_ lock: ReleaseLock, _ census: TribeCensus) {
    (self.lock, self.census) = (lock, census)
    locked = LockedShapes(lock.shapes)
    types = Dictionary(grouping: census.types.filter { census.hasLookedAt($0.module) }, by: \.qualifiedName)
    for (module, name) in Set(lock.shapes.map { [$0.module, $0.name] } + census.types.map { [$0.module, $0.name] })
      .map({ ($0[0], $0[1]) })
    {
      let full = ReleaseLockIdentity.qualifiedName(of: name, in: module)
      spelled[name, default: []].append(full)
      spelled[full, default: []].append(full)
    }
    findMoves()
  }

  // MARK: Other names

  /// Pairs the types that are gone with new ones of the same shape.
  private mutating func findMoves() {
    var gone = locked.lines.keys.filter { isGone($0) }.sorted()
    let new = types.keys.filter { locked.lines[$0] == nil }.sorted()
    if gone.isEmpty || new.isEmpty { return }
    let comparison = comparison(at: nil)
    for likeness in Likeness.allCases {
      for name in new where origins[name] == nil {
        guard let former = gone.first(where: { isLike($0, name, likeness, comparison) }) else { continue }
        moves[former] = name
        origins[name] = former
        gone.removeAll { $0 == former }
      }
    }
  }

  /// The ways in which a new type can be one that is gone, from the most certain to the least.
  ///
  /// A type of the same name comes before one of the same shape, because a type can have another's shape by chance.
  private enum Likeness: CaseIterable { case moved, movedAndChanged, renamed }

  private func isLike(_ former: String, _ name: String, _ likeness: Likeness, _ comparison: ShapeComparison) -> Bool {
    switch likeness {
    case .moved: isSameName(former, name) && isSame(former, name, comparison)
    case .movedAndChanged: isSameName(former, name) && hasCommonMember(former, name)
    case .renamed: !isEmpty(former) && isSame(former, name, comparison)
    }
  }

  /// Whether two types have the same name in their modules or in the types around them.
  private func isSameName(_ former: String, _ name: String) -> Bool {
    former.split(separator: ".").last == name.split(separator: ".").last
  }

  private func hasCommonMember(_ former: String, _ name: String) -> Bool {
    let members = Set(locked.lines(of: former).flatMap(\.shape.memberNames))
    return types[name, default: []].contains { !$0.shape.memberNames.isDisjoint(with: members) }
  }

  private func isGone(_ type: String) -> Bool {
    guard let line = locked.lines(of: type).first, types[type] == nil, line[.removed] == nil else { return false }
    return census.hasLookedAt(line.module)
  }

  private func isEmpty(_ type: String) -> Bool {
    locked.lines(of: type).allSatisfy { $0.shape.properties.isEmpty && $0.shape.cases.isEmpty }
  }

  private func isSame(_ former: String, _ name: String, _ comparison: ShapeComparison) -> Bool {
    let (lines, types) = (locked.lines(of: former), types[name, default: []])
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

  // MARK: Comparing

  /// Returns a comparison of the shapes of a release with those of the sources; of the newest release if it is nil.
  private func comparison(at version: TribeVersion?) -> ShapeComparison {
    ShapeComparison { [locked, spelled, origins] name in
      spelled[name, default: []].flatMap { full -> [Shape] in
        let former = origins[full] ?? full
        let lines = locked.lines(of: former, at: version)
        return (lines.isEmpty ? locked.oldest(of: former) : lines).map(\.shape)
      }
    } to: { [types, spelled] name in
      spelled[name, default: []].flatMap { types[$0, default: []].map(\.shape) }
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

  /// Whether a type has the shape of a line that accepts it.
  private func isAccepted(_ type: StoredType) -> Bool {
    let name = type.qualifiedName
    return (locked.unreleased(of: origins[name] ?? name) + lines(of: name)).contains { line in
      line[.accepted] != nil && line.isInSameBuilds(as: type) && line.shape == type.shape
    }
  }

  /// The stored types in the sources that the lock knows and that need a decision, sorted by name.
  package var changes: [Change] {
    let comparison = comparison(at: nil)
    let migrated = migratedTypes
    return types.keys.sorted().flatMap { name -> [Change] in
      let lines = lines(of: name)
      return types[name, default: []].compactMap { type -> Change? in
        guard let line = lines.first(where: { $0.isInSameBuilds(as: type) }) ?? lines.first, !isAccepted(type) else {
          return nil
        }
        let found = differences(from: lines, to: type, comparison)
        guard !found.isEmpty || !type.doubts.isEmpty else { return nil }
        return Change(
          type: type,
          line: found.first?.line ?? line,
          differences: found.map(\.difference),
          isMigrated: migrated.contains(name)
        )
      }
    }
  }

  /// The names of the types that are gone, sorted.
  package var gone: [String] { locked.lines.keys.filter { moves[$0] == nil && isGone($0) }.sorted() }

  /// The newest lines of the types that are gone, unless the change of a type around them tells it, sorted by name.
  package var lost: [ReleaseLock.ShapeLine] {
    let gone = gone
    if gone.isEmpty { return [] }
    var found: Set<String> = []
    var open = locked.lines.keys.filter { !isGone($0) }
    while let name = open.popLast() {
      for part in locked.lines(of: name).flatMap(\.shape.typeNames).flatMap({ spelled[$0, default: []] }) {
        if found.insert(part).inserted { open.append(part) }
      }
    }
    return gone.filter { !found.contains($0) }.compactMap { locked.lines(of: $0).first }
  }

  /// Returns the new types that may be a lost type under another name and in another shape, sorted.
  ///
  /// Each has a property or a case of the same name, and no new tribe mentions it.
  func successors(of lost: ReleaseLock.ShapeLine) -> [String] {
    let migrated = migratedTypes
    return types.keys.filter { name in
      locked.lines[name] == nil && origins[name] == nil && !migrated.contains(name)
        && types[name, default: []].contains {
          $0.module == lost.module && !$0.shape.memberNames.isDisjoint(with: lost.shape.memberNames)
        }
    }.sorted()
  }

  /// The number of stored types in the sources that the lock knows.
  package var knownCount: Int { types.keys.count { !lines(of: $0).isEmpty } }

  // MARK: Tribes

  /// The types that tribes mention which have not shipped, and the types in them.
  private var migratedTypes: Set<String> {
    let new = lock.differences(to: census).compactMap { difference -> Set<String>? in
      // Only an app without any recorded version runs a new .first tribe.
      guard let member = difference.member, difference.entry?.shipment == nil, member.order != .first else {
        return nil
      }
      return member.mentions
    }
    return contents(of: new.reduce(into: []) { $0.formUnion($1) })
  }

  /// Returns some types and the stored types in them, with their modules.
  private func contents(of names: Set<String>) -> Set<String> {
    var found = names
    var open = Array(names)
    while let name = open.popLast() {
      let shapes = types[name, default: []].map(\.shape) + lines(of: name).map(\.shape)
      for part in shapes.flatMap(\.typeNames).flatMap({ spelled[$0, default: []] }) {
        let part = moves[part] ?? part
        if found.insert(part).inserted { open.append(part) }
      }
    }
    return found
  }

  /// The shipped tribes that mention a stored type whose shape has changed since, sorted by tribe and type.
  package var liveTypes: [LiveType] {
    var comparisons: [TribeVersion: ShapeComparison] = [:]
    return lock.differences(to: census).flatMap { difference -> [LiveType] in
      // Every run executes an .always tribe in its current form, after all others.
      guard let tribe = difference.member, !tribe.mentions.isEmpty, tribe.order != .always,
        let entry = difference.entry,
        let shipment = entry.shipment, census.hasLookedAt(tribe.module)
      else { return [] }
      let comparison = comparisons[shipment.version] ?? comparison(at: shipment.version)
      comparisons[shipment.version] = comparison
      return contents(of: tribe.mentions).sorted().compactMap { name -> LiveType? in
        let lines = lines(of: name, at: shipment.version)
        // The oldest known shape is the best guess at an older one.
        let formers = lines.isEmpty ? locked.oldest(of: origins[name] ?? name) : lines
        for type in types[name, default: []] where !isAccepted(entry, name) {
          guard let found = differences(from: formers, to: type, comparison).first else { continue }
          return LiveType(tribe: tribe, entry: entry, type: type, line: found.line, difference: found.difference)
        }
        return nil
      }
    }
  }

  /// Whether a tribe's line accepts that the tribe uses a type as it is now.
  private func isAccepted(_ entry: ReleaseLock.Entry, _ name: String) -> Bool {
    guard entry[.live] != nil, let shapes = entry[.shapes] else { return false }
    return shapes.split(separator: ",").contains { $0.drop { $0 == " " } == fingerprint(of: name) }
  }

  /// Returns the name of a type with the checksum of its shape, as a tribe's line has it.
  package func fingerprint(of name: String) -> String {
    var digest = TokenDigest()
    for text in types[name, default: []].map({ ($0.condition ?? "") + $0.shape.text }).sorted() {
      digest.add(token: text.utf8)
    }
    return "\(name) \(ReleaseLock.digits(of: digest.value))"
  }
}

extension Shape {
  /// The names of the properties and cases.
  fileprivate var memberNames: Set<String> { Set(properties.map(\.name) + cases.map(\.name)) }
}

extension StoredType {
  /// The reasons why the shape is not certain, each with its place and the change that makes it certain.
  var doubts: [(reason: String, location: Location)] {
    let untyped = shape.properties.filter { $0.type == nil && !$0.isWrittenOnly }
    var known: Set<String> = []
    let types = untyped.filter { known.insert($0.name).inserted }.map { property in
      ("'\(property.name)' has no written type", places[property.name] ?? location)
    }
    return types + unresolved.map { ("'\($0.type)' cannot be read here", $0.location) }
  }
}
