public import Foundation
package import NomadFormat

/// One record of a ledger: an event of a tribe, such as that it began or finished, or a fact about the data.
public struct LedgerRecord: Sendable {
  // One reference: histories, lines and seals hold many records.
  private let fields: Box<Fields>

  private struct Fields: Equatable {
    let kind: Kind
    let key: LedgerKey
    let name: String
    let module: String?
    let date: Date
    let duration: Duration
    let attempt: Int
    let appVersion: String?
    let build: String?
    let isOfRevert: Bool
  }

  /// The kind of a record: what happened to the tribe.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Equatable, Sendable {
    /// The tribe was about to run.
    ///
    /// If neither ``finished`` nor ``failed(error:)`` follows, the process died while it ran.
    case began
    /// The tribe ran to its end. It does not run again, unless its target is `.first` or `.always`, or `.whenChanged`
    /// and its source changes.
    case finished
    /// The tribe threw an error or was cancelled. The text is the error, cut to ``LedgerRecord/textLimit`` bytes.
    case failed(error: String)
    /// The tribe counts as finished but did not run, for a reason such as `baseline at 2.0.0`.
    case marked(reason: String)
    /// The tribe counts as finished, because the tribe with the key, which merges it, has finished.
    case merged(into: LedgerKey)
    /// All earlier records of the tribe are void.
    case forgotten
    /// The tribe saved its progress: a name, and a value as JSON.
    case checkpoint(name: String, value: String)
    /// The record is about no event of a tribe. Its ``LedgerRecord/key`` is empty.
    case fact(LedgerFact)

    /// Whether both kinds are the same, and their texts have the same bytes.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      switch (lhs, rhs) {
      case (.began, .began), (.finished, .finished), (.forgotten, .forgotten): true
      case (.failed(let text), .failed(let other)), (.marked(let text), .marked(let other)):
        ByteOrder.areSame(text, other)
      case (.checkpoint(let name, let value), .checkpoint(let otherName, let otherValue)):
        ByteOrder.areSame(name, otherName) && ByteOrder.areSame(value, otherValue)
      case (.merged(let key), .merged(let other)): key == other
      case (.fact(let fact), .fact(let other)):
        fact.word == other.word && fact.fields.elementsEqual(other.fields, by: ByteOrder.areSame)
      default: false
      }
    }
  }

  /// What happened.
  public var kind: Kind { fields.value.kind }

  /// The key of the tribe; empty in a record of a fact.
  public var key: LedgerKey { fields.value.key }

  /// The type's qualified name at the time, without the module.
  public var name: String { fields.value.name }

  /// The module that declared the type; nil if it is not known, as in a record made by hand.
  public var module: String? { fields.value.module }

  /// The time of the event by the device's clock, to the millisecond.
  ///
  /// It is for people. Nomad decides nothing by it, because clocks can be set.
  public var date: Date { fields.value.date }

  /// How long the attempt had lasted, to the millisecond; zero when the tribe began.
  ///
  /// It includes the time to add the record that the tribe began, and with it the record of the tribe before, if both
  /// are one write.
  public var duration: Duration { fields.value.duration }

  /// The number of the attempt to run the tribe, from 1.
  ///
  /// It starts again at 1 after the tribe has finished.
  public var attempt: Int { fields.value.attempt }

  /// The app's version at the time, as the app wrote it; nil if it had none.
  public var appVersion: String? { fields.value.appVersion }

  /// The identifier of the app's build, in a record of ``Kind/began``; nil if it is not known.
  public var build: String? { fields.value.build }

  /// Whether the record is of an attempt to revert the tribe: see `NomadReverting`.
  ///
  /// A record of ``Kind/forgotten`` then means that the tribe was reverted, unless ``Kind/began`` follows it at once.
  public var isOfRevert: Bool { fields.value.isOfRevert }

  /// The maximum length in bytes of an error's text.
  ///
  /// Longer texts are cut.
  public static let textLimit = 1_000

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - key: The key of the tribe.
  ///   - name: The type's qualified name, without the module.
  ///   - module: The module that declares the type; nil if it is not known.
  ///   - date: The time of the event. It is kept to the millisecond, in the years 1 to 9999.
  ///   - duration: How long the tribe had run. It is kept to the millisecond; a negative duration counts as zero.
  ///   - attempt: The number of the attempt, from 1; a smaller number counts as 1.
  ///   - appVersion: The app's version; nil if it has none.
  ///   - build: The identifier of the app's build; nil if it is not known. Only ``Kind/began`` keeps it.
  ///   - isOfRevert: Whether the attempt is to revert the tribe.
  public init(
    _ kind: Kind = .finished,
    key: LedgerKey,
    name: String,
    module: String? = nil,
    date: Date = Date(),
    duration: Duration = .zero,
    attempt: Int = 1,
    appVersion: String? = nil,
    build: String? = nil,
    isOfRevert: Bool = false
  ) {
    self.init(
      read: kind,
      key: key,
      name: name,
      module: module,
      timestamp: Timestamp(date),
      milliseconds: duration.wholeMilliseconds,
      attempt: attempt,
      appVersion: appVersion,
      build: kind == .began ? build : nil,
      isOfRevert: isOfRevert
    )
  }
}

extension LedgerRecord {
  /// Creates a record from stored values, whose numbers are within their limits.
  package init(
    read kind: Kind,
    key: LedgerKey,
    name: String,
    module: String?,
    timestamp: Timestamp,
    milliseconds: Int64,
    attempt: Int,
    appVersion: String?,
    build: String?,
    isOfRevert: Bool
  ) {
    // Ledgers store none as an empty text.
    let known = { (text: String?) in text == "" ? nil : text }
    fields = Box(
      Fields(
        kind: kind.limited,
        key: kind.isFact ? LedgerKey("") : key,
        name: name,
        module: known(module),
        date: timestamp.date,
        duration: milliseconds == 0 ? .zero : .milliseconds(milliseconds),
        // Larger numbers leave too little room to count on, and no ledger file may have them.
        attempt: min(max(1, attempt), Int.max / 2 - 1),
        appVersion: known(appVersion),
        build: known(build),
        isOfRevert: isOfRevert
      )
    )
  }

  /// Creates the record of something that has just happened to a tribe.
  init(
    _ kind: Kind,
    of entry: TribeRegistry.Entry,
    duration: Duration = .zero,
    attempt: Int,
    appVersion: String?,
    build: String? = nil
  ) {
    self.init(
      kind,
      key: entry.key,
      name: entry.name,
      module: entry.module,
      duration: duration,
      attempt: attempt,
      appVersion: appVersion,
      build: build,
      isOfRevert: entry.isReverting
    )
  }
}

extension LedgerRecord {
  /// Creates the record of a fact.
  package init(_ fact: LedgerFact, name: String, module: String? = nil, appVersion: String?, isOfRevert: Bool = false) {
    self.init(
      .fact(fact),
      key: LedgerKey(""),
      name: name,
      module: module,
      appVersion: appVersion,
      isOfRevert: isOfRevert
    )
  }

  /// The fact; nil for an event of a tribe.
  package var fact: LedgerFact? { if case .fact(let fact) = kind { fact } else { nil } }

  /// Whether the record is an event of a tribe.
  package var isOfTribe: Bool { fact == nil }

  /// A tribe, or something else that records are about.
  ///
  /// Of several facts about one subject, only the last counts.
  enum Subject: Hashable {
    case tribe(LedgerKey)
    case start
    case baseline(TribeVersion)
    case freshInstall(of: String?)
    case readability(of: LedgerKey)
    case restore
  }

  /// The subject of the record.
  var subject: Subject {
    switch fact {
    case nil: .tribe(key)
    case .started: .start
    case .baseline(let version, _, _): .baseline(version)
    case .fresh: .freshInstall(of: module)
    case .readable(let key, _): .readability(of: key)
    case .restoring: .restore
    }
  }

  /// Returns the record that the first start is over.
  package static func started(
    birth: TribeVersion? = nil,
    floors: [LedgerFact.Floor] = [],
    appVersion: String?,
    isOfRevert: Bool = false
  ) -> LedgerRecord {
    let fact = LedgerFact.started(birth: birth, floors: floors)
    return LedgerRecord(fact, name: "start", appVersion: appVersion, isOfRevert: isOfRevert)
  }

  /// Returns the record that the install is fresh, with its version, for the ledger before a `.first` tribe begins.
  static func fresh(_ version: TribeVersion, before first: TribeRegistry.Entry, appVersion: String?) -> LedgerRecord {
    LedgerRecord(.fresh(version), name: "start", module: first.module, appVersion: appVersion)
  }

  /// Returns the record that the data is being restored from a snapshot in a folder.
  package static func restoring(from folder: String) -> LedgerRecord {
    LedgerRecord(.restoring(folder: folder), name: "restore", appVersion: nil)
  }

  /// Returns the record of the oldest app that can read a tribe's result, or that no older app can; nil if the history
  /// already has it.
  static func readability(
    of entry: TribeRegistry.Entry,
    since version: TribeVersion? = nil,
    after history: LedgerHistory,
    appVersion: String?
  ) -> LedgerRecord? {
    // An older app makes such data again, or has no use for it.
    if entry.key.isChanged { return nil }
    let version = entry.readableSince ?? version
    guard version != history.readableSince[entry.key]?.readableVersion else { return nil }
    return LedgerRecord(
      .readable(entry.key, since: version),
      name: entry.name,
      module: entry.module,
      appVersion: appVersion
    )
  }

  /// The oldest app that can read a tribe's result, in the record of that; nil if no older app can.
  package var readableVersion: TribeVersion? {
    if case .readable(_, let version) = fact { version } else { nil }
  }
}

extension LedgerRecord.Kind {
  /// The same kind with its text cut to the limit, in whole characters.
  var limited: Self {
    switch self {
    case .failed(let error): .failed(error: Self.limited(error))
    case .marked(let reason): .marked(reason: Self.limited(reason))
    case .began, .finished, .merged, .forgotten, .checkpoint, .fact: self
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

  /// Whether the record is about no event of a tribe.
  fileprivate var isFact: Bool { if case .fact = self { true } else { false } }

  /// Whether the tribe counts as finished after this record; nil if the record does not change that.
  package var isDone: Bool? {
    switch self {
    case .finished, .marked, .merged: true
    case .forgotten: false
    case .began, .failed, .checkpoint, .fact: nil
    }
  }
}

extension Duration {
  /// The duration in milliseconds, at least 0 and clamped to 64 bits.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // A limit below the maximum by one second leaves room for the fraction.
    let limit = Int64.max / 1000 - 1
    return min(seconds, limit) * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

extension LedgerRecord: Hashable {
  /// Whether all values of both records are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.fields.value == rhs.fields.value
  }

  /// Hashes the values that usually differ between records.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(date)
    hasher.combine(attempt)
  }
}

extension LedgerRecord {
  /// The maximum length in bytes of a module's name, an app's version or build, and a checkpoint's name.
  public static let nameLimit = 1_024

  /// The maximum length in bytes of a key.
  public static let keyLimit = 4_096

  /// Checks the lengths of all texts, because a ledger must never grow beyond the size that can be read.
  package func checkLimits() throws(NomadError) {
    func check(_ what: String, _ text: String?, limit: Int) throws(NomadError) {
      if let text, text.utf8.count > limit { throw .textTooLong(what, text, limit: limit) }
    }
    try check("key", key.description, limit: Self.keyLimit)
    // A tribe that is known by its id alone has a name that contains the id with escapes.
    try check("name", name, limit: 2 * Self.keyLimit)
    try check("module", module, limit: Self.nameLimit)
    try check("app version", appVersion, limit: Self.nameLimit)
    try check("build", build, limit: Self.nameLimit)
    switch kind {
    case .checkpoint(let name, let value):
      try check("checkpoint's name", name, limit: Self.nameLimit)
      try check("checkpoint", value, limit: TribeAttempt.valueLimit)
    case .fact(let fact):
      for text in fact.fields { try check("fact", text, limit: Self.keyLimit) }
    case .began, .finished, .failed, .marked, .merged, .forgotten: break
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
    case .finished, .merged, .failed, .forgotten: true
    case .fact(let fact): fact.isVoid
    case .began, .marked, .checkpoint: false
    }
  }
}
