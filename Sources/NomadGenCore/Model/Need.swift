/// Something that a tribe depends on, as its registry says it.
package struct Need {
  /// The type as the registry writes it, or why it cannot.
  package enum Spelling {
    case written(String)
    case missing
    /// The registry cannot, as the type is a generic class' parameter or another module's own; what the tribe lacks
    /// is seen when the tribe is made.
    case unsayable
    case unreachable(name: String, Access)
  }

  /// The property's name as people read it.
  package var property: String

  /// Where that name stands.
  var location: Location

  package var type: Spelling

  /// What has to hold, besides the conditions of the tribe, for a build to have the property.
  var conditions: [Condition]
}
