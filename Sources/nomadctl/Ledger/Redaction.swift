#if Nomadctl
  import Nomad

  /// Takes out of records what may be a user's: what a tribe threw, what it noted, and why something was marked.
  ///
  /// In its place stands a label. Equal texts have equal labels, so that one still sees whether an error came again or
  /// a checkpoint went on, and nothing of the text is in the label, not even its length or a hash. Names, modules,
  /// targets and versions are the app's words, and stay: without them a ticket says nothing.
  struct Redaction {
    private var labels: [String: [String: Int]] = [:]

    /// The record without such texts.
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
