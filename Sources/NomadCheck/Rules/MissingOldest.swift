import NomadGenCore
import NomadTargets

/// The rule that a policy refuses the data whose tribes are retired.
enum MissingOldest {
  static func findings(_ lock: ReleaseLock, _ census: TribeCensus) -> [Finding] {
    let retired = lock.entries.compactMap { entry in entry.oldestSupported.map { (entry, $0) } }
    guard let (entry, oldest) = retired.max(by: { $0.1 < $1.1 }) else { return [] }
    if census.oldest.isEmpty {
      return [
        Finding(
          code: .missingOldest,
          message: "tribes before \(oldest.text) are retired, and no checked source sets the 'oldest' of a policy",
          location: entry.location,
          impact: "older data would skip the retired tribes in silence, unless a source that is not checked sets it",
          remedy: "write MigrationPolicy(oldest: \"\(oldest.text)\"), with a literal, where the migrator is made"
        )
      ]
    }
    return census.oldest.filter { $0.version < oldest }.map { found in
      Finding(
        code: .missingOldest,
        message:
          "this policy supports data from \(found.version.text) on, but tribes before \(oldest.text) are retired",
        location: found.location,
        related: [entry.note],
        impact: "older data would skip the retired tribes in silence",
        remedy: "write \"\(oldest.text)\""
      )
    }
  }
}

extension ReleaseLock.Entry {
  /// The oldest version that the app has to refuse older data of, because this tribe is retired; nil if it is not.
  fileprivate var oldestSupported: TribeVersion? {
    self[.retired].flatMap { (try? TribeVersion(app: $0)) ?? order.asVersion }
  }
}
