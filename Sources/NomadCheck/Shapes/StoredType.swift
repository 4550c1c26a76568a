package import NomadSyntax

/// A stored type in the sources, and its shape.
package struct StoredType {
  /// A statement of a hand-written method that could not be read.
  struct Statement {
    /// The start of its text, on one line.
    var text: String
    var location: Location
  }

  package var module: String
  /// The qualified name, without the module and without backticks.
  package var name: String
  package var shape: Shape
  /// The condition of the builds that have it; nil if all have it.
  package var condition: String?
  /// The location of its name.
  package var location: Location
  /// The locations of its properties and cases, by their names.
  package var places: [String: Location] = [:]
  /// The statements of its shape, by their checksums.
  var statements: [UInt64: Statement] = [:]
  /// The types that its properties name and whose declarations were not seen, each with the location of the property.
  package var unresolved: [(type: String, location: Location)] = []
  /// Whether it conforms to `Stored`.
  var isMarked = false
  /// Whether only its own file can name it.
  var isPrivate = false
  /// Whether it is not stored, and only may be the new name of a listed type that is gone.
  package var isCandidate = false
  /// The statements of its `@available` attributes, and of those around it.
  var availability: [Availability] = []
}
