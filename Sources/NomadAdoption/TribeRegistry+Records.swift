package import Nomad
package import NomadTargets

extension TribeRegistry {
  /// Returns the records in the ledger of a user who has a given version.
  ///
  /// - Parameters:
  ///   - version: The user's version: the user has run all tribes with a version up to it.
  ///   - text: The version as the records have it.
  ///   - ids: The ids of `.once` tribes that have also run.
  ///   - later: Tribes that the user has not run, but those of the version that they merge.
  /// - Returns: The records, in no particular order.
  package func records(
    at version: TribeVersion,
    as text: String,
    once ids: Set<String>,
    before later: [Entry] = []
  ) -> [LedgerRecord] {
    let hasRun = { (position: TribeTarget.Position) in
      switch position {
      case .version(let place): place <= version
      case .once(let id): ids.contains(id)
      case .first, .whenChanged, .always: false
      }
    }
    let tribes = entries.map { ($0, hasRun($0.position)) } + later.map { ($0, false) }
    return tribes.flatMap { entry, isDone in
      let merged = entry.merged.filter { $0.key != entry.key && (isDone || hasRun($0.position)) }
      return (merged.map(\.key) + (isDone ? [entry.key] : [])).map {
        LedgerRecord(key: $0, name: entry.name, module: entry.module, appVersion: text)
      }
    }
  }
}
