extension NomadError {
  static func duplicateTarget(_ one: TribeRegistry.Entry, _ other: TribeRegistry.Entry) -> NomadError {
    guard one != other else {
      return NomadError(
        .duplicateTarget,
        "\(one.qualifiedName), with the target \(one.target), is in the registry twice.",
        advice: "List each tribe once, and combine each registry once."
      )
    }
    let place: String =
      switch one.position {
      case .version(let version): "have version \(version.text)"
      default: "have the target \(one.target)"
      }
    return NomadError(
      .duplicateTarget,
      "\(one.qualifiedName) and \(other.qualifiedName) both \(place).",
      advice: "Give one of them a target of its own, such as the sub-migration .dotted(\"1.1-1\") after 1.1."
    )
  }

  /// The error for a `.first` tribe that the ledger postpones.
  static func firstPostponed(_ tribe: TribeRegistry.Entry, _ reason: String) -> NomadError {
    NomadError(
      .postponed,
      "\(tribe) has to wait: \(reason).",
      advice: "Nothing was run, because a tribe with a version would supersede it. The next run tries again."
    )
  }

  /// The error for a tribe that requires itself, directly or through other tribes.
  static func requiresItself(_ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .requiredTribe,
      "\(tribe) requires itself, directly or through other tribes.",
      advice: "Nothing was run. Remove one of the tribes from `requires`."
    )
  }

  /// The error for a tribe that would run before one with an earlier place, because a tribe requires it.
  static func requiresLater(_ other: TribeRegistry.Entry, before tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .requiredTribe,
      "\(other) would run before \(tribe), because a tribe requires it. If the run stopped then, \(tribe.name) might "
        + "never run.",
      advice: "Nothing was run. Remove the requirement, or give \(tribe.name) a later version."
    )
  }

  static func requiresUnknown(_ name: String, _ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .requiredTribe,
      "\(tribe) requires \(name), which is not in the registry.",
      advice: "Nothing was run. Add the registry of \(name)'s module with TribeRegistry(combining:)."
    )
  }

  /// The error for a tribe that requires a tribe that has not run and does not run now.
  static func requires(_ name: String, _ tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .requiredTribe,
      "\(tribe) was not started: it requires \(name), which has not run and does not run now.",
      advice: "The tribes before \(tribe.name) are recorded. The plan gives the reason why \(name) does not run."
    )
  }

  /// The error for a key of a tribe, or of one that it merges, that is recorded for a tribe of another module.
  static func otherModule(_ module: String, _ key: LedgerKey, of entry: TribeRegistry.Entry) -> NomadError {
    let merged = entry.merged.first { $0.key == key && key != entry.key }
    let record = merged.map { "\"\($0.text)\", which \(entry.name) merges," } ?? entry.target.description
    return NomadError(
      .recordedByOtherModule,
      "The ledger's record of \(record) belongs to a tribe of the module \(module). "
        + "It does not show whether \(merged.map { "\"\($0.text)\" of \(entry.module)" } ?? entry.qualifiedName) ran.",
      advice: otherModuleAdvice(module)
    )
  }

  /// The error for records of other modules that would decide which tribes of the registry run.
  static func otherModules(_ modules: [String], _ own: Set<String>) -> NomadError {
    let recorded = modules.joined(separator: ", ")
    return NomadError(
      .recordedByOtherModule,
      "Records of other modules (\(recorded)) would decide which tribes of the registry "
        + "(\(ByteOrder.sorted(own).joined(separator: ", "))) run.",
      advice: otherModuleAdvice(recorded)
    )
  }

  private static func otherModuleAdvice(_ module: String) -> String {
    "Nothing was run. If two modules migrate by themselves, give each a ledger of its own. If tribes were moved or their "
      + "module was renamed, add \(module) to the policy's formerModules."
  }

  package static func illegalTarget(of tribe: String, _ error: TargetError) -> NomadError {
    NomadError(
      .illegalTarget,
      sentence("The target of \(tribe) is illegal: \(error)"),
      advice: "Correct the target.",
      underlying: error
    )
  }

  /// The error for a target whose tribes no ledger remembers as done.
  package static func notRemembered(_ target: TribeTarget) -> NomadError {
    NomadError(
      .illegalTarget,
      "A ledger cannot record as done a tribe with the target \(target).",
      advice:
        "Name a version or a once-id. A .first runs until a version is recorded, a .whenChanged whenever its source "
        + "changes, and an .always every time."
    )
  }

  /// The error for a `.whenChanged` tribe of which no checksum is known.
  package static func sourceUnknown(of tribe: String, _ target: TribeTarget) -> NomadError {
    NomadError(
      .illegalTarget,
      sentence("The tribe \(tribe) has the target \(target), and the checksum of its source is not known"),
      advice: "Use the registry that the build generates, or a closure: Nomad.migration(\(target), source: …)."
    )
  }

  /// The error for a run up to a tribe that the registry does not have.
  static func unknownEnd(_ key: LedgerKey) -> NomadError {
    NomadError(
      .unknownTarget,
      "No tribe has the target \(key.text), up to which the run should go.",
      advice: "Nothing was run. Give the target of a tribe in the registry."
    )
  }

  /// The error for a run up to a tribe after which another one has already run.
  static func beyondEnd(_ end: TribeRegistry.Entry, _ newer: String) -> NomadError {
    NomadError(
      .beyondTarget,
      "The data is already beyond \(end): \(newer) counts as done.",
      advice:
        "Nothing was run, because a tribe is not undone. Begin with older data. What the policy "
        + "or a predecessor marks at a first start counts, too."
    )
  }

  static func illegalBaseline(_ error: TargetError) -> NomadError {
    NomadError(
      .illegalBaseline,
      sentence("The baseline is not a version that can be compared: \(error)"),
      advice: "Nothing was run. Give a version of numbers, such as \"2.1\" or \"2.1.0\", as the policy's baseline.",
      underlying: error
    )
  }

  package static func predecessorUnreadable(_ name: String, _ error: any Error) -> NomadError {
    NomadError(
      .predecessorUnreadable,
      sentence("The records of \(name) could not be read: \(words(of: error))"),
      advice: "Nothing was run, because this may not be a fresh install. Decide how to treat such data: with the "
        + "argument `unreadable` of a predecessor that reads a version, or with a custom Predecessor.",
      underlying: error
    )
  }

  /// The error for tribes without a record that are below the version of a predecessor.
  static func predecessorOverlaps(
    _ name: String,
    _ version: TribeVersion,
    _ tribes: [String]
  ) -> NomadError {
    NomadError(
      .predecessorUnreadable,
      "\(name) reached version \(version.text). The ledger does not show whether it did the work of "
        + tribes.joined(separator: ", ") + ".",
      advice: "Nothing was run, because the work could be done twice. Before migrate(), mark each tribe whose work is "
        + "done: import NomadRepair, and call markAsDone(_:reason:appVersion:) of the ledger. If the others must run, "
        + "name \(name) as a predecessor only while the ledger's history isFirstStart."
    )
  }

  static func newerBaseline(_ baseline: TribeVersion, _ current: TribeVersion) -> NomadError {
    NomadError(
      .illegalBaseline,
      "The baseline \(baseline.text) is newer than the app's version \(current.text).",
      advice: "Nothing was run. Give the version that the data has, which cannot be newer than the app."
    )
  }

  static func illegalCurrentVersion(_ error: TargetError) -> NomadError {
    NomadError(
      .illegalCurrentVersion,
      sentence("The app's current version is not a version: \(error)"),
      advice: "Give a version of numbers, such as \"2.1\" or \"2.1.0\", as the current version.",
      underlying: error
    )
  }

  static func lateTribes(_ tribes: [TribeRegistry.Entry]) -> NomadError {
    NomadError(
      .lateTribe,
      "These tribes have not finished, although a newer version is recorded: "
        + tribes.map(\.description).joined(separator: ", ") + ".",
      advice: "Nothing was run. Decide whether they may still run, then set late: .run or late: .skip in the policy."
    )
  }
}
