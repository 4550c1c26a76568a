package import NomadGenCore
import NomadSyntax
package import NomadTargets

/// The release lock, `Tribes.lock`: a list of the tribes that have shipped, and of the shapes of stored types in each
/// release. The check compares it with the sources.
///
/// It is a text file with one line for each tribe and each shape. Comments, and words that only a later version of this tool knows,
/// are kept.
package struct ReleaseLock {
  /// The name of the file in the package's folder.
  package static let fileName = "Tribes.lock"

  /// The first line of a lock without shapes, with the version of the format.
  static let heading = "tribes-lock 1"

  /// The first line of a lock with shapes or a list of stored types, which older versions of Nomad cannot read.
  static let headingWithShapes = "tribes-lock 2"

  /// The lines above the first tribe that belong to the file: its heading and comments.
  var head: [String]

  /// The tribes that have shipped, and tribes with a finding that was accepted before they ship.
  package internal(set) var entries: [Entry] = []

  /// The types that are stored although they do not conform to `Stored`.
  package var stored: [StoredLine] = []

  /// The shapes of stored types, one line for each type and each release in which its shape changed.
  package var shapes: [ShapeLine] = []

  /// The lines below the last line that describes something.
  var tail: [String] = []

  /// The findings that explain why the lock cannot be read; empty if it can.
  package internal(set) var readingFindings: [Finding] = []

  /// Creates the lock of an app that has shipped nothing yet.
  package init() {
    head = [
      Self.heading,
      "# What has shipped: each tribe, its target, the release that brought it, and the checksum of its source.",
      "# 'nomadctl lock' writes it, and 'nomadctl help lock' says how a line is changed. Do not delete any.",
      "",
    ]
  }

  /// The text of the file, with its tribes, stored types and shapes sorted.
  ///
  /// Columns are not aligned: each line depends on one tribe or type alone, so that branches merge cleanly.
  package var text: String {
    let heading = stored.isEmpty && shapes.isEmpty ? Self.heading : Self.headingWithShapes
    let head = head.map { Self.isHeading($0) ? heading : $0 }
    var lines = entries.sorted().flatMap { $0.leading + [$0.line] }
    lines += stored.sorted().flatMap { $0.leading + [$0.line] }
    lines += shapes.sorted().flatMap { $0.leading + [$0.line] }
    return (head + lines + tail).map { $0 + "\n" }.joined()
  }

  /// Whether a line is the first line of a lock that this version can read.
  static func isHeading(_ line: String) -> Bool { line == heading || line == headingWithShapes }

  /// The newest release that shipped a tribe; nil if nothing has shipped.
  package var newestRelease: String? {
    entries.compactMap(\.shipment).max { $0.version < $1.version }?.release
  }

  /// Whether a text is the text of this lock, whichever newlines it uses.
  package func isSame(as text: String) -> Bool {
    text.utf8.filter { $0 != UInt8(ascii: "\r") }.elementsEqual(self.text.utf8)
  }
}

/// The properties that distinguish a tribe from all others as long as none of them changes.
struct ReleaseLockIdentity: Hashable {
  var module: String
  /// The qualified name, without the module and without backticks.
  var name: String
  var order: TribePosition
}

extension ReleaseLockIdentity {
  /// The tribe's name with its module, as messages and the command line write it.
  var qualifiedName: String { Self.qualifiedName(of: name, in: module) }

  static func qualifiedName(of name: String, in module: String) -> String { module + "." + name }

  /// The name with its module, as a line has it.
  var writtenName: String { Self.written(qualifiedName) }

  /// Returns a name, in quotation marks if it contains characters that a name without backticks cannot have.
  static func written(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { ByteClass.isIdentifierPart($0) || $0 == UInt8(ascii: ".") || $0 >= 0x80 }
    return isPlain ? name : RegistryEmitter.literal(name)
  }

  /// The end of a message, which tells how to accept a finding about the tribe.
  var acceptance: String { "or accept the change with 'nomadctl lock --accept \(writtenName) --reason WHY'" }
}

extension ReleaseLock {
  /// Returns the findings about the sources, given what has shipped; or about the lock, if it cannot be read.
  package func findings(in census: TribeCensus) -> [Finding] {
    guard readingFindings.isEmpty else { return readingFindings }
    return Rules.sorted(differences(to: census).compactMap { $0.finding ?? MovedTribe.finding($0, in: census) })
  }

  /// Returns the names of the tribes whose findings can be accepted, as those findings give them.
  package func namesToAccept(in census: TribeCensus) -> [String] {
    let found = differences(to: census).filter { $0.finding != nil }
    return found.compactMap { ($0.entry?.identity ?? $0.member?.identity)?.qualifiedName }.sorted()
  }

  func differences(to census: TribeCensus) -> [ReleaseLockDifference] {
    var comparison = ReleaseLockComparison(self, census)
    return comparison.differences()
  }

  /// Returns the number of shipped tribes, provided that there are no findings about them.
  func shippedCount(in census: TribeCensus) -> Int {
    entries.count { $0.shipment != nil && !$0.isRetired && census.hasLookedAt($0.module) }
  }
}

extension ReleaseLock {
  /// The releases that shipped tribes, sorted by version.
  ///
  /// Texts of the same version, such as `2.0` and `2.0.0`, are listed once.
  package var releases: [(text: String, version: TribeVersion)] {
    var known: Set<TribeVersion> = []
    let shipments = entries.compactMap(\.shipment).filter { known.insert($0.version).inserted }
    return shipments.sorted { $0.version < $1.version }.map { ($0.release, $0.version) }
  }

  /// Finds the first release of each `.once` tribe among some tribes.
  ///
  /// Users of that release or a later one have run it.
  ///
  /// - Parameter tribes: The tribes to choose from.
  /// - Returns: The tribes that have shipped, each with its first release.
  package func releases(ofOnce tribes: [TribeSummary]) -> [TribeSummary: TribeVersion] {
    var releases: [TribeSummary: TribeVersion] = [:]
    for tribe in tribes {
      guard let order = tribe.order, case .once = order else { continue }
      let shipments = entries.filter { entry in
        guard entry.module == tribe.module, entry.order == order else { return false }
        // An id belongs to one tribe, whatever its type is called, except for tribes that no build has together.
        return entry.name == tribe.name || entry[.if] == nil || tribe.conditions.isEmpty
      }
      releases[tribe] = shipments.compactMap(\.shipment?.version).min()
    }
    return releases
  }
}
