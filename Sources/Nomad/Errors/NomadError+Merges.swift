extension NomadError {
  /// Returns the error in the tribes that replace others; nil if there is none.
  static func merge(in entries: [TribeRegistry.Entry]) -> NomadError? {
    guard entries.contains(where: { !$0.merged.isEmpty }) else { return nil }
    let tribes = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
    var merging: [LedgerKey: TribeRegistry.Entry] = [:]
    for entry in entries {
      for merged in entry.merged {
        if !entry.position.isOfOneRun {
          return mergedTribe(
            "\(entry) cannot merge other tribes, because it does not run once only.",
            "Give it a version or a once-id."
          )
        }
        if merged.key != entry.key, let other = tribes[merged.key] {
          return mergedTribe(
            "\(entry) merges \"\(merged.text)\", which is the target of \(other).",
            "Remove \(other.name), or remove its target from `merges`."
          )
        }
        if merged.key != entry.key, !(merged.position < entry.position) {
          return mergedTribe(
            "\(entry) merges \"\(merged.text)\", which comes after it in the order.",
            "Give \(entry.name) a target after those of all tribes that it merges."
          )
        }
        if let other = merging.updateValue(entry, forKey: merged.key) {
          return mergedTribe(
            "\"\(merged.text)\" is merged twice: by \(other) and by \(entry).",
            "Remove it from one of the lists."
          )
        }
      }
    }
    return nil
  }

  private static func mergedTribe(_ message: String, _ advice: String) -> NomadError {
    NomadError(.mergedTribe, message, advice: "Nothing was run. " + advice)
  }

  static func illegalMerge(of tribe: String, _ error: TargetError) -> NomadError {
    NomadError(
      .mergedTribe,
      sentence("\(tribe) merges a tribe that is neither a version nor a once-id: \(error)"),
      advice: "Write the version as the target of the merged tribe has it, or its once-id.",
      underlying: error
    )
  }

  /// The error for a tribe that is done although a tribe that it merges is not.
  static func targetHadShipped(_ tribe: TribeRegistry.Entry, _ open: [TribeRegistry.Entry.Merged]) -> NomadError {
    let texts = open.map { "\"\($0.text)\"" }.joined(separator: ", ")
    return NomadError(
      .mergedTribe,
      "The ledger has \(tribe) as done, but not what it merges: \(texts).",
      advice: "Nothing was run. If a tribe with this target had shipped before, add the target itself to `merges`, and "
        + "guard its part with TribeAttempt.wasDone(_:). If a person changed the ledger, mark or forget all of them."
    )
  }

  /// The error for a question about a tribe that the running one does not merge.
  static func notMerged(_ text: String, by tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .mergedTribe,
      "\(tribe) asks whether \"\(text)\" was done, but does not merge it.",
      advice: "Add \"\(text)\" to the tribe's `merges`, or correct the text."
    )
  }
}
