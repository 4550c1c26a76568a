internal import Nomad
internal import NomadTargets

extension NomadError {
  /// The error for records that the app named and that do not exist.
  static func predecessorMissing(_ name: String, _ missing: Predecessor.State.Missing) -> NomadError {
    let targets = missing.targets.map { "\($0)" }.joined(separator: ", ")
    return NomadError(
      .predecessorUnreadable,
      "The records of \(name) were not found: \(missing.place) does not exist, but the data does.",
      advice:
        "Nothing was run, because \(name) may have done the work of tribes\(targets.isEmpty ? "" : ": \(targets)"). "
        + "Correct the name. If \(name) has never run here, leave the predecessor out."
    )
  }

  /// The error for finished migrations that no tribe replaces.
  static func predecessorWithoutTribe(_ name: String, _ places: [String]) -> NomadError {
    let list = places.map(\.debugDescription).joined(separator: ", ")
    return NomadError(
      .predecessorUnreadable,
      "\(name) has done \(list), and no tribe has \(places.count == 1 ? "that target" : "these targets").",
      advice:
        "Nothing was run, because a tribe with another target could do it again. Give the predecessor the target of "
        + "the tribe that does the same, or nil if there is none."
    )
  }

  /// The error for a target that a predecessor must not report.
  static func predecessorReports(_ target: TribeTarget, _ name: String, _ reason: String, _ legal: String) -> NomadError
  {
    NomadError(
      .predecessorUnreadable,
      "The predecessor \(name) reports \(target), which \(reason).",
      advice: "Nothing was run. Return \(legal)."
    )
  }
}
