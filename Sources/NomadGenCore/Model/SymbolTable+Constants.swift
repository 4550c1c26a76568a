/// The values of constants, and the rules by which a name leads to one.
///
/// The table never guesses: if a name could stand for anything else, it has no value.
extension SymbolTable {
  private enum Constant {
    case absent
    case value(String)
    /// The name is declared, but only running code could tell its value.
    case unreadable

    var isAbsent: Bool {
      if case .absent = self { true } else { false }
    }
  }

  /// Returns the value of a constant that a name or a path stands for in the body of a declaration.
  func value(of reference: TypeReference, in id: ID) -> String? {
    guard let name = reference.components.last?.text, let owner = owner(of: reference, in: id),
      case .value(let text) = constant(name, of: owner, from: id.file)
    else { return nil }
    return text
  }

  /// Returns whether an extension of the library's type gives it another member with the name of a case, seen from a
  /// file.
  func isShadowed(_ kind: String, of type: String, from file: Int) -> Bool {
    (named[type] ?? []).contains { !constant(kind, of: $0, from: file).isAbsent }
  }

  /// Returns the constants of a name in a scope that a file sees, as one result.
  ///
  /// Branches of an `#if` may declare several; if their values differ, the constant is unreadable.
  private func constant(_ name: String, of owner: Symbol, from file: Int) -> Constant {
    // A private constant in another file is a different constant.
    let seen = (constants[names.member(name, of: owner)] ?? []).filter {
      $0.file == file || $0.constant.access?.isPrivate != true
    }
    let values = Set(seen.map(\.constant.value))
    guard let first = values.first else { return .absent }
    return first.flatMap { values.count == 1 ? .value($0) : nil } ?? .unreadable
  }

  /// Returns the type or the module that has the constant at the end of a path.
  private func owner(of reference: TypeReference, in id: ID) -> Symbol? {
    let path = reference.components.map(\.text)
    let (name, owner) = (path[0], path.dropLast())
    let bodies = chain(of: id).map(symbol(of:))
    if owner.isEmpty {
      // The nearest declaration of a name counts, from the body outward.
      let scopes = bodies + modules(from: id.file).map(names.module)
      let nearest = scopes.first { !constant(name, of: $0, from: id.file).isAbsent }
      return mayHave(name, scopes.prefix { $0 != nearest }, from: id.file) ? nil : nearest
    }
    if owner == ["Self"] {
      // In a protocol or in a class with subclasses, `Self` depends on the conforming type.
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

  /// Returns whether one of some scopes may have a member of this name that the scanner does not see.
  ///
  /// It may come from a superclass, from a protocol, or from the scope's own declaration, if that is unknown.
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

  /// Returns the type at the end of a path that starts at a symbol; nil if there is an alias on the path.
  ///
  /// An empty path leads to the symbol itself.
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
