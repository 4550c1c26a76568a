/// A target, parsed: its place in the one total order of tribes.
///
/// `.first` < every version < every `.once` < `.always`. Two targets with the same order stand at the same place:
/// for versions and ids that is an error, for `.first` and `.always` the tribe's name decides.
public enum TribeOrder: Sendable {
  /// Before every version.
  case first

  /// At a version.
  case version(TribeVersion)

  /// After every version, by the UTF-8 bytes of the id.
  case once(String)

  /// After everything.
  case always
}

extension TribeOrder {
  /// Whether two tribes may share this order.
  ///
  /// `.first` and `.always` may be shared; a version or an id belongs to one tribe.
  public var isShareable: Bool {
    switch self {
    case .first, .always: true
    case .version, .once: false
    }
  }

  private var rank: Int {
    switch self {
    case .first: 0
    case .version: 1
    case .once: 2
    case .always: 3
    }
  }
}

extension TribeOrder: Comparable {
  /// Whether `lhs` runs before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.version(let left), .version(let right)): left < right
    case (.once(let left), .once(let right)): ByteOrder.precedes(left, right)
    default: lhs.rank < rhs.rank
    }
  }

  /// Whether both stand at the same place; ids are compared by their UTF-8 bytes, as the order does.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.version(let left), .version(let right)): left == right
    case (.once(let left), .once(let right)): ByteOrder.areSame(left, right)
    default: lhs.rank == rhs.rank
    }
  }
}

extension TribeOrder: Hashable {
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .first, .always: break
    case .version(let version): hasher.combine(version)
    case .once(let id): for byte in id.utf8 { hasher.combine(byte) }
    }
  }
}
