import NomadGenCore

/// A type that looks like a tribe and inherits from something that no checked source declares.
struct UnseenType {
  /// The qualified name.
  var name: String

  /// The protocol or the superclass, as it is written.
  var ancestor: String

  /// The imported modules that may declare it.
  var imports: [String]

  var location: Location
}
