import NomadGenCore
package import NomadSyntax
package import NomadTargets

extension ReleaseLock {
  /// A line of a release lock, which describes one tribe.
  ///
  /// ```text
  /// App.SplitNotes .literal("2.0.0") 2.0.0 8c2d0f6a9be13d47 if "os(Linux)"
  /// ```
  package struct Entry {
    /// The release that shipped the tribe, and the tribe's source at that time.
    package struct Shipment: Hashable {
      /// The version of the app, as the user gave it.
      package var release: String
      package var version: TribeVersion
      /// The checksum of the tribe's declarations.
      package var checksum: UInt64
    }

    package var module: String

    /// The qualified name, without the module and without backticks.
    package var name: String

    package var target: TribeTarget
    package var order: TribeTarget.Position

    package var shipment: Shipment

    package var words = ReleaseLockWords()

    package var leading: [String] = []

    /// The location at which the line starts.
    package var location: Location
  }
}

extension ReleaseLock.Entry {
  package var identity: ReleaseLockIdentity { ReleaseLockIdentity(module: module, name: name, order: order) }

  /// The release that shipped the tribe, as messages name it.
  var release: String { shipment.release }

  /// A note that leads from a finding in the sources to the line.
  var note: Finding.Note { Finding.Note(message: "'\(identity.qualifiedName)' is recorded here", location: location) }

  /// The first version of the app whose users have run the tribe.
  ///
  /// A tribe whose version is above its release waits for an app of its own version.
  var firstRun: String {
    if shipment.isBelow(order), let version = order.asVersion { return version.withoutSubMigration.text }
    return shipment.release
  }

  /// Whether two texts are the same condition, apart from spaces.
  static func isSame(_ lhs: String?, _ rhs: String?) -> Bool {
    lhs?.filter { $0 != " " } == rhs?.filter { $0 != " " }
  }
}

extension ReleaseLock.Entry.Shipment {
  /// Whether the release is below a tribe's version, so that the tribe waits for a later app.
  package func isBelow(_ order: TribeTarget.Position) -> Bool {
    order.asVersion.map { version < $0.withoutSubMigration } ?? false
  }
}

extension ReleaseLock.Entry: LockLine {
  package var subjectOfLine: AnyHashable {
    ReleaseLockIdentity(module: module, name: order.isShareable ? name : "", order: order)
  }

  /// Whether both lines describe the same tribe, as a ledger identifies it.
  ///
  /// A version or an id belongs to one tribe, except for tribes that no build has together.
  package func isTwin(of other: Self) -> Bool { name == other.name || self[.if] == nil || other[.if] == nil }

  package func isBefore(_ other: Self) -> Bool? { order == other.order ? nil : order < other.order }

  package var line: String {
    let fields = [identity.writtenName, target.source, release, TokenDigest.digits(of: shipment.checksum)]
    return (fields + words.fields).joined(separator: " ")
  }
}

extension TribeTarget.Position {
  /// The version in the order, or nil if it has none.
  var asVersion: TribeVersion? {
    if case .version(let version) = self { version } else { nil }
  }
}
