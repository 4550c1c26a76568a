#if Nomadctl
  import Nomad

  /// A redaction of records: it removes texts that may contain a user's data.
  ///
  /// Those are the errors that tribes threw, their checkpoints, and the reasons of marks. A label replaces each of
  /// them. Equal texts have equal labels, so that a reader can see whether an error came again or a checkpoint
  /// advanced. A label contains nothing of its text, not even the length or a hash. Names, modules, targets and
  /// versions are the app's own words and stay, because a support ticket would be useless without them.
  struct Redaction {
    private var labels: [String: [String: Int]] = [:]

    /// Returns the record with labels in place of such texts.
    mutating func redacted(_ record: LedgerRecord) -> LedgerRecord {
      let kind: LedgerRecord.Kind =
        switch record.kind {
        case .began, .finished, .forgotten: record.kind
        case .failed(let error): .failed(error: label("error", error))
        case .marked(let reason): .marked(reason: label("reason", reason))
        case .checkpoint(let name, let value):
          .checkpoint(name: label("checkpoint", name), value: label("value", value))
        }
      return LedgerRecord(
        kind,
        key: record.key,
        name: record.name,
        module: record.module,
        date: record.date,
        duration: record.duration,
        attempt: record.attempt,
        appVersion: record.appVersion,
        build: record.build
      )
    }

    private mutating func label(_ what: String, _ text: String) -> String {
      let known = labels[what, default: [:]]
      let number = known[text] ?? known.count + 1
      labels[what, default: [:]][text] = number
      return "<\(what) \(number)>"
    }
  }
#endif
