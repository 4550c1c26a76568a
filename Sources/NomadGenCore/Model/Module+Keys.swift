/// How keys are made of names.
extension Module {
  /// What stands before the names of a file's declarations in their keys.
  func prefix(ofFile file: Int) -> String { Self.prefix(of: files[file].dependency) }

  static func prefix(of dependency: String?) -> String { dependency.map { $0 + "\0" } ?? "" }

  /// What stands before the names of what is declared in a block of code: nothing else shares them.
  static func prefix(ofBlock block: Int, in file: Int) -> String { "\(file):\(block)\0" }

  /// The qualified name in a key, without the module.
  static func qualifiedName(in key: String) -> Substring {
    key.lastIndex(of: "\0").map { key[key.index(after: $0)...] } ?? key[...]
  }

  /// The module in a key; empty for the one whose tribes are looked for.
  static func dependency(in key: String) -> String {
    key.firstIndex(of: "\0").map { String(key[..<$0]) } ?? ""
  }

  /// How a declaration is written from outside of all others.
  func spelling(of id: ID) -> String {
    chain(of: id).reversed().flatMap { self[$0].reference.components.map(\.spelling) }.joined(separator: ".")
  }

  /// How a type, a protocol or an alias is written from outside of all others.
  func spelling(ofKey key: String) -> String {
    if let id = (members[key] ?? []).first(where: { self[$0].kind != .extension }) { return spelling(of: id) }
    return Name.readable(Self.qualifiedName(in: key))
  }

  static func components(of key: String) -> [String] {
    Name.unmarked(qualifiedName(in: key)).split(separator: ".").map(String.init)
  }

  static func lastComponent(of key: String) -> String {
    components(of: key).last ?? key
  }
}
