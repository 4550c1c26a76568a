import NomadGenCore
package import NomadSyntax
package import NomadTargets

extension ReleaseLock {
  /// A line of a release lock, which describes one tribe.
  ///
  /// ```text
  /// App.SplitNotes .literal("2.0.0") 2.0.0 8c2d0f6a9be13d47 if "os(Linux)" changed "a typo in a log message"
  /// ```
  package struct Entry {
    /// The release that shipped the tribe, and the tribe's source at that time.
    package struct Shipment: Hashable {
      /// The version of the app, as the user gave it.
      package var release: String
      package var version: TribeVersion
      /// The checksum of the tribe's declarations.
      package var checksum: UInt64

      package init(release: String, version: TribeVersion, checksum: UInt64) {
        (self.release, self.version, self.checksum) = (release, version, checksum)
      }
    }

    /// The words that may follow, each with a text after it.
    package enum Word: String, CaseIterable {
      /// The condition under which a build has the tribe; absent if all builds have it.
      case `if`
      /// The reason why the tribe may be gone, or may have another name or target.
      case removed, renamed, retargeted
      /// The tribe that merges this one, so that this one may be gone.
      case merged
      /// The reason why the tribe's work may move behind a tribe that came after it, until a release has merged it.
      case reordered
      /// The oldest version that the app supports, so that this tribe may be gone.
      case retired
      /// The reason why the tribe's source may differ.
      case changed
      /// The reason why the tribe may run late.
      case late
      /// The reason why the tribe may use stored types whose shape has changed since it shipped.
      case live
      /// These types, each with the checksum of its shape at that time.
      case shapes
    }

    package var module: String

    /// The qualified name, without the module and without backticks.
    package var name: String

    package var target: TribeTarget
    package var order: TribeTarget.Position

    /// The tribe's shipment; nil if no release has the tribe yet.
    package var shipment: Shipment?

    /// The words at the end of the line.
    var words = ReleaseLockWords()

    /// Comments and empty lines directly above.
    package var leading: [String] = []

    /// The location at which the line starts.
    package var location: Location

    package init(module: String, name: String, target: TribeTarget, order: TribeTarget.Position, location: Location) {
      (self.module, self.name, self.target, self.order) = (module, name, target, order)
      self.location = location
    }
  }
}

extension ReleaseLock.Entry.Word {
  /// The words that allow a tribe to be gone.
  package static let endings: [Self] = [.removed, .renamed, .retargeted, .merged, .retired]
}

extension ReleaseLock.Entry {
  /// The text after a word, or nil if the line does not have the word.
  package subscript(word: Word) -> String? {
    get { words[word.rawValue] }
    set { words[word.rawValue] = newValue }
  }

  /// Whether the tribe was deliberately removed, renamed, retargeted, merged or retired, so that this line's name and
  /// target are no longer in use.
  package var isRetired: Bool { Word.endings.contains { self[$0] != nil } }

  package var identity: ReleaseLockIdentity { ReleaseLockIdentity(module: module, name: name, order: order) }

  /// The release that shipped the tribe, as messages name it.
  var release: String { shipment?.release ?? "" }

  /// A note that leads from a finding in the sources to the line.
  var note: Finding.Note { Finding.Note(message: "'\(identity.qualifiedName)' is recorded here", location: location) }

  /// The first version of the app whose users have run the tribe.
  ///
  /// A tribe whose version is above its release waits for an app of its own version.
  var firstRun: String {
    guard let shipment else { return "" }
    if shipment.isBelow(order), let version = order.asVersion { return version.withoutSubMigration.text }
    return shipment.release
  }

  /// Whether two texts are the same condition, apart from spaces.
  static func isSame(_ lhs: String?, _ rhs: String?) -> Bool {
    lhs?.filter { $0 != " " } == rhs?.filter { $0 != " " }
  }

  /// Whether both lines describe the same tribe, as a ledger identifies it.
  ///
  /// A version or an id belongs to one tribe, except for tribes that no build has together.
  func isTwin(of other: Self) -> Bool {
    guard module == other.module, order == other.order else { return false }
    if name == other.name { return true }
    return !order.isShareable && (self[.if] == nil || other[.if] == nil)
  }
}

extension ReleaseLock.Entry.Shipment {
  /// Whether the release is below a tribe's version, so that the tribe waits for a later app.
  package func isBelow(_ order: TribeTarget.Position) -> Bool {
    order.asVersion.map { version < $0.withoutSubMigration } ?? false
  }
}

extension ReleaseLock.Entry: Comparable {
  /// Compares two lines by module, name and target.
  ///
  /// The release plays no role in the order, so that two branches rarely add a line in the same place.
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.module != rhs.module { return ByteOrder.precedes(lhs.module, rhs.module) }
    if lhs.name != rhs.name { return ByteOrder.precedes(lhs.name, rhs.name) }
    if lhs.order != rhs.order { return lhs.order < rhs.order }
    return ByteOrder.precedes(lhs.line, rhs.line)
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.line == rhs.line }
}

extension TribeTarget.Position {
  /// The version in the order, or nil if it has none.
  var asVersion: TribeVersion? {
    if case .version(let version) = self { version } else { nil }
  }
}

extension ReleaseLock.Entry {
  /// The word that replaces the release and the checksum of a tribe that has not shipped.
  static let unreleased = "unreleased"

  /// The line, without its newline.
  package var line: String {
    var fields = [identity.writtenName, target.source]
    if let shipment {
      fields += [shipment.release, TokenDigest.digits(of: shipment.checksum)]
    } else {
      fields.append(Self.unreleased)
    }
    return (fields + words.fields).joined(separator: " ")
  }
}
