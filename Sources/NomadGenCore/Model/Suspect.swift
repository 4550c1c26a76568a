/// A place where a macro may make a type a tribe, which only the compiler can see.
struct Suspect {
  /// The macro, as the source uses it: `@Name` or `#Name`.
  var use: String

  /// The qualified name of the type to which the macro is attached; nil if the macro is freestanding.
  var type: String?

  /// The qualified name of a type that inherits from that one, and would be a tribe as well.
  var heir: String?

  var location: Location
}
