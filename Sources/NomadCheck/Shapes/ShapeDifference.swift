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
    /// Another `init(from:)` or `encode(to:)` by hand.
    case recoded
  }

  package var kind: Kind
  /// The name of the property or case in the sources; nil if the difference is about the type as a whole.
  package var member: String?
  /// Whether the new app reads all old data without an error, and reads what was meant.
  package var isReadable: Bool
  /// The values that users have, after the type's name: "without 'dueDate'".
  package var values: String
  /// What happens to them: "decoding throws keyNotFound".
  package var effect: String

  /// Returns the difference for the values of some builds; unchanged if the condition is nil.
  func inBuilds(with condition: String?) -> ShapeDifference {
    var difference = self
    if let condition { difference.values += " in builds with '\(condition)'" }
    return difference
  }
}

/// What decoding does with a value of one type that was encoded as another type.
enum CodedReading: Hashable {
  case same
  /// It reads the value, but something is lost or new: the effect.
  case readable(String)
  /// It throws an error: the effect.
  case failing(String)

  /// The worse of two readings.
  func and(_ other: Self) -> Self {
    switch (self, other) {
    case (.failing, _), (.readable, .same), (.readable, .readable), (.same, .same): self
    case (_, .failing), (.same, .readable): other
    }
  }
}
