/// A difference between the shape that old data has and the one that the sources have now.
package struct ShapeDifference: Hashable, Sendable {
  package enum Kind: Sendable {
    /// A property, a case or an associated value that old data lacks.
    case added
    /// A property, a case or an associated value that the sources no longer have.
    case removed
    /// A property or a case under another name.
    case renamed
    /// A property or a case under another key, or a case with another raw value.
    case rekeyed
    /// A property or an associated value of another type.
    case retyped
    /// The type as a whole: a struct and an enum, another raw type or superclass.
    case reshaped
    /// Other code by hand.
    case recoded
  }

  package var kind: Kind
  /// The name of the property or case in the sources; nil if the difference is about the type as a whole.
  package var member: String?
  /// The values that users have, after the type's name: "without 'dueDate'".
  package var values: String
  package var effect: CodedEffect
  /// The new statement of an `init(from:)` that the difference is about, by its checksum; nil for any other difference.
  package var statement: UInt64?

  /// Whether the new app reads all old data without an error, and reads what was meant.
  package var isReadable: Bool { effect.isReadable }

  /// Returns the difference for the values of some builds; unchanged if the condition is nil.
  func inBuilds(with condition: String?) -> ShapeDifference {
    var difference = self
    if let condition { difference.values += " in builds with '\(condition)'" }
    return difference
  }
}

/// What happens when a new app reads old data.
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

/// What decoding does with a value of one type that was encoded as another type.
enum CodedReading: Hashable {
  case same
  /// It reads the value, or does not.
  case other(CodedEffect)

  static func readable(_ loss: String) -> Self { .other(.readable(loss)) }

  static func throwing(_ failure: CodedEffect.Failure, isCertain: Bool = true, values: String = "") -> Self {
    .other(.throwing(failure, isCertain: isCertain, values: values))
  }

  /// The effect, if the value cannot be read; otherwise nil.
  var failure: CodedEffect? { if case .other(let effect) = self, !effect.isReadable { effect } else { nil } }

  private var rank: Int { self == .same ? 0 : failure == nil ? 1 : 2 }

  /// The worse of two readings.
  func and(_ other: Self) -> Self { other.rank > rank ? other : self }

  /// The better of two readings.
  func or(_ other: Self) -> Self { other.rank < rank ? other : self }
}
