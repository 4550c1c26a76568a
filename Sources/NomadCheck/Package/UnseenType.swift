import NomadGenCore
import NomadSyntax

/// A type that looks like a tribe and inherits from a type or protocol that no checked source declares.
struct UnseenType {
  /// The qualified name.
  var name: String

  /// The protocol or the superclass, as it is written.
  var ancestor: String

  /// The imported modules that may declare the ancestor.
  var imports: [String]

  var location: Location
}
