/// Where a tribe stands in the order.
///
/// The cases are listed in that order: ``first``, then ``literal(_:)`` and ``dotted(_:)`` together by version,
/// then ``once(_:)``, then ``always``. A target is what a user writes; ``order()`` is what it means.
public enum TribeTarget: Hashable, Sendable {
  /// Before every version, in every run, until the first versioned tribe is committed.
  case first

  /// At a Semantic Version 2.0.0, such as `"2.0.0"` or `"2.0.0-beta.1"`; once.
  case literal(String)

  /// At a version of two or more numbers, such as `"1.1"` or `"2.0.3.9.6"`; once.
  ///
  /// An optional `-N` makes it the sub-migration `N`, which comes after its version: `1.1` < `1.1-1` < `1.1.1`.
  case dotted(String)

  /// After every version, once ever, ordered by its id.
  case once(String)

  /// At the end of every successful run.
  case always
}

extension TribeTarget {
  /// The place of this target in the one total order.
  ///
  /// - Returns: The parsed order.
  /// - Throws: ``TargetError`` if the target's text is illegal. ``first`` and ``always`` never throw.
  public func order() throws(TargetError) -> TribeOrder {
    switch self {
    case .first: .first
    case .literal(let text): .version(try TribeVersion(semantic: text))
    case .dotted(let text): .version(try TribeVersion(dotted: text))
    case .once(let id): .once(try OnceID.validated(id))
    case .always: .always
    }
  }

  /// Checks that the target is legal.
  ///
  /// - Throws: ``TargetError``, which says what is wrong, where, and what was probably meant.
  public func validate() throws(TargetError) {
    _ = try order()
  }
}

extension TribeTarget {
  /// Whether both are the same case with the same text, compared by its UTF-8 bytes, as ``TribeOrder`` does.
  ///
  /// Strings are compared by canonical equivalence otherwise: two targets could be equal and stand at two places.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.kind == rhs.kind && ByteOrder.areSame(lhs.text ?? "", rhs.text ?? "")
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}

extension TribeTarget: CustomStringConvertible {
  /// The target as it is written in Swift, such as `.literal("2.0.0")`.
  public var description: String { ".\(kind.rawValue)\(text.map { "(\($0.debugDescription))" } ?? "")" }
}
