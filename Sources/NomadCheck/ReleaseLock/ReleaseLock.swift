package import NomadGenCore
import NomadSyntax
package import NomadTargets

/// The release lock, `Tribes.lock`: the tribes that have shipped, and the shapes of stored types in each release.
///
/// The check compares it with the sources. It is a text file with one line for each tribe, shape and accepted finding. Comments, and
/// words that only a later version of this tool knows, are kept.
package struct ReleaseLock {
  /// The name of the file in the package's folder.
  package static let fileName = "Tribes.lock"

  /// The first line, with the version of the format.
  package static let heading = "tribes-lock 1"

  /// The first word of the line of a release that changed no tribe and no shape.
  package static let releaseWord = "release"

  /// The lines above the first tribe that belong to the file: its heading and comments.
  package internal(set) var head: [String]

  /// The tribes that have shipped.
  package var entries: [Entry] = []

  /// The accepted findings.
  package var accepted: [AcceptedLine] = []

  /// The types that are stored although they do not conform to `Stored`.
  package var stored: [StoredLine] = []

  /// The names of these types with their modules.
  package var storedNames: Set<String> { Set(stored.map(\.qualifiedName)) }

  /// The names of these types and of all types with locked shapes.
  ///
  /// The check reads them even if they are no longer stored.
  package var typeNames: Set<String> {
    storedNames.union(shapes.filter { $0[.removed] == nil }.map(\.qualifiedName))
  }

  /// The shapes of stored types, one line for each type and each release in which its shape changed.
  package var shapes: [ShapeLine] = []

  /// The newest release of all, if it changed no tribe and no shape; otherwise without a meaning.
  package var quietRelease: ShapeLine.Release?

  /// The words after that release.
  var quietWords = ReleaseLockWords()

  /// The lines below the last line that describes something.
  package var tail: [String] = []

  /// The findings that explain why the lock cannot be read; empty if it can.
  package internal(set) var readingFindings: [Finding] = []
}

/// The properties that distinguish a tribe from all others as long as none of them changes.
package struct ReleaseLockIdentity: Hashable {
  package var module: String
  /// The qualified name, without the module and without backticks.
  package var name: String
  package var order: TribeTarget.Position
}

extension Tribe {
  /// The properties by which a release lock knows the tribe; nil if its target is not legal.
  package var identity: ReleaseLockIdentity? {
    order.map { ReleaseLockIdentity(module: module, name: name, order: $0) }
  }
}

extension ReleaseLockIdentity {
  /// The tribe's name with its module, as messages and the command line write it.
  package var qualifiedName: String { Self.qualifiedName(of: name, in: module) }

  package static func qualifiedName(of name: String, in module: String) -> String { module + "." + name }

  /// The name with its module, as a line has it.
  var writtenName: String { Self.written(qualifiedName) }

  /// Returns a name, in quotation marks if it contains characters that a name without backticks cannot have.
  package static func written(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { ByteClass.isIdentifierPart($0) || $0 == UInt8(ascii: ".") || $0 >= 0x80 }
    return isPlain ? name : name.swiftLiteral
  }

  /// The end of a message, which tells how to accept a finding about the tribe.
  var acceptance: String { Self.acceptance(of: qualifiedName) }

  /// Returns the same about a tribe or a type with a name.
  static func acceptance(of name: String) -> String {
    "or accept the change with 'swift run nomad-gen --accept \(written(name)) --reason WHY'"
  }
}

extension ReleaseLock {
  /// Returns the findings about the sources, given what has shipped; or about the lock, if it cannot be read.
  ///
  /// - Parameters:
  ///   - census: The tribes and types in the sources.
  ///   - release: The release that is to be locked; nil if any release may be next.
  ///   - judgement: The comparison of the types with the lock; nil to make it.
  /// - Returns: The findings, sorted.
  package func findings(
    in census: TribeCensus,
    for release: TribeVersion? = nil,
    _ judgement: ShapeJudgement? = nil
  ) -> [Finding] {
    guard readingFindings.isEmpty else { return readingFindings }
    let found = differences(to: census).compactMap { $0.finding(in: self) ?? MovedTribe.finding($0, in: census, self) }
    let judgement = judgement ?? ShapeJudgement(self, census, for: release)
    return Rules.sorted(found + MissingOldest.findings(self, census) + StoredTypeRules.findings(self, judgement))
  }

  /// The releases that shipped a tribe or a shape, and the newest one, sorted by version.
  ///
  /// Texts of the same version, such as `2.0` and `2.0.0`, are listed once.
  package var knownReleases: [ShapeLine.Release] {
    var known: Set<TribeVersion> = []
    let tribes = entries.map { ShapeLine.Release(text: $0.release, version: $0.shipment.version) }
    let all = tribes + shapes.map(\.release) + [quietRelease].compactMap(\.self)
    return all.filter { known.insert($0.version).inserted }.sorted { $0.version < $1.version }
  }

  /// The newest release; nil if nothing has shipped.
  package var newestRelease: String? { knownReleases.last?.text }

  /// Returns the differences between the lock and the sources.
  package func differences(to census: TribeCensus) -> [ReleaseLockDifference] {
    var comparison = ReleaseLockComparison(self, census)
    return comparison.differences()
  }

  /// Returns the number of shipped tribes, provided that there are no findings about them.
  func shippedCount(in census: TribeCensus) -> Int {
    entries.count { !isRetired($0) && census.hasLookedAt($0.module) }
  }
}
