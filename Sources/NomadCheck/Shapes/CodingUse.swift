import NomadSyntax

/// A use of a decoder's or an encoder's container in a hand-written method: one value that is decoded or encoded.
struct CodingUse {
  /// A step from the outermost container to a value.
  enum Step {
    /// A key: the name of a member of a type of keys.
    case key(String, of: SwiftType)
    /// The place in a container without keys.
    case index(Int)
  }

  /// The value that a method encodes, as far as it tells its type.
  enum Value {
    case property(String)
    /// The raw value of a property.
    case rawValue(of: String)
    /// A literal of a type.
    case literal(String)
    /// A call of something that may be a type: `NoteForm(text: text)`.
    case call(SwiftType)
    case other
  }

  /// The way in which a method needs a value.
  enum Presence {
    /// Decoding throws without it, or encoding always writes it.
    case required
    /// It may be missing: `decodeIfPresent`, `encodeIfPresent`, or only after the key was looked for.
    case optional
    /// It may be missing or of another type: `try?`, or in a `do` with a `catch`.
    case tolerant
  }

  /// The way to the value; empty if it is the only one.
  var path: [Step]

  /// The type that is decoded; nil if the method only looks for nil, or encodes.
  var type: SwiftType?

  /// The value that is encoded; nil if the method decodes, or writes nil.
  var value: Value?

  var presence: Presence

  /// Whether only some ways through the method come here.
  var isConditional: Bool

  /// The conditions of the `#if` directives in the method.
  var conditions: [Condition]

  var location: Location

  /// The statement, as offsets in the source.
  var statement: Range<Int>

  /// The property that keeps the decoded value; nil if that is not known.
  var property: String?

  /// The statements that do more with the value than to keep it, as offsets in the source.
  var code: [Range<Int>] = []
}

/// The body of a hand-written method of coding, as far as it can be read without running it.
struct CodingBody {
  /// The values that it decodes or encodes.
  var uses: [CodingUse] = []

  /// The statements that use the decoder or the encoder otherwise, and those that throw, as offsets in the source.
  var rest: [Range<Int>] = []

  /// The other statements on which the result may depend, as offsets in the source.
  var others: [Range<Int>] = []

  /// The labels of `case` and the texts of comparisons, which old values have to meet, as offsets in the source.
  var labels: [Range<Int>] = []

  /// The conditions of the `#if` directives around tokens, by the offsets of the tokens in the source.
  var conditions: [Int: [Condition]] = [:]
}
