/// The identity of a tribe in a ledger, such as `version:2.0.0` or `once:2026-12-tags`.
///
/// The key of a tribe with a version or a once-id does not depend on the type's name, so a renamed tribe does not run
/// again. The keys of other tribes, `first:MODULE.NAME` and `always:MODULE.NAME`, do, because nothing else
/// distinguishes them.
///
/// The key of a `.whenChanged` tribe, `changed:ID@CHECKSUM`, contains the checksum of its source, so each source is a
/// tribe of its own for the ledger.
///
/// ```swift
/// let policy = MigrationPolicy(hold: [try LedgerKey(.literal("2.3.0")), "once:2026-12-tags"])
/// ```
///
/// Keys are compared by their bytes, so canonically equivalent ids are different, as in the migration order.
public struct LedgerKey: Sendable {
  static let versionPrefix = "version:"
  package static let oncePrefix = "once:"
  package static let changedPrefix = "changed:"
  package static let firstPrefix = "first:"
  package static let alwaysPrefix = "always:"

  /// The text form, as ledgers store it.
  public let description: String

  /// Creates a key from its text form, such as one that a server sends.
  ///
  /// The text is not checked. A key that no tribe has, such as `version:2.0` or `version:1.1-1`, matches nothing: the
  /// keys of `.dotted("2.0")` and `.dotted("1.1-1")` are `version:2.0.0` and `version:1.1.0#1`. Use
  /// ``init(_:)-(TribeTarget)`` unless the text comes from a ledger or from ``description``.
  ///
  /// - Parameter text: The text form.
  public init(_ text: String) {
    description = text
  }

  /// Creates the key of the tribe with a target.
  ///
  /// - Parameter target: A version or an id. The tribe need not exist. The key of a `.whenChanged` has no checksum here:
  ///   in ``MigrationPolicy/hold``, it means the tribe with any source.
  /// - Throws: ``NomadError`` with the code `illegalTarget` if the target is illegal, or has neither a version nor an
  ///   id.
  public init(_ target: TribeTarget) throws(NomadError) {
    let position: TribeTarget.Position
    do { position = try target.position() } catch { throw .illegalTarget(of: "the tribe", error) }
    guard let key = LedgerKey(at: position) else { throw .notRemembered(target) }
    self = key
  }

  /// Creates the key of the only tribe at a position of the order, whatever its source; nil if several tribes may share
  /// the position.
  package init?(at position: TribeTarget.Position) {
    if position.isShareable { return nil }
    self.init(at: position, of: "")
  }

  /// Creates the key of a tribe at a position of the order, with the checksum of its source if it has one.
  package init(at position: TribeTarget.Position, of name: @autoclosure () -> String, source: String? = nil) {
    description =
      switch position {
      case .version(let version): Self.versionPrefix + version.canonical
      case .once(let id): Self.oncePrefix + id
      case .whenChanged(let id): Self.changedPrefix + id + (source.map { "@\($0)" } ?? "")
      case .first: Self.firstPrefix + name()
      case .always: Self.alwaysPrefix + name()
      }
  }
}

extension LedgerKey: Hashable, CustomStringConvertible {
  /// Whether both keys have the same bytes.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    ByteOrder.areSame(lhs.description, rhs.description)
  }

  /// Hashes the bytes of the key.
  public func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension LedgerKey: ExpressibleByStringInterpolation {
  /// Creates a key from a literal of its text form.
  public init(stringLiteral value: String) {
    description = value
  }
}

extension LedgerKey: Codable {
  /// Decodes a key from its text form.
  public init(from decoder: any Decoder) throws {
    description = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the key as its text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension LedgerKey {
  /// Whether this is the key of a `.first` tribe.
  var isFirst: Bool { hasPrefix(Self.firstPrefix) }

  /// Whether this is the key of a tribe with a version.
  package var isVersion: Bool { hasPrefix(Self.versionPrefix) }

  /// Whether this is the key of a tribe with a once-id.
  package var isOnce: Bool { hasPrefix(Self.oncePrefix) }

  /// Whether this is the key of a tribe that runs whenever its source changes.
  package var isChanged: Bool { hasPrefix(Self.changedPrefix) }

  /// The key without the checksum of a source; the key itself if it has none.
  package var withoutSource: LedgerKey {
    let bytes = description.utf8
    guard isChanged, let mark = bytes.lastIndex(of: UInt8(ascii: "@")) else { return self }
    let digits = bytes[mark...].dropFirst()
    let isChecksum = digits.count == 16 && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isChecksum ? LedgerKey(String(description[..<mark])) : self
  }

  /// Whether this is the key of a tribe that runs once: one with a version or a once-id.
  public var isOfOneRun: Bool { isVersion || isOnce }

  /// Whether this is the key of a tribe that runs again without a change of its source.
  package var isRepeated: Bool { !isOfOneRun && !isChanged }

  /// The part after the prefix, such as the version or the id.
  package var place: String {
    guard let colon = description.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
    return String(description[description.utf8.index(after: colon)...])
  }

  /// The version as a target has it, or the part after the prefix.
  package var text: String { version?.text ?? place }

  /// The version in the key; nil if there is none that can be read.
  package var version: TribeVersion? { isVersion ? TribeVersion(canonical: place) : nil }

  // By bytes: a once-id can begin with a mark that forms one character with the colon.
  private func hasPrefix(_ prefix: String) -> Bool { description.utf8.starts(with: prefix.utf8) }
}
