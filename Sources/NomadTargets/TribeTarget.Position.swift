extension TribeTarget {
  /// The position of a tribe in migration order: a target that has been parsed, so that it can be compared.
  ///
  /// `.first` < every version < every `.once` < every `.whenChanged` < `.always`. Two targets can have the same position.
  /// For versions and ids that is an error; tribes at `.first` or `.always` are then ordered by name.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Position: Sendable {
    /// Before every version.
    case first

    /// At a version.
    case version(TribeVersion)

    /// After every version, by the UTF-8 bytes of the id.
    case once(String)

    /// After every `.once`, by the UTF-8 bytes of the id.
    case whenChanged(String)

    /// After everything.
    case always
  }
}

extension TribeTarget.Position {
  /// Whether two tribes may share this position.
  ///
  /// Several tribes may share `.first` or `.always`. A version or an id belongs to one tribe only.
  public var isShareable: Bool {
    switch self {
    case .first, .always: true
    case .version, .once, .whenChanged: false
    }
  }

  /// Whether a tribe at this position runs once only, so that it can merge others and be merged.
  package var isOfOneRun: Bool {
    switch self {
    case .version, .once: true
    case .first, .whenChanged, .always: false
    }
  }

  /// Whether the position is that of a `.whenChanged`.
  package var isDerived: Bool {
    if case .whenChanged = self { true } else { false }
  }

  private var rank: Int {
    switch self {
    case .first: 0
    case .version: 1
    case .once: 2
    case .whenChanged: 3
    case .always: 4
    }
  }
}

extension TribeTarget.Position: Comparable {
  /// Whether `lhs` runs before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    switch lhs {
    case .version(let left): if case .version(let right) = rhs { return left < right }
    case .once(let left): if case .once(let right) = rhs { return ByteOrder.precedes(left, right) }
    case .whenChanged(let left): if case .whenChanged(let right) = rhs { return ByteOrder.precedes(left, right) }
    case .first, .always: break
    }
    return lhs.rank < rhs.rank
  }

  /// Whether both are the same position.
  ///
  /// Ids are equal if their UTF-8 bytes are, as in the order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch lhs {
    case .version(let left): if case .version(let right) = rhs { return left == right }
    case .once(let left): if case .once(let right) = rhs { return ByteOrder.areSame(left, right) }
    case .whenChanged(let left): if case .whenChanged(let right) = rhs { return ByteOrder.areSame(left, right) }
    case .first, .always: break
    }
    return lhs.rank == rhs.rank
  }
}

extension TribeTarget.Position: Hashable {
  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .first, .always: break
    case .version(let version): hasher.combine(version)
    case .once(let id), .whenChanged(let id): for byte in id.utf8 { hasher.combine(byte) }
    }
  }
}
