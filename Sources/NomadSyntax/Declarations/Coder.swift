/// A method that codes by hand: an `init(from:)`, an `encode(to:)`, or one that they may call.
///
/// It is a class because an open scope of the scanner refers to it.
package final class Coder {
  package enum Kind {
    /// An `init(from:)` or an `encode(to:)`, if its parameter has that type.
    case decoder, encoder
    /// An `init(rawValue:)` that does more than to keep the value.
    case rawValue
    /// Another method whose name or parameters tell that it codes.
    case helper
  }

  package let kind: Kind

  /// The name of the method.
  package let name: String

  /// The name of the parameter in the body; empty for a helper.
  package let parameter: String

  /// The type of the parameter; empty for a helper.
  package let type: TypeText

  /// The names between its name and its body.
  package let signature: Set<String>

  /// The offsets of the body in the source, with its braces.
  package internal(set) var body: Range<Int>

  /// The paths of names in the body that may be types.
  package internal(set) var paths: Set<TypeReference> = []

  /// All names in the body.
  package internal(set) var names: Set<String> = []

  /// The index of the declaration whose body contains it.
  let declaration: Int

  init(
    _ kind: Kind,
    name: String,
    parameter: String,
    type: TypeText,
    signature: Set<String>,
    brace: Int,
    declaration: Int
  ) {
    (self.kind, self.name, self.parameter, self.type, self.signature) = (kind, name, parameter, type, signature)
    (body, self.declaration) = (brace..<brace, declaration)
  }
}
