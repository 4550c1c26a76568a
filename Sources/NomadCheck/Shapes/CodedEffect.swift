/// What happens when a new app reads old data that differs.
package enum CodedEffect: Hashable, Sendable {
  /// The errors of decoding.
  package enum Failure: String, Sendable { case keyNotFound, typeMismatch, valueNotFound, dataCorrupted }

  /// Decoding throws an error.
  ///
  /// - Parameters:
  ///   - isCertain: Whether it does in any case, as far as values of that kind occur.
  ///   - values: The values for which it does, such as "for fractions"; empty for all.
  case throwing(Failure, isCertain: Bool = true, values: String = "")
  /// Decoding gives something else than was meant, or nobody can tell.
  case wrong(String)
  /// Decoding works, and something is new or lost.
  case readable(String)

  static func lost(_ name: String) -> Self { .readable("'\(name)' is lost") }

  var isReadable: Bool { if case .readable = self { true } else { false } }

  /// The effect in words: "decoding throws keyNotFound".
  package var text: String {
    switch self {
    case .throwing(let failure, let isCertain, let values):
      "decoding \(isCertain ? "throws" : "can throw") \(failure)\(values.isEmpty ? "" : " \(values)")"
    case .wrong(let text), .readable(let text): text
    }
  }

  /// The same effect, if code or a type that was not seen may prevent it.
  var uncertain: CodedEffect {
    if case .throwing(let failure, _, let values) = self {
      .throwing(failure, isCertain: false, values: values)
    } else {
      self
    }
  }
}

/// The effect of a type on the values of another one; nil if there is none.
extension CodedEffect? {
  /// The effect, if the value cannot be read; otherwise nil.
  var failure: CodedEffect? { flatMap { $0.isReadable ? nil : $0 } }

  private var rank: Int { self == nil ? 0 : failure == nil ? 1 : 2 }

  /// The worse of two effects.
  func and(_ other: Self) -> Self { other.rank > rank ? other : self }

  /// The better of two effects.
  func or(_ other: Self) -> Self { other.rank < rank ? other : self }
}
