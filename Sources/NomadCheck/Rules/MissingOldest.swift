import NomadGenCore
import NomadSyntax
package import NomadTargets

/// The oldest version that a policy in the sources supports: a literal in `oldest: "2.0.0"` or `oldest = "2.0.0"`.
package struct OldestVersion {
  package let version: TribeVersion
  let location: Location

  private static let relevance = Relevance(["oldest"], search: ByteSearch.firstIndex)

  /// Returns the literals in files that import Nomad.
  static func all(in files: [SourceFile], read: Pipeline.Reader) throws -> [Self] {
    var found: [Self] = []
    for file in files {
      try read(file.path) { found += all(in: $0, path: file.path) }
    }
    return found
  }

  private static func all(in bytes: UnsafeBufferPointer<UInt8>, path: String) -> [Self] {
    guard relevance.isRelevant(bytes) else { return [] }
    var (cursor, found) = (TokenCursor(bytes), [Self]())
    lazy var lines = LineMap(bytes, file: path)
    while !cursor.peek().is(.end) {
      guard cursor.text(cursor.advance(), is: "oldest"), cursor.consume(.colon) || cursor.consume(.equal),
        cursor.peek().is(.string)
      else { continue }
      let token = cursor.peek()
      guard let text = StringLiteral.value(of: cursor.bytes(of: token)), let version = try? TribeVersion(app: text)
      else {
        continue
      }
      found.append(Self(version: version, location: lines.location(of: token.start)))
    }
    return found
  }
}

/// The rule that a policy refuses the data whose tribes are retired.
enum MissingOldest {
  static func findings(_ lock: ReleaseLock, _ census: TribeCensus) -> [Finding] {
    let retired = lock.entries.compactMap { entry in entry.oldestSupported.map { (entry, $0) } }
    guard let (entry, oldest) = retired.max(by: { $0.1 < $1.1 }) else { return [] }
    if census.oldestVersions.isEmpty {
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
    return census.oldestVersions.filter { $0.version < oldest }.map { found in
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
