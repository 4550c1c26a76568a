extension LedgerRecord {
  /// The maximum length in bytes of a module's name, an app's version or build, and a checkpoint's name.
  public static let nameLimit = 1_024

  /// The maximum length in bytes of a key.
  public static let keyLimit = 4_096

  /// Checks the lengths of all texts, because a ledger must never grow beyond the size that can be read.
  package func checkLimits() throws(NomadError) {
    var texts = [
      // A tribe that is known by its id alone has a name that contains the id with escapes.
      ("key", key.description, Self.keyLimit), ("name", name, 2 * Self.keyLimit),
      ("module", module ?? "", Self.nameLimit),
      ("app version", appVersion ?? "", Self.nameLimit), ("build", build ?? "", Self.nameLimit),
    ]
    if case .checkpoint(let name, let value) = kind {
      texts += [("checkpoint's name", name, Self.nameLimit), ("checkpoint", value, TribeAttempt.valueLimit)]
    }
    for (what, text, limit) in texts where text.utf8.count > limit {
      throw .textTooLong(what, text, limit: limit)
    }
  }
}

extension LedgerRecord {
  /// The number of bytes that a ledger needs after this record to record how the attempt ended.
  var roomForEnd: Int {
    guard !kind.isEnd else { return 0 }
    // All texts, including an error's, where each byte may need an escape, plus the rest of the line. A rewrite also
    // needs a line that marks the compaction.
    let texts = [key.description, name, module ?? "", appVersion ?? ""]
      .reduce(LedgerRecord.textLimit) { $0 + $1.utf8.count }
    return 2 * texts + 512
  }
}

extension LedgerRecord.Kind {
  /// Whether the record ends an attempt or makes other records redundant.
  ///
  /// There must always be room for such a record.
  var isEnd: Bool {
    switch self {
    case .finished, .failed, .forgotten: true
    case .began, .marked, .checkpoint: false
    }
  }
}
