/// A place where a macro may make a type a tribe, which only the compiler would see.
struct Suspect {
  /// What the macro is, as it is used: `@Name` or `#Name`.
  var use: String

  /// The type that it stands before, by its qualified name; nil if it stands by itself.
  var type: String?

  var location: Location
}
