import Nomad

extension NomadError {
  static func illegalVersionToRevertTo(_ text: String, _ error: TargetError) -> NomadError {
    NomadError(
      .notRevertible,
      sentence("The version to go back to, \(text.debugDescription), is illegal: \(error)"),
      advice: "Nothing was reverted. Write a version such as 2.0.0.",
      underlying: error
    )
  }

  static func irrevertibleTribe(_ tribe: TribeRegistry.Entry, keptAt version: String) -> NomadError {
    cannotRevert(
      "\(tribe), because its type does not conform to RevertibleTribe",
      "Conform it, or go back to \(version)."
    )
  }

  /// The error for a tribe that another release began, and whose changes may or may not have been rolled back.
  static func uncertainTribe(_ tribe: TribeRegistry.Entry) -> NomadError {
    cannotRevert(
      "\(tribe), because another release began it, in which it may have had no transaction",
      "Revert with that release, or call migrate() first. If you have seen that the data is as it was, forget the tribe."
    )
  }

  static func contractTribe(_ tribe: TribeRegistry.Entry, keptAt version: String) -> NomadError {
    cannotRevert(
      "\(tribe), because it is a contract tribe, which removes a shape of the data for good",
      "Go back to \(version), or restore a backup of the data."
    )
  }

  static func markedTribe(
    _ tribe: TribeRegistry.Entry,
    _ record: LedgerRecord,
    _ reason: String,
    keptAt version: String
  ) -> NomadError {
    let part = record.key == tribe.key ? "it never ran: it" : "a part of it never ran: \(record.key.text)"
    return cannotRevert("\(tribe), because \(part) was marked as done (\(reason))", "Go back to \(version).")
  }

  /// The error for a `.first` or an `.always` tribe that declares that older apps cannot read its result.
  static func repeatedTribe(_ tribe: LedgerRecord, _ since: String) -> NomadError {
    cannotRevert(
      "\(tribe.name) (\(tribe.key)), which runs again and again, and whose result only version \(since) and later can read",
      "Go back to \(since) or a newer version."
    )
  }

  static func mergingTribe(_ tribe: TribeRegistry.Entry, isDone: Bool) -> NomadError {
    cannotRevert(
      "\(tribe), because only a part of the work that it merges would have to be undone",
      (isDone ? "Go back" : "Let the tribe finish first. Then go back")
        + " to a version below all that it merges, or to a version that has it."
    )
  }

  static func heldTribe(_ tribe: TribeRegistry.Entry, _ key: LedgerKey) -> NomadError {
    cannotRevert("\(tribe), because the policy keeps it on hold", "Remove \(key) from the policy's hold.")
  }

  static func unknownTribe(_ record: LedgerRecord) -> NomadError {
    cannotRevert(
      "\(record.name) (\(record.key)), because the registry does not have it",
      "Revert with the version of the app that ran it."
    )
  }

  static func beforeOldest(_ version: TribeVersion, _ oldest: TribeVersion) -> NomadError {
    NomadError(
      .notRevertible,
      "Nomad cannot go back to \(version.text), because this release supports only data of \(oldest.text) and later.",
      advice: "Nothing was reverted. Go back to \(oldest.text), and then further with a release of that version."
    )
  }

  static func kept(_ reason: String, _ version: TribeVersion) -> NomadError {
    NomadError(
      .notRevertible,
      sentence("Nothing can go back to \(version) now: \(reason)"),
      advice: "Nothing was reverted."
    )
  }

  private static func cannotRevert(_ tribe: String, _ advice: String) -> NomadError {
    NomadError(.notRevertible, "Nomad cannot revert \(tribe).", advice: "Nothing was reverted. \(advice)")
  }
}
