/// The target of a tribe: where it belongs in migration order, such as at version 2.0.0.
///
/// The order is ``first``, then ``literal(_:)`` and ``dotted(_:)`` together by version, then ``once(_:)``, then
/// ``whenChanged(_:)``, then ``always``. ``position()`` parses a target.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TribeTarget: Hashable, Sendable {
  /// Before every version. The tribe runs in every run until the ledger has a version, from a finished or marked tribe
  /// or a baseline.
  case first

  /// At a semantic version (SemVer 2.0.0), such as `"2.0.0"` or `"2.0.0-beta.1"`. The tribe runs once.
  case literal(String)

  /// At a version of two or more numbers, such as `"1.1"` or `"2.0.3.9.6"`. The tribe runs once.
  ///
  /// An optional `-N` is a sub-migration: a further tribe for the same app version, after it, as in
  /// `1.1` < `1.1-1` < `1.1.1`.
  case dotted(String)

  /// After every version, ordered by id. The tribe runs once, whatever the app's version.
  case once(String)

  /// After every ``once(_:)``, ordered by id. The tribe runs again whenever the checksum of its source differs from that
  /// of the last run that finished.
  ///
  /// Use it for data that the tribe makes from other data, such as a search index: see <doc:DerivedData>.
  case whenChanged(String)

  /// At the end of every successful run.
  case always
}

extension TribeTarget {
  /// Parses the target.
  ///
  /// - Returns: The position of the target in migration order.
  /// - Throws: ``TargetError`` if the target's text is illegal. ``first`` and ``always`` never throw.
  public func position() throws(TargetError) -> TribeTarget.Position {
    switch self {
    case .first: .first
    case .literal(let text): .version(try TribeVersion(semantic: text))
    case .dotted(let text): .version(try TribeVersion(dotted: text))
    case .once(let id): .once(try OnceID.validated(id))
    case .whenChanged(let id): .whenChanged(try OnceID.validated(id))
    case .always: .always
    }
  }

  /// Checks that the target is legal.
  ///
  /// - Throws: ``TargetError`` with the mistake and its place in the text.
  public func validate() throws(TargetError) {
    _ = try position()
  }
}

extension TribeTarget {
  /// Whether `lhs` comes before `rhs` in migration order.
  ///
  /// This compares the meaning of targets; `==` compares their text. So neither of
  /// `.literal("1.0.0+1")` and `.literal("1.0.0+2")` comes before the other.
  ///
  /// - Throws: ``TargetError`` if one of the targets is illegal.
  public static func < (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.position() < rhs.position() }

  /// Whether both are the same case with the same text, compared by UTF-8 bytes as in ``TribeTarget.Position``.
  ///
  /// Swift compares strings by canonical equivalence, so two equal strings could have different positions in the order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.kind == rhs.kind && ByteOrder.areSame(lhs.text ?? "", rhs.text ?? "")
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}

extension TribeTarget: CustomStringConvertible {
  /// The target as written in Swift, such as `.literal("2.0.0")`.
  public var description: String { ".\(kind.rawValue)\(text.map { "(\($0.debugDescription))" } ?? "")" }
}
