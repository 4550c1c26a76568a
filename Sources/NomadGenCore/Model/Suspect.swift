/// A place where a macro may make a type a tribe, which only the compiler would see.
struct Suspect {
  /// What the macro is, as it is used: `@Name` or `#Name`.
  var use: String

  /// The type that it stands before, by its qualified name; nil if it stands by itself.
  var type: String?

  /// A type that inherits from that one, and would be a tribe as well.
  var heir: String?

  var location: Location
}
