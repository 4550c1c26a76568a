/// The names that lead to a type.
enum TypePath {
  /// The components of a type's qualified name, the module first: "Module.Outer.Inner".
  static func components(of type: Any.Type) -> [String] {
    // A private type, or one inside a function, also has "(unknown context at $…)" among its components.
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }.map(String.init)
  }
}
