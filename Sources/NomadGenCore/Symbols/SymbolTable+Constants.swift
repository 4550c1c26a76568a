import NomadSyntax

/// The values of constants, and the rules by which a name leads to one.
///
/// The table never guesses: if a name could stand for anything else, it has no value.
extension SymbolTable {
  /// The value that a constant has under some conditions.
  struct StringValue {
    let literal: SourceFile.StringConstant
    /// Whether the module whose tribes are discovered declares it.
    let isOwn: Bool
    /// The `#if` branches that declare it; none if all branches give the same value.
    var conditions: [Condition]
  }

  /// Returns the values that a name or a path stands for in the body of a declaration, one for each `#if` branch.
  ///
  /// - Parameters:
  ///   - reference: The name or the path.
  ///   - id: The declaration.
  ///   - outer: The conditions of the builds that count.
  /// - Returns: The values, of which no build has two; nil if one cannot be read for certain.
  func values(of reference: TypeReference, in id: ID, within outer: [Condition]) -> [StringValue]? {
    guard let name = reference.components.last?.text,
      let scopes = scopes(of: reference, in: id, within: outer)
    else { return nil }
    var values: [StringValue] = []
    var rest = outer
    // The nearest declaration of a name counts; in builds that lack it, because of an `#if`, the next one does.
    for scope in scopes {
      let seen = constants(name, of: scope, from: id.file).filter {
        !Condition.areExclusive($0.constant.conditions, rest)
      }
      for (found, branch) in zip(seen, Condition.separated(seen.map(\.constant.conditions))) {
        guard let literal = found.constant.literal, isString(found) else { return nil }
        // Two constants in one build, such as those of two generic extensions, have to agree.
        guard let branch else {
          if values.contains(where: { $0.literal.text == literal.text }) { continue }
          return nil
        }
        let inner = branch.union(rest.filter { !outer.contains($0) })
        values.append(StringValue(literal: literal, isOwn: files[found.file].module == home, conditions: inner))
      }
      guard let left = Condition.rest(of: rest, beyond: seen.map(\.constant.conditions)) else { break }
      if mayHave(name, scope, from: id.file) { return nil }
      rest = left
    }
    if let first = values.first, values.allSatisfy({ $0.literal.text == first.literal.text }) {
      return [StringValue(literal: first.literal, isOwn: first.isOwn, conditions: [])]
    }
    return values.isEmpty ? nil : values
  }

  /// Returns whether an extension of the library's type gives it another member with the name of a case, seen from a
  /// file.
  func isShadowed(_ kind: String, of type: String, from file: Int) -> Bool {
    index.constants[kind, default: []].contains { found in
      guard let parent = found.parent, self[parent].is(.extension), isSeen(found, from: file) else { return false }
      // An alias for the type may have several meanings, in branches of an `#if`.
      return qualifiedName(of: symbol(of: parent)) == type
        || lookup(self[parent].reference, in: parent).contains {
          $0.foreignName.flatMap(NameTree.lastName) == type
        }
    }
  }

  /// Returns whether the type of a constant with a literal is surely `String`, or a version.
  func isString(_ found: NameIndex.Constant) -> Bool {
    // A literal has the type `StringLiteralType` if no other is written.
    guard let type = found.constant.type else { return index.aliases["StringLiteralType"] == nil }
    if type.components.isEmpty { return false }
    let scopes = found.parent.map { self.scopes(within: $0) } ?? Scopes(inner: [], file: found.file)
    let version = TribeMember.readableSince.type
    let known = ["String", version, "\(Library.core).\(version)"]
    return lookup(type, from: scopes).allSatisfy { $0.foreignName.map(known.contains) ?? false }
  }

  /// Returns whether a file may import an alias for one of the library's types from a module that is not scanned.
  func mayImportAliases(_ file: Int) -> Bool {
    files[file].imports.contains { line in
      !modules.contains(line.module) && !(root.isOfLibrary && Library.isKnown(line.module))
        && !StandardTypes.modules.contains(line.module)
    }
  }

  /// Returns the constants of a name in a scope that a file sees.
  ///
  /// A private constant in another file is a different constant, and so is an internal one in another module.
  private func constants(_ name: String, of owner: Symbol, from file: Int) -> [NameIndex.Constant] {
    constants[names.member(name, of: owner), default: []].filter { isSeen($0, from: file) }
  }

  private func isSeen(_ found: NameIndex.Constant, from file: Int) -> Bool {
    sees(level(found.constant.access, in: found.parent?.declaration, of: found.file), of: found.file, from: file)
  }

  /// Returns the types and modules that may have the constant at the end of a path, nearest first; nil if that is
  /// uncertain.
  private func scopes(of reference: TypeReference, in id: ID, within outer: [Condition]) -> [Symbol]? {
    let path = reference.components.map(\.text)
    let (name, owner) = (path[0], path.dropLast())
    let bodies = chain(of: id).map(symbol(of:))
    if owner.isEmpty { return bodies + modules(from: id.file).map(names.module) }
    if owner == ["Self"] {
      // In a protocol or in a class with subclasses, `Self` depends on the conforming type.
      let isFixed = declarations(of: bodies[0]).allSatisfy { declaration in
        !declaration.is(.protocol) && (!declaration.is(.class) || declaration.isFinal)
      }
      return isFixed ? [bodies[0]] : nil
    }
    if !reference.hasModuleSelector {
      for scope in bodies + modules(declaring: name, from: id.file).map(names.module) {
        guard let symbol = visible(name, of: scope, from: id.file) else {
          if mayHave(name, scope, from: id.file) { return nil }
          continue
        }
        // In builds without the type, because of an `#if`, the name may mean another one.
        let isEverywhere = Condition.rest(of: outer, beyond: branches(of: symbol, from: id.file)) == nil
        guard isEverywhere || isModule(scope) else { return nil }
        return type(at: owner, in: scope, from: id.file).map { [$0] }
      }
    }
    guard modules.contains(name) else { return nil }
    return type(at: owner.dropFirst(), in: names.module(name), from: id.file).map { [$0] }
  }

  /// Returns whether a scope may have a member of this name that the scanner does not see.
  ///
  /// It may come from a superclass, from a protocol, or from the scope's own declaration, if that is unknown.
  private func mayHave(_ name: String, _ scope: Symbol, from file: Int) -> Bool {
    if isModule(scope) { return false }
    guard isDeclared(scope) else { return true }
    let ancestry = ancestry(of: scope)
    return !ancestry.isKnown
      || (ancestry.declared + roots + foreignExtensions(of: ancestry)).contains { ancestor in
        !constants(name, of: ancestor, from: file).isEmpty || visible(name, of: ancestor, from: file) != nil
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
