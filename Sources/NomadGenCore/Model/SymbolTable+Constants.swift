/// The values of constants, and the rules by which a name leads to one.
///
/// It never guesses: where anything else could be what a name stands for, there is no value.
extension SymbolTable {
  private enum Constant {
    case absent
    case value(String)
    /// Something of that name is there, and its value takes running code.
    case unreadable

    var isAbsent: Bool {
      if case .absent = self { true } else { false }
    }
  }

  /// The value that a name or a path stands for in the body of a declaration.
  func value(of reference: TypeReference, in id: ID) -> String? {
    guard let name = reference.components.last?.text, let owner = owner(of: reference, in: id),
      case .value(let text) = constant(name, of: owner, from: id.file)
    else { return nil }
    return text
  }

  /// Whether a file sees another member of the library's type, in an extension, under the name of one of its cases.
  func isShadowed(_ kind: String, of type: String, from file: Int) -> Bool {
    (named[type] ?? []).contains { !constant(kind, of: $0, from: file).isAbsent }
  }

  /// What a file sees of the constants that have a name in a scope: several where branches of an `#if` differ.
  private func constant(_ name: String, of owner: Symbol, from file: Int) -> Constant {
    // What is private in another file is another constant.
    let seen = (constants[names.member(name, of: owner)] ?? []).filter {
      $0.file == file || $0.constant.access?.isPrivate != true
    }
    let values = Set(seen.map(\.constant.value))
    guard let first = values.first else { return .absent }
    return first.flatMap { values.count == 1 ? .value($0) : nil } ?? .unreadable
  }

  /// The type or the module that has the constant at the end of a path.
  private func owner(of reference: TypeReference, in id: ID) -> Symbol? {
    let path = reference.components.map(\.text)
    let (name, owner) = (path[0], path.dropLast())
    let bodies = chain(of: id).map(symbol(of:))
    if owner.isEmpty {
      // The nearest declaration of a name, outwards from a body, decides.
      let scopes = bodies + modules(from: id.file).map(names.module)
      let nearest = scopes.first { !constant(name, of: $0, from: id.file).isAbsent }
      return mayHave(name, scopes.prefix { $0 != nearest }, from: id.file) ? nil : nearest
    }
    if owner == ["Self"] {
      // What `Self` is in a protocol, or in a class that others inherit from, depends on the type that conforms.
      let isFixed = declarations(of: bodies[0]).allSatisfy { declaration in
        declaration.kind != .protocol && (declaration.kind != .class || declaration.isFinal)
      }
      return isFixed ? bodies[0] : nil
    }
    if !reference.hasModuleSelector {
      let scopes = bodies + modules(declaring: name, from: id.file).map(names.module)
      let nearest = scopes.first { visible(name, of: $0, from: id.file) != nil }
      if mayHave(name, scopes.prefix { $0 != nearest }, from: id.file) { return nil }
      if let nearest { return type(at: owner, in: nearest, from: id.file) }
    }
    return modules.contains(name) ? type(at: owner.dropFirst(), in: names.module(name), from: id.file) : nil
  }

  /// Whether one of some scopes that are not seen to have a member, a type among them, could have it from a superclass,
  /// a protocol or its unseen declaration.
  private func mayHave(_ name: String, _ scopes: some Sequence<Symbol>, from file: Int) -> Bool {
    scopes.contains { scope in
      if isModule(scope) { return false }
      guard isDeclared(scope) else { return true }
      let ancestry = ancestry(of: scope)
      return !ancestry.isKnown
        || (ancestry.declared + roots + foreignExtensions(of: ancestry)).contains { ancestor in
          !constant(name, of: ancestor, from: file).isAbsent || visible(name, of: ancestor, from: file) != nil
        }
    }
  }

  /// The type at a path below a symbol, which an empty path leads to itself; nil if an alias stands on the way.
  private func type(at path: ArraySlice<String>, in start: Symbol, from file: Int) -> Symbol? {
    var symbol = start
    for name in path {
      guard let member = visible(name, of: symbol, from: file), isDeclared(member),
        aliases(member, from: file).allSatisfy(\.references.isEmpty)
      else { return nil }
      symbol = member
    }
    return symbol
  }
}
