import NomadSyntax
package import NomadTargets

/// The shapes of a release lock, by type.
package struct LockedShapes {
  package typealias Line = ReleaseLock.ShapeLine

  /// The lines of each type with its module, sorted by release.
  package let lines: [String: [Line]]

  package init(_ lines: [Line]) {
    self.lines = Dictionary(grouping: lines, by: \.qualifiedName).mapValues { $0.sorted() }
  }

  /// Returns the lines that describe a type in a release, one for each build that differs.
  ///
  /// - Parameters:
  ///   - type: The type with its module.
  ///   - version: The release; nil for the newest one.
  /// - Returns: The lines of the newest releases that are not above the version; none if there are no such lines.
  package func lines(of type: String, at version: TribeVersion? = nil) -> [Line] {
    var found: [Line] = []
    for line in lines[type, default: []].reversed() {
      let release = line.release.version
      guard version.map({ release <= $0 }) ?? true else { continue }
      // A release that had the type in other builds replaced all lines of the releases before it.
      let isReplaced = found.contains { newer in
        newer.release.version != release && (newer[.if] == nil || line[.if] == nil || newer.isInSameBuilds(as: line))
      }
      if !isReplaced { found.append(line) }
    }
    return found
  }

  /// Returns the line that describes a type in the oldest release that is known.
  func oldest(of type: String) -> [Line] {
    guard let oldest = lines[type, default: []].map(\.release.version).min() else { return [] }
    return lines(of: type, at: oldest)
  }
}

extension ReleaseLock.ShapeLine {
  /// The facts of the line to which an acceptance is bound.
  var facts: String { "\(release.version.text) \(shape.facts(in: self[.if]))" }

  /// Whether both lines are about the same builds.
  package func isInSameBuilds(as other: Self) -> Bool { ReleaseLock.Entry.isSame(self[.if], other[.if]) }

  /// Whether the line is about the builds of a type in the sources.
  package func isInSameBuilds(as type: StoredType) -> Bool { ReleaseLock.Entry.isSame(self[.if], type.condition) }

  /// Whether some build can have both the type of the line and a type in the sources.
  func canBeInBuilds(of type: StoredType) -> Bool {
    Condition.canHold([self[.if], type.condition].compactMap(\.self).map(Condition.init(text:)))
  }
}

extension StoredType {
  /// The facts of the type to which an acceptance is bound.
  var facts: String { shape.facts(in: condition) }

  /// The type's name with its module, as messages and the command line write it.
  package var qualifiedName: String { ReleaseLockIdentity.qualifiedName(of: name, in: module) }
}

extension Shape {
  /// The text of the shape with the condition of its builds; the spaces of the condition do not matter.
  fileprivate func facts(in condition: String?) -> String { "\(text) \(condition?.filter { $0 != " " } ?? "")" }
}
