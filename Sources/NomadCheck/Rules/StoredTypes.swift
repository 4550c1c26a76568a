import NomadGenCore
import NomadSyntax
import NomadTargets

/// The rules about stored types: their shape does not change without a migration.
enum StoredTypeRules {
  static func findings(_ lock: ReleaseLock, _ judgement: ShapeJudgement) -> [Finding] {
    let newest = lock.newestRelease ?? ""
    return judgement.changes.flatMap { findings($0, newest, judgement) }
      + judgement.lost.map { lost($0, newest, judgement) } + judgement.liveTypes.map { live($0, newest) }
  }

  private static func findings(_ change: ShapeJudgement.Change, _ newest: String, _ judgement: ShapeJudgement)
    -> [Finding]
  {
    let name = change.type.qualifiedName
    let root = change.unmigrated.first ?? name
    let isPrivate = judgement.declared(root).contains(where: \.isPrivate)
    let access = isPrivate ? "give '\(lastName(root))' more access, because a tribe has to list it, and " : ""
    let tribe = "\(access)write a tribe: 'swift package nomad new VERSION --for \(typeName(root))'"
    let users = change.isOlder ? "users of \(change.line.release.text)" : "users up to \(newest)"
    let changed = (change.isMigrated ? [] : change.differences).map { difference in
      let statement = difference.statement.flatMap { change.type.statements[$0] }
      let reading = statement.map { "the check cannot tell what '\($0.text)' reads, and " } ?? ""
      return Finding(
        severity: difference.isReadable ? .warning : .error,
        code: difference.isReadable ? .shapeChange : .unmigratedShape,
        message: "\(users) have '\(name)' \(difference.values), and \(difference.effect.text)",
        location: statement?.location ?? difference.change.member.flatMap { change.type.places[$0] }
          ?? change.type.location,
        related: [change.line.note],
        impact: reading + impact(change),
        remedy: "\(remedy(difference, tribe)), \(ReleaseLockIdentity.acceptance(of: name))"
      )
    }
    let doubtful = change.doubts.map { doubt in
      Finding(
        severity: .warning,
        code: .unreadShape,
        message: "the shape of '\(name)' is not certain: \(doubt.reason)",
        location: doubt.location,
        impact: "a change there could make old data unreadable, and no check would find it",
        remedy: "write the type, or check its module too, \(ReleaseLockIdentity.acceptance(of: name))"
      )
    }
    return changed + doubtful
  }

  private static func impact(_ change: ShapeJudgement.Change) -> String {
    if let migration = change.migrations.first(where: { $0.version != nil }), let version = migration.version {
      return "tribe '\(migration.tribe.identity.qualifiedName)' waits for \(version.text), so users of this release do "
        + "not run it"
    }
    if let migration = change.migrations.first(where: { $0.passed != nil }), let release = migration.passed {
      return "tribe '\(migration.tribe.identity.qualifiedName)' is not above \(release), so users of that release do "
        + "not run it"
    }
    if let migration = change.migrations.first {
      return "tribe '\(migration.tribe.identity.qualifiedName)' migrates their data only if "
        + (Condition.name(of: migration.conditions) ?? "")
    }
    let lists = change.unmigrated.map { "'\(lastName($0))'" }.joined(separator: " or ")
    return "no new tribe has \(lists) in its 'migrates', so nothing migrates their data"
  }

  private static func remedy(_ difference: ShapeDifference, _ tribe: String) -> String {
    if let former = difference.former, let member = difference.change.member {
      let key = "keep its key with 'case \(SwiftType.spelled([member])) = \(former.key.swiftLiteral)' in CodingKeys"
      if case .renamed = difference.change {
        return "'\(member)' looks like a new name of '\(former.name)': \(key), or \(tribe)"
      }
      let optional = difference.isReadable ? "" : "make it optional or "
      return "if '\(member)' is a new name of '\(former.name)', \(key), or else \(optional)\(tribe)"
    }
    switch difference.change {
    case .removed where difference.isReadable, .recoded(_, _, _, false) where difference.isReadable:
      return "if that is not intended, restore it, or \(tribe)"
    case _ where difference.isReadable: return "if that is not intended, \(tribe)"
    case .added: return "make it optional, or \(tribe)"
    case .renamed, .rekeyed, .revalued: return "keep the old key or raw value, or \(tribe)"
    case .removed, .retyped, .reshaped: return "restore it, or \(tribe)"
    case .recoded: return "decide whether init(from:) reads them, and if not, read both forms or \(tribe)"
    }
  }

  private static func lost(_ lost: ShapeJudgement.Lost, _ newest: String, _ judgement: ShapeJudgement) -> Finding {
    let (name, successors) = (lost.qualifiedName, lost.successors)
    let unlisted = successors.first { judgement.types[$0] == nil }
    let gone =
      lost.isListed
      ? "which the lock lists and the sources no longer declare" : "which the sources no longer store"
    let (fact, impact): (String, String) =
      if let difference = lost.difference {
        ("\(difference.values), and the sources no longer mark it as stored", difference.effect.text)
      } else if !successors.isEmpty {
        (gone, "\(successors.map { "'\($0)'" }.joined(separator: " or ")) may be its new name")
      } else if lost.type != nil {
        ("which the sources no longer mark as stored", "the check would miss the next change of the type")
      } else if lost.isListed {
        (gone, "a type of another name may read their data")
      } else {
        (gone, "nothing reads or removes their data")
      }
    let isMarkGone = lost.difference != nil || lost.type != nil && successors.isEmpty
    let remedy =
      isMarkGone
      ? "conform it to Stored"
      : unlisted != nil || lost.isListed && successors.isEmpty
        ? "give its new name with 'swift run nomad-gen --stored \(unlisted.map(ReleaseLockIdentity.written) ?? "MODULE.NAME")'"
        : "restore the type, write a tribe that moves or removes the data"
    return Finding(
      severity: lost.subject.code == .unmigratedShape ? .error : .warning,
      code: lost.subject.code,
      message: "users up to \(newest) have '\(name)'\(lost.difference == nil ? "," : "") \(fact)",
      location: isMarkGone ? lost.type?.location ?? lost.line.location : lost.line.location,
      related: isMarkGone ? [lost.line.note] : [],
      impact: impact,
      remedy: "\(remedy), \(ReleaseLockIdentity.acceptance(of: name))"
    )
  }

  private static func live(_ live: ShapeJudgement.LiveType, _ newest: String) -> Finding {
    let (tribe, mentioned) = (live.tribe.identity, live.mention.type)
    let use = "tribe '\(tribe.qualifiedName)' uses '\(mentioned)' as it is now"
    let copy = ReleaseLockIdentity.written(typeName(mentioned))
    let release = live.release.map { " --release \($0)" } ?? ""
    let freeze = "swift package nomad freeze \(copy)\(release) --into \(ReleaseLockIdentity.written(tribe.name))"
    let users =
      live.entry.map { "users of versions before \($0.firstRun)" }
      ?? "users up to \(newest)"
    let type = live.change.flatMap { $0.type.qualifiedName == mentioned ? nil : "'\($0.type.qualifiedName)' " } ?? "it "
    return Finding(
      severity: live.change == nil ? .warning : .error,
      code: .liveType,
      message: use + (live.change.map { ", but \(users) have \(type)\($0.difference.values)" } ?? ""),
      location: live.mention.location,
      related: [live.entry?.note, live.change?.line.note].compactMap(\.self),
      impact: live.change.map { "in their data, \($0.difference.effect.text)" }
        ?? "the next change of '\(lastName(mentioned))' changes what the tribe does",
      remedy: "use a private copy, which '\(freeze)' writes, \(tribe.acceptance)"
    )
  }

  /// Returns a type's name without its module.
  private static func typeName(_ name: String) -> String {
    name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name
  }

  private static func lastName(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension ReleaseLock.ShapeLine {
  /// A note that leads from a finding in the sources to the line.
  fileprivate var note: Finding.Note {
    Finding.Note(message: "its shape in \(release.text) is recorded here", location: location)
  }
}
