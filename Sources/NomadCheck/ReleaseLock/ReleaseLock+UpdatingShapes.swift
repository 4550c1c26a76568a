import NomadGenCore
import NomadSources
import NomadSyntax
package import NomadTargets

extension ReleaseLock {
  /// Accepts the findings about a type's shape, or about the stored types that a tribe uses.
  ///
  /// - Parameters:
  ///   - name: The type or the tribe with its module.
  ///   - reason: The justification, for readers of the line.
  ///   - judgement: The comparison of the types with the lock before anything was accepted.
  /// - Returns: The changes made; none if there is no such finding.
  mutating func acceptShapes(_ name: String, because reason: String, _ judgement: ShapeJudgement) -> [Change] {
    var changes: [Change] = []
    for change in judgement.changes where change.type.qualifiedName == name {
      if !change.isMigrated, let subject = change.subject {
        changes.append(accept(subject, because: reason, shipped: change.release?.text))
      }
      for doubt in change.doubts {
        let subject = judgement.subject(of: doubt, in: change.type)
        // Two properties can have one doubt.
        if !accepts(subject) { changes.append(accept(subject, because: reason)) }
      }
    }
    for lost in judgement.lost where lost.qualifiedName == name {
      changes.append(accept(lost.subject, because: reason))
    }
    for live in judgement.liveTypes where live.tribe.identity.qualifiedName == name {
      let subject = live.tribe.subject(.liveType, [judgement.fingerprint(of: live.mention.type)])
      changes.append(accept(subject, because: reason))
    }
    return changes
  }

  /// Locks the shapes of a release, and updates the lines of types that have other names.
  ///
  /// - Parameters:
  ///   - census: The types in the sources. Before a release, ``findings(in:)`` must not report an error about them.
  ///   - release: The version of the app; nil to lock no shapes.
  ///   - accepted: The findings that the lock accepted before the release's tribes were locked; nil to look for them.
  /// - Returns: The changes made.
  /// - Throws: `TargetError` if the release is not a version.
  package mutating func updateShapes(
    to census: TribeCensus,
    release: String?,
    settling accepted: Set<AcceptedLine.Subject>? = nil
  ) throws(TargetError) -> [Change] {
    var changes = moveShapes(to: census)
    let judgement = ShapeJudgement(self, census)
    for (name, types) in judgement.types.sorted(by: { $0.key < $1.key }) {
      for line in judgement.locked.lines(of: name) where line[.removed] != nil {
        changes += change(line, in: \.shapes) { $0[.removed] = nil }
      }
      guard let release else { continue }
      let shipped = ShapeLine.Release(text: release, version: try TribeVersion(app: release))
      changes += lock(types, judgement.locked, in: shipped)
    }
    if let release {
      for line in judgement.gone.flatMap({ judgement.locked.lines(of: $0) }) {
        changes += change(line, in: \.shapes) { $0[.removed] = release }
      }
      changes += ship(accepted ?? judgement.accepted, in: release, census)
    }
    // A type of the list that no release has any more needs no line.
    for line in stored where judgement.types[line.qualifiedName] == nil && census.hasLookedAt(line.module) {
      guard LockedShapes(shapes).lines(of: line.qualifiedName).allSatisfy({ $0[.removed] != nil }) else { continue }
      stored.removeAll { $0.qualifiedName == line.qualifiedName }
      tail = line.leading + tail
      changes.append(.dropped(line.line))
    }
    return changes
  }

  /// Locks the shapes of one type in all its builds.
  private mutating func lock(
    _ types: [StoredType],
    _ locked: LockedShapes,
    in release: ShapeLine.Release
  ) -> [Change] {
    guard let name = types.first?.qualifiedName else { return [] }
    let lines = locked.lines(of: name, at: release.version)
    func isLocked(_ type: StoredType) -> Bool {
      lines.contains { $0.isInSameBuilds(as: type) && $0.shape == type.shape }
    }
    // A line without a condition is about all builds, so a type in other builds than before needs all its lines.
    let isInSameBuilds =
      lines.count == types.count && types.allSatisfy { type in lines.contains { $0.isInSameBuilds(as: type) } }
    var changes = types.filter { !isInSameBuilds || !isLocked($0) }.map { type in
      Change.locked(addShape(of: type, release: release), waits: false)
    }
    if changes.isEmpty { return [] }
    // A line of the same release is replaced by the ones above, and what was accepted for it.
    for line in locked.lines[name, default: []] where line.release.version == release.version {
      if types.contains(where: { line.isInSameBuilds(as: $0) && line.shape == $0.shape }) { continue }
      changes.append(drop(line))
      changes += removeLines { $0.isOfShape(named: name) && $0.shippedVersion == release.version }
    }
    return changes
  }

  /// Records the release of the accepted shapes, and removes the acceptances of shapes that are others by now.
  private mutating func ship(
    _ subjects: Set<AcceptedLine.Subject>,
    in release: String,
    _ census: TribeCensus
  ) -> [Change] {
    let changes = removeLines { line in
      line.isOfShape() && line[.shipped] == nil && !subjects.contains(line.subject) && census.hasLookedAt(line.module)
    }
    // A doubt remains.
    for (index, line) in accepted.enumerated() where subjects.contains(line.subject) && line[.shipped] == nil {
      if line.subject.code != .unreadShape { accepted[index][.shipped] = release }
    }
    return changes
  }

  /// Removes the line of a shape.
  private mutating func drop(_ line: ShapeLine) -> Change {
    shapes.removeAll { $0.location == line.location }
    tail = line.leading + tail
    return .dropped(line.line)
  }

  /// Gives the lines of types that have other names these names.
  ///
  /// - Parameter census: The types in the sources.
  /// - Returns: The changes made.
  package mutating func moveShapes(to census: TribeCensus) -> [Change] {
    let judgement = ShapeJudgement(self, census)
    if judgement.moves.isEmpty { return [] }
    var names: [String: String] = [:]
    var modules: [String: (module: String, name: String)] = [:]
    for (former, current) in judgement.moves {
      guard let line = judgement.locked.lines(of: former).first, let type = judgement.types[current]?.first else {
        continue
      }
      modules[former] = (type.module, type.name)
      if line.name != type.name { names[line.name] = type.name }
      names[former] = current
    }
    let moved = Set(judgement.moves.values)
    var changes: [Change] = shapes.indices.compactMap { index in
      let line = shapes[index]
      shapes[index].shape = line.shape.renaming { names[$0] }
      shapes[index].shape.sort()
      if let (module, name) = modules[line.qualifiedName] {
        (shapes[index].module, shapes[index].name) = (module, name)
      }
      return shapes[index] == line ? nil : .updated(shapes[index].line, was: line.line)
    }
    // An earlier type of the new name that is gone gives way.
    for line in shapes where line[.removed] != nil && moved.contains(line.qualifiedName) {
      guard shapes.contains(where: { $0.location != line.location && $0.isTwin(of: line) }) else { continue }
      changes.append(drop(line))
    }
    changes += removeLines { $0.isOfShape() && moved.contains($0.qualifiedName) }
    for index in accepted.indices where accepted[index].isOfShape() {
      if let name = judgement.moves[accepted[index].subject.name] { accepted[index].subject.name = name }
    }
    for index in stored.indices {
      let line = stored[index]
      guard let (module, name) = modules[line.qualifiedName] else { continue }
      (stored[index].module, stored[index].name) = (module, name)
      changes.append(.updated(stored[index].line, was: line.line))
    }
    var known: Set<String> = []
    let twins = stored.filter { !known.insert($0.qualifiedName).inserted }
    stored.removeAll { line in twins.contains { $0.location == line.location } }
    tail = twins.flatMap(\.leading) + tail
    return changes
  }

  /// Adds a type to the list of those that are stored without conforming to `Stored`.
  ///
  /// - Parameters:
  ///   - name: The type with its module.
  ///   - census: The types in the sources, for which the type was listed.
  /// - Returns: The change made; nil if the list has the type already.
  /// - Throws: ``Failure`` if the sources do not have the type.
  mutating func list(_ name: String, in census: TribeCensus) throws(Failure) -> Change? {
    guard let type = census.types.first(where: { $0.qualifiedName == name && !$0.isUndeclared }) else {
      throw Failure("the sources have no type '\(name)'; give the type with its module, such as Model.Note")
    }
    if storedNames.contains(name) { return nil }
    let line = StoredLine(module: type.module, name: type.name, location: locationAfterAll)
    stored.append(line)
    return .locked(line.line, waits: false)
  }

  /// Adds the line of a shape and returns it.
  private mutating func addShape(of type: StoredType, release: ShapeLine.Release) -> String {
    var line = ShapeLine(
      module: type.module,
      name: type.name,
      release: release,
      shape: type.shape,
      location: locationAfterAll
    )
    line[.if] = type.condition
    shapes.append(line)
    return line.line
  }

  /// A location after all lines, so that no two lines share one.
  var locationAfterAll: Location {
    let lines: [any LockLine] = entries + accepted + stored + shapes
    let line = (lines.map(\.location.line).max() ?? 0) + 1
    return Location(file: Self.fileName, line: line, column: 1, codePointColumn: 1)
  }
}

extension StoredType {
  /// Whether the checked sources name the type and do not declare it.
  fileprivate var isUndeclared: Bool { unresolved.contains { $0.type == name && $0.location == location } }
}
