#if Nomadctl
  import Foundation
  import Nomad
  import NomadSnapshots

  /// The history of one tribe, as a ledger records it.
  struct TribeStory {
    /// The state of a tribe.
    enum State: String {
      case finished, marked, failed, interrupted, forgotten, reverted
      /// An attempt began, and it is unknown whether it is still running or its process died.
      case unfinished
      /// Only checkpoints are recorded.
      case unknown
    }

    let key: LedgerKey
    private(set) var name: String
    private(set) var module: String?
    private(set) var state = State.unknown

    /// The last record, or the last one before its checkpoints.
    private(set) var last: LedgerRecord
    /// The number of times that the tribe finished.
    private(set) var finishes = 0
    /// The beginnings of the attempts that did not end because their process died.
    private(set) var deaths: [LedgerRecord] = []
    /// The error of the last attempt that failed.
    private(set) var lastError: (date: Date, text: String)?
    /// The versions of the app that appear in the tribe's records, in order.
    private(set) var appVersions: [String] = []
    /// The attempts since the tribe last finished, or all attempts if it never did.
    private(set) var attempts: LedgerHistory.Attempts

    private var open: LedgerRecord?

    /// Collects the tribes of a history, in migration order.
    ///
    /// - Parameters:
    ///   - history: The records of a ledger, or the ones that can still be read.
    ///   - isOver: Whether no run is writing the ledger now.
    /// - Returns: The tribes, each with its recorded history.
    static func all(in history: LedgerHistory, isOver: Bool) -> [TribeStory] {
      var (stories, places) = ([TribeStory](), [LedgerKey: Int]())
      let attempts = history.attemptsByKey
      for record in history.records {
        let key = record.key
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
      (name, module, last) = (Self.typeName(in: record), record.module, record)
      self.attempts = attempts
    }

    private mutating func take(_ record: LedgerRecord) {
      // An attempt to revert a tribe in a transaction leaves it done if it does not succeed.
      if record.isOfRevert, isDone, record.kind != .forgotten { return }
      (name, module) = (Self.typeName(in: record), record.module)
      if let version = record.appVersion, !appVersions.contains(version) {
        appVersions.append(version)
      }
      if case .checkpoint = record.kind { return }
      if case .began = record.kind, let open { deaths.append(open) }
      open = nil
      last = record
      switch record.kind {
      case .began: open = record
      case .finished: (state, finishes) = (.finished, finishes + 1)
      case .marked: state = .marked
      case .forgotten: state = record.isOfRevert ? .reverted : .forgotten
      case .failed(let error): (state, lastError) = (.failed, (record.date, error))
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
    /// The tribe's target.
    var target: String { key.target }

    /// The name with its module.
    var qualifiedName: String { Self.name(of: last) }

    /// Returns the name in a record, with its module.
    static func name(of record: LedgerRecord) -> String {
      let name = typeName(in: record)
      return record.module.map { "\($0).\(name)" } ?? name
    }

    /// Returns the name of the tribe's type in a record, without the mark of a revert.
    private static func typeName(in record: LedgerRecord) -> String {
      record.isOfRevert ? String(record.name.dropLast(LedgerRecord.revertMark.count)) : record.name
    }

    /// Returns the name and the target in a record.
    static func title(of record: LedgerRecord) -> String { "\(name(of: record)) (\(record.key.target))" }

    /// Whether the ledger records the tribe as done.
    var isDone: Bool { state == .finished || state == .marked }

    /// Whether a run of the same version of the app would not start the tribe again, under the default policy.
    var isHeld: Bool {
      guard case .afterDeaths(let limit) = MigrationPolicy.default.quarantine else { return false }
      return !isDone && attempts.deathsOfVersion >= limit
    }
  }

  extension LedgerKey {
    /// The target that the key represents, as text for people.
    var target: String {
      switch position {
      case .version(let version): version.text
      case .once(let id): ".once(\(id.debugDescription))"
      case .whenChanged(let id):
        ".whenChanged(\(id.debugDescription))\(description.dropFirst(withoutSource.description.count))"
      case .first: ".first"
      case .always: ".always"
      case nil: description
      }
    }

    /// The position of the tribe in migration order; nil for the key of no tribe, or if the version cannot be read.
    private var position: TribeTarget.Position? {
      if isVersion { return version.map(TribeTarget.Position.version) }
      if isOnce { return .once(place) }
      if isChanged { return .whenChanged(withoutSource.place) }
      return description.hasPrefix(Self.firstPrefix)
        ? .first : description.hasPrefix(Self.alwaysPrefix) ? .always : nil
    }

    /// Whether the key precedes another in migration order; nil if the order does not decide.
    fileprivate func precedes(_ other: LedgerKey) -> Bool? {
      switch (position, other.position) {
      case (let position?, let other?): position == other ? nil : position < other
      case (nil, nil): nil
      case (let position, nil): position != nil
      case (nil, _): false
      }
    }
  }
#endif
