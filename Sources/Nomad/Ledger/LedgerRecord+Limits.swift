extension LedgerRecord {
  /// The most bytes of a module, an app's version or build, and the name of a checkpoint.
  public static let nameLimit = 1_024

  /// The most bytes of a key.
  public static let keyLimit = 4_096

  /// Checks that no text is longer than a ledger keeps: a ledger must never grow beyond what it can read.
  package func checkLimits() throws(NomadError) {
    var texts = [
      // A tribe that is known by its id alone has a name that shows the id, with escapes.
      ("key", key, Self.keyLimit), ("name", name, 2 * Self.keyLimit), ("module", module, Self.nameLimit),
      ("app version", appVersion, Self.nameLimit), ("build", build, Self.nameLimit),
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
  /// The most bytes that a ledger needs after this record to say how the attempt ended.
  var roomForEnd: Int {
    guard !kind.isEnd else { return 0 }
    // The texts and that of an error, of which each byte can be an escape, and the rest of the line. A rewrite needs a
    // line to say that records were left out.
    let texts = [key, name, module, appVersion].reduce(LedgerRecord.textLimit) { $0 + $1.utf8.count }
    return 2 * texts + 512
  }
}

extension LedgerRecord.Kind {
  /// Whether the record ends an attempt, or makes other records superfluous: there always has to be room for it.
  var isEnd: Bool {
    switch self {
    case .finished, .failed, .forgotten: true
    case .began, .marked, .checkpoint: false
    }
  }
}
