import NomadGenCore
import NomadTargets

extension TribeLock {
  /// A line about one tribe.
  ///
  /// ```text
  /// App.SplitNotes .literal("2.0.0") 2.0.0 8c2d0f6a9be13d47 if "os(Linux)" changed "a typo in a log message"
  /// ```
  package struct Entry {
    /// What a release brought to users.
    struct Shipment: Hashable {
      /// The version of the app, as it was given.
      var release: String
      var version: TribeVersion
      /// The checksum of the tribe's declarations.
      var checksum: UInt64
    }

    /// What may follow, each with a text behind it.
    enum Word: String, CaseIterable {
      /// In which builds the tribe is, if not in all.
      case `if`
      /// Why the tribe may be gone, or have another name or target.
      case removed, renamed, retargeted
      /// Why its source may be another one.
      case changed
      /// Why it may run late.
      case late
    }

    var module: String

    /// The qualified name, without the module and without backticks.
    var name: String

    var target: TribeTarget
    var order: TribeOrder

    /// Nil if no release has the tribe yet.
    var shipment: Shipment?

    /// The words behind it, those that this version does not know among them.
    var words: [(word: String, text: String?)] = []

    /// Comments and empty lines directly above.
    var leading: [String] = []

    /// Where the line starts.
    var location: Location
  }
}

extension TribeLock.Entry {
  /// The text behind a word, or nil if the word is not there.
  subscript(word: Word) -> String? {
    get { words.first { $0.word == word.rawValue }?.text }
    set {
      let index = words.firstIndex { $0.word == word.rawValue }
      switch (index, newValue) {
      case (let index?, nil): words.remove(at: index)
      case (let index?, let text?): words[index].text = text
      case (nil, let text?): words.insert((word.rawValue, text), at: word == .if ? 0 : words.count)
      case (nil, nil): break
      }
    }
  }

  /// Whether the tribe was taken away on purpose, under this name and target.
  var isRetired: Bool { self[.removed] != nil || self[.renamed] != nil || self[.retargeted] != nil }

  var identity: LockIdentity { LockIdentity(module: module, name: name, order: order) }

  /// The release that brought the tribe, as messages name it.
  var release: String { shipment?.release ?? "" }

  /// Leads from a finding in the sources to the line.
  var note: Diagnostic.Note { Diagnostic.Note(message: "what has shipped is here", location: location) }

  /// The version of the app from which on users have run the tribe.
  ///
  /// One that is above its release waits for an app of its own version.
  var firstRun: String {
    guard let shipment else { return "" }
    if shipment.isBelow(order), let version = order.asVersion { return version.withoutStep.text }
    return shipment.release
  }

  /// Whether two texts are the same condition, but for white space.
  static func isSame(_ lhs: String?, _ rhs: String?) -> Bool {
    lhs?.filter { $0 != " " } == rhs?.filter { $0 != " " }
  }

  /// Whether both are lines about one tribe, as a ledger knows it.
  ///
  /// A version and an id belong to one tribe, but for those that no build has together.
  func isTwin(of other: Self) -> Bool {
    guard module == other.module, order == other.order else { return false }
    if name == other.name { return true }
    return !order.isShareable && (self[.if] == nil || other[.if] == nil)
  }
}

extension TribeLock.Entry.Shipment {
  /// Whether a tribe waits for an app of a later version.
  func isBelow(_ order: TribeOrder) -> Bool {
    order.asVersion.map { version < $0.withoutStep } ?? false
  }
}

extension TribeLock.Entry: Comparable {
  /// By module, name and target: where a tribe stands does not depend on when it shipped, so that two branches rarely
  /// add a line at one place.
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.module != rhs.module { return ByteOrder.precedes(lhs.module, rhs.module) }
    if lhs.name != rhs.name { return ByteOrder.precedes(lhs.name, rhs.name) }
    if lhs.order != rhs.order { return lhs.order < rhs.order }
    return ByteOrder.precedes(lhs.line, rhs.line)
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.line == rhs.line }
}

extension TribeOrder {
  /// The version that the order is at, or nil if it is at none.
  var asVersion: TribeVersion? {
    if case .version(let version) = self { version } else { nil }
  }
}
