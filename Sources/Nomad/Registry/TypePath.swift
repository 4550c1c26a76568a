/// The qualified names of types.
enum TypePath {
  private static let extensionMark = "(extension in "

  /// The components of a type's qualified name, the module first: "Module.Outer.Inner".
  static func components(of type: Any.Type) -> [String] {
    // `String(reflecting:)` searches all conformances of the process first, which takes ten times as long.
    // A private type, or one inside a function, also has "(unknown context at $…)" among its components.
    var path = _typeName(type, qualified: true).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
    // "(extension in Module):Other.Outer.Inner": a type in an extension belongs to the module of the extension.
    if let first = path.first, first.hasPrefix(extensionMark), let end = first.firstIndex(of: ")") {
      path[0] = first[..<end].dropFirst(extensionMark.count)
    }
    return path.map(String.init)
  }

  /// Returns a type's name with its module, if the module is known.
  static func qualified(_ name: String, in module: String) -> String {
    module.isEmpty ? name : "\(module).\(name)"
  }
}
