/// A dependency of a tribe, as the registry lists it.
package struct Dependency {
  /// The spelling of the dependency's type in the registry, or the reason why there is none.
  package enum Spelling {
    case written(String)
    case missing
    /// The registry cannot name the type: it is a generic parameter of a class, or only another module can name it.
    ///
    /// Such a dependency is checked at run time, when the tribe is created.
    case unsayable
    case unreachable(name: String, Access)
  }

  /// The property's name without backticks.
  package var property: String

  /// The location of the name.
  var location: Location

  package var type: Spelling

  /// The conditions, besides those of the tribe, under which a build has the property.
  var conditions: [Condition]
}
