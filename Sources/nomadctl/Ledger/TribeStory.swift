#if Nomadctl
  import Foundation
  import Nomad

  /// What a ledger says of one tribe.
  struct TribeStory {
    /// How it stands with a tribe.
    enum State: String {
      case finished, marked, failed, interrupted, forgotten
      /// An attempt began, and nobody can tell whether it is being made or its process died.
      case unfinished
      /// Nothing is recorded but how far it came.
      case unknown
    }

    let key: LedgerKey
    private(set) var name: String
    private(set) var module: String
    private(set) var state = State.unknown

    /// The last record, but for a checkpoint.
    private(set) var last: LedgerRecord
    /// How often it finished.
    private(set) var finishes = 0
    /// What began and did not end, the death of a process.
    private(set) var deaths: [LedgerRecord] = []
    /// What it threw, in the order in which it did.
    private(set) var failures: [LedgerRecord] = []
    /// The versions of the app that had to do with it, in that order.
    private(set) var appVersions: [String] = []
    /// What was tried since it finished last, or since ever.
    private(set) var attempts: LedgerHistory.Attempts

    private var open: LedgerRecord?

    /// The tribes of a history, in migration order.
    ///
    /// - Parameters:
    ///   - history: What a ledger says, or what is left of it.
    ///   - isOver: Whether no run writes the ledger now.
    /// - Returns: The tribes, each with what is recorded of it.
    static func all(in history: LedgerHistory, isOver: Bool) -> [TribeStory] {
      var (stories, places) = ([TribeStory](), [LedgerKey: Int]())
      let attempts = history.attemptsByKey
      for record in history.records {
        let key = LedgerKey(record.key)
        guard key.isOfTribe, let attempts = attempts[key] else { continue }
        let place = places[key] ?? stories.count
        if place == stories.count {
          stories.append(TribeStory(of: key, first: record, attempts: attempts))
          places[key] = place
        }
        stories[place].take(record)
      }
      for index in stories.indices { stories[index].end(isOver: isOver) }
      return stories.enumerated().sorted { left, right in
        left.element.key.precedes(right.element.key) ?? (left.offset < right.offset)
      }.map(\.element)
    }

    private init(of key: LedgerKey, first record: LedgerRecord, attempts: LedgerHistory.Attempts) {
      self.key = key
      (name, module, last) = (record.name, record.module, record)
      self.attempts = attempts
    }

    private mutating func take(_ record: LedgerRecord) {
      (name, module) = (record.name, record.module)
      if !record.appVersion.isEmpty, !appVersions.contains(record.appVersion) { appVersions.append(record.appVersion) }
      if case .checkpoint = record.kind { return }
      if case .began = record.kind, let open { deaths.append(open) }
      open = nil
      last = record
      switch record.kind {
      case .began: open = record
      case .finished: (state, finishes) = (.finished, finishes + 1)
      case .marked: state = .marked
      case .forgotten: state = .forgotten
      case .failed:
        state = .failed
        failures.append(record)
      case .checkpoint: break
      }
    }

    private mutating func end(isOver: Bool) {
      guard let open else { return }
      state = isOver ? .interrupted : .unfinished
      deaths.append(open)
    }
  }

  extension TribeStory {
    /// Where the tribe stands in the order.
    var target: String { key.target }

    /// The name with its module.
    var qualifiedName: String { Self.name(of: last) }

    /// Whether it will not run again, as far as its target lets the ledger decide that.
    var isDone: Bool { state == .finished || state == .marked }

    /// Whether a run of the same version of the app would not start it again, with the policy that is the default.
    var isHeld: Bool {
      guard case .afterDeaths(let limit) = MigrationPolicy.default.quarantine else { return false }
      return !isDone && attempts.deathsOfVersion >= limit
    }
  }

  extension LedgerKey {
    /// The target that the key stands for, as a person would say it.
    var target: String {
      if isVersion { return version?.text ?? text }
      if isOnce { return ".once(\(String(text.dropFirst(Self.oncePrefix.count)).debugDescription))" }
      return text.utf8.starts(with: "first:".utf8)
        ? ".first" : text.utf8.starts(with: "always:".utf8) ? ".always" : text
    }

    /// Whether it stands before another in the order; nil if the order does not say.
    fileprivate func precedes(_ other: LedgerKey) -> Bool? {
      if rank != other.rank { return rank < other.rank }
      if let version, let otherVersion = other.version { return version < otherVersion }
      return isOnce ? ByteOrder.precedes(text, other.text) : nil
    }

    /// Where its kind stands in the order.
    private var rank: Int {
      if isVersion { return version == nil ? 4 : 1 }
      if isOnce { return 2 }
      return text.utf8.starts(with: "first:".utf8) ? 0 : text.utf8.starts(with: "always:".utf8) ? 3 : 4
    }
  }
#endif
