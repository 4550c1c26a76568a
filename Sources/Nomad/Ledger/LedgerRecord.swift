public import Foundation

/// One record of a ledger: something that happened to a tribe.
public struct LedgerRecord: Sendable {
  // One reference: histories, lines and seals hold many records.
  private let fields: Fields

  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The tribe was about to run.
    ///
    /// If neither ``finished`` nor ``failed(error:)`` follows, the process died while it ran.
    case began
    /// The tribe ran to its end; it is not run again.
    case finished
    /// The tribe threw, or was cancelled; the text is what it threw, cut to ``LedgerRecord/textLimit`` bytes.
    case failed(error: String)
    /// The tribe counts as one that ran to its end, and did not run, for a reason such as `baseline at 2.0.0`.
    case marked(reason: String)
    /// Whatever was recorded of the tribe before counts no more.
    case forgotten
    /// The tribe noted how far it has come: a name, and a value as JSON.
    case checkpoint(name: String, value: String)
  }

  /// What happened.
  public var kind: Kind { fields.kind }

  /// What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  public var key: String { fields.key }

  /// The type's qualified name at that time, without the module.
  public var name: String { fields.name }

  /// The module that declared the type; empty when it was not known.
  public var module: String { fields.module }

  /// When it happened, to the millisecond, by the device's clock.
  ///
  /// It is for people. Nothing is decided by it, as clocks can be set.
  public var date: Date { fields.date }

  /// How long the tribe had run, to the millisecond; zero when it began.
  public var duration: Duration { fields.duration }

  /// Which attempt at running the tribe it was, from 1, counted anew when the tribe has finished.
  public var attempt: Int { fields.attempt }

  /// The app's version then, as the app wrote it; empty if it had none.
  public var appVersion: String { fields.appVersion }

  /// What tells the build of the app from others, in a record of ``Kind/began``; empty if it is not known.
  public var build: String { fields.build }

  /// The most bytes of an error's text that are kept.
  public static let textLimit = 1_000

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - key: What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  ///   - name: The type's qualified name, without the module.
  ///   - module: The module that declares the type; empty when it is not known.
  ///   - date: When it happened. It is kept to the millisecond, in the years 1 to 9999.
  ///   - duration: How long the tribe had run. It is kept to the millisecond; a negative one counts as zero.
  ///   - attempt: Which attempt it was, from 1; a smaller number counts as 1.
  ///   - appVersion: The app's version; empty if it has none.
  ///   - build: What tells the build of the app from others; empty if it is not known. Only ``Kind/began`` keeps it.
  public init(
    _ kind: Kind = .finished,
    key: String,
    name: String,
    module: String = "",
    date: Date = Date(),
    duration: Duration = .zero,
    attempt: Int = 1,
    appVersion: String = "",
    build: String = ""
  ) {
    fields = Fields(
      kind.limited,
      key,
      name,
      module,
      Timestamp(date).date,
      .milliseconds(duration.wholeMilliseconds),
      max(1, attempt),
      appVersion,
      kind == .began ? build : ""
    )
  }
}

extension LedgerRecord {
  /// A record as it was written: the numbers are in their limits.
  init(
    read kind: Kind,
    key: String,
    name: String,
    module: String,
    timestamp: Timestamp,
    milliseconds: Int64,
    attempt: Int,
    appVersion: String,
    build: String
  ) {
    fields = Fields(
      kind.limited,
      key,
      name,
      module,
      timestamp.date,
      milliseconds == 0 ? .zero : .milliseconds(milliseconds),
      max(1, attempt),
      appVersion,
      build
    )
  }

  /// The record of something that has just happened to a tribe.
  init(
    _ kind: Kind,
    of entry: TribeRegistry.Entry,
    duration: Duration = .zero,
    attempt: Int,
    appVersion: String,
    build: String = ""
  ) {
    self.init(
      kind,
      key: entry.key,
      name: entry.name,
      module: entry.module,
      duration: duration,
      attempt: attempt,
      appVersion: appVersion,
      build: build
    )
  }
}

extension LedgerRecord {
  /// The record that the first start is over, and of the version of its baseline.
  static func start(reason: String, baseline: TribeVersion? = nil, appVersion: String) -> LedgerRecord {
    let key = LedgerKey.startPrefix + (baseline?.description ?? "")
    return LedgerRecord(.marked(reason: reason), key: key, name: "start", appVersion: appVersion)
  }

  /// The record of which older app can read the result of a tribe, or that none can; nil if the history says the same.
  static func readability(of entry: TribeRegistry.Entry, after history: LedgerHistory, appVersion: String)
    -> LedgerRecord?
  {
    guard entry.readableSince != history.readableSince[LedgerKey(entry.key)]?.version else { return nil }
    return LedgerRecord(
      entry.readableSince.map { .marked(reason: $0) } ?? .forgotten,
      key: LedgerKey.readablePrefix + entry.key,
      name: entry.name,
      module: entry.module,
      appVersion: appVersion
    )
  }

  /// Whether the record is of no tribe, but says that the first start is over.
  package var isStart: Bool { LedgerKey(key).isStart }
}

extension LedgerRecord.Kind {
  /// The same with no more text than is kept; whole characters only.
  fileprivate var limited: Self {
    switch self {
    case .failed(let error): .failed(error: Self.limited(error))
    case .marked(let reason): .marked(reason: Self.limited(reason))
    case .began, .finished, .forgotten, .checkpoint: self
    }
  }

  private static func limited(_ text: String) -> String {
    guard text.utf8.count > LedgerRecord.textLimit else { return text }
    var length = 0
    let kept = text.prefix { character in
      length += character.utf8.count
      return length <= LedgerRecord.textLimit - 3
    }
    return kept + "…"
  }

  /// Whether the tribe is done with for good, as far as the record says: true and false count, nil says nothing.
  var isDone: Bool? {
    switch self {
    case .finished, .marked: true
    case .forgotten: false
    case .began, .failed, .checkpoint: nil
    }
  }
}

extension Duration {
  /// The duration in milliseconds, at least 0 and as many as fit.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // A whole multiple of a second below the limit leaves room for the rest.
    let limit = Int64.max / 1000 - 1
    return min(seconds, limit) * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
