extension TribeVersion {
  /// One dot-separated identifier of a pre-release (SemVer 2.0.0 clauses 9 and 11.4).
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum PrereleaseIdentifier: Hashable, Sendable {
    /// An identifier of digits only, compared as a number (clause 11.4.1).
    case numeric(Number)

    /// Any other identifier, compared in ASCII order (clause 11.4.2).
    case alphanumeric(String)

    /// Reads an identifier.
    ///
    /// - Parameter text: One or more of `0-9`, `A-Z`, `a-z` and `-`, without a leading zero if all are digits.
    ///   Anything else gives nil.
    public init?(_ text: some StringProtocol) {
      self.init(Array(text.utf8)[...], isAllowed: ASCII.isIdentifier)
    }

    /// Reads an identifier of the bytes that `isAllowed` accepts.
    init?(_ bytes: ArraySlice<UInt8>, isAllowed: (UInt8) -> Bool) {
      if let number = Number(bytes) {
        guard bytes.count == 1 || bytes.first != UInt8(ascii: "0") else { return nil }
        self = .numeric(number)
      } else {
        if bytes.isEmpty { return nil }
        for byte in bytes where !isAllowed(byte) { return nil }
        self = .alphanumeric(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}

extension TribeVersion.PrereleaseIdentifier: Comparable {
  /// Whether `lhs` has the lower precedence.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.numeric(let left), .numeric(let right)): left < right
    case (.alphanumeric(let left), .alphanumeric(let right)): ByteOrder.precedes(left, right)
    // SemVer 2.0.0 clause 11.4.3: numeric identifiers precede the others.
    case (.numeric, .alphanumeric): true
    case (.alphanumeric, .numeric): false
    }
  }
}

extension TribeVersion.PrereleaseIdentifier: CustomStringConvertible {
  /// The identifier as written in a version.
  public var description: String {
    switch self {
    case .numeric(let number): number.description
    case .alphanumeric(let text): text
    }
  }
}

extension TribeVersion.PrereleaseIdentifier: ExpressibleByIntegerLiteral {
  /// Creates a numeric identifier from an integer literal of at most 64 bits.
  public init(integerLiteral value: UInt64) {
    self = .numeric(TribeVersion.Number(integerLiteral: value))
  }
}
