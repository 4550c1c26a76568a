extension LedgerHistory {
  /// The rules for leaving out records that no longer matter, so that a ledger does not grow without limit.
  public enum Compaction {
    /// Returns the number of records at which to rewrite a ledger.
    ///
    /// - Parameter count: The number of records that mattered when the ledger was last rewritten or read.
    /// - Returns: Twice that number, and at least 128.
    public static func threshold(keeping count: Int) -> Int {
      max(128, 2 * count)
    }

    /// The number of attempts that are kept for a tribe that has not finished.
    static let attempts = 100

    /// Returns the records that matter, in their original order.
    ///
    /// For each tribe, these are the last record that it finished, was marked or was forgotten, and all records since,
    /// except for old attempts that make no difference, and for forgotten sources of a `.whenChanged` tribe. The first
    /// attempt of each release is kept: a release may have had no transaction, and it may have been an older one. Of each
    /// fact, the last record is kept.
    ///
    /// - Parameter records: All records, oldest first.
    /// - Returns: The records to keep.
    public static func latest(of records: [LedgerRecord]) -> [LedgerRecord] {
      var trails: [LedgerRecord.Subject: Trail] = [:]
      for index in records.indices { trails[records[index].subject, default: Trail()].take(index, of: records) }
      var matters = [Bool](repeating: false, count: records.count)
      for trail in trails.values { for index in trail.indices { matters[index] = true } }
      return records.indices.filter { matters[$0] }.map { records[$0] }
    }

    /// The release of the app that made an attempt.
    ///
    /// A version tells a release from another one. Without versions, the build does.
    private struct Release: Hashable {
      let version: String?
      let build: String?

      init(_ record: LedgerRecord) {
        version = record.appVersion
        build = record.appVersion == nil ? record.build : nil
      }
    }

    /// The records of one tribe that matter: its last end and the records since.
    private struct Trail {
      private var end: Int?
      /// The index at which each checkpoint got its current value: a later index would look like progress.
      private var checkpoints: [String: Int] = [:]
      /// The last checkpoint that got another value: deaths count since then, also those of a type with another name.
      private var progress: (number: Int, index: Int)?
      private var type: String?
      private var attempts: [(number: Int, index: Int, isFailure: Bool)] = []
      /// The releases that have tried the tribe, and the numbers of the first attempt of each.
      private var (releases, firsts): (Set<Release>, Set<Int>) = ([], [])

      mutating func take(_ index: Int, of records: [LedgerRecord]) {
        let record = records[index]
        switch record.kind {
        case .finished, .marked, .merged, .forgotten, .fact:
          self = Trail()
          // Each source of a `.whenChanged` tribe has a key of its own, so these would pile up.
          end = record.kind == .forgotten && record.key.isChanged ? nil : index
        case .began:
          change(to: record.name)
          attempts.append((record.attempt, index, isFailure: false))
          if releases.insert(Release(record)).inserted { firsts.insert(record.attempt) }
        case .failed:
          attempts.append((record.attempt, index, isFailure: true))
        case .checkpoint(let name, _):
          change(to: record.name)
          if checkpoints[name].map({ records[$0].kind }) != record.kind {
            checkpoints[name] = index
            progress = (record.attempt, index)
          }
        }
      }

      private mutating func change(to type: String) {
        guard type != self.type else { return }
        self.type = type
        checkpoints = [:]
      }

      var indices: [Int] {
        let newest = attempts.last?.number ?? 0
        let oldest = newest - LedgerHistory.Compaction.attempts + 1
        // Without the attempts since, it would bring back the checkpoint.
        let progress = progress.flatMap { $0.number >= oldest ? $0.index : nil }
        let failed = attempts.last(where: \.isFailure)?.number
        // The last attempt that neither failed nor finished: an interruption counts until the tribe finishes.
        let died = attempts.indices.dropLast().last { !attempts[$0].isFailure && !attempts[$0 + 1].isFailure }
        let kept = attempts.indices.filter { place in
          let number = attempts[place].number
          return number >= oldest || number == failed || place == died || firsts.contains(number)
        }
        return [end, progress].compactMap(\.self) + checkpoints.values + kept.map { attempts[$0].index }
      }
    }
  }
}
