package import NomadSyntax

/// The lookup of names of types.
///
/// It is the only one: for names that declarations inherit, extend or mention, and for those behind aliases. Constants
/// follow rules of their own: see ``values(of:in:within:)``.
extension SymbolTable {
  package enum Meaning: Hashable {
    /// The protocol to discover.
    case root
    /// A type or a protocol that one of the modules declares.
    case declared(Symbol)
    /// A type or a protocol that no scanned module declares.
    case foreign
  }

  /// A meaning, and the `#if` branches of the aliases that lead to it.
  package struct Sense: Hashable {
    package let meaning: Meaning
    /// The name at the end of all aliases; nil if the meaning is known.
    package var foreignName: String?
    package var conditions: [Condition]
  }

  /// A reference, and the scopes in which it is looked up.
  private struct Search: Hashable {
    var reference: TypeReference
    var scopes: Scopes
    var conditions: [Condition] = []
  }

  /// A symbol that a name stands for, the scope that contains it, and that scope's place in the list of scopes.
  package struct FoundName {
    package let symbol: Symbol
    let scope: Symbol
    fileprivate var depth: Int
  }

  private enum Destination {
    case meaning(Meaning)
    /// An alias on the path, which may stand for several things.
    ///
    /// The symbol is the end of the path if the alias is not resolved.
    case alias(Symbol, [Search])
  }

  /// Returns the meanings of a reference in the inheritance clause or the requirements of a declaration.
  ///
  /// An alias may have several meanings. Each is listed once, in an order that is always the same.
  package func lookup(_ reference: TypeReference, in id: ID) -> [Sense] {
    // Inherited names are looked up around the type, not inside it. An extension is at the top level of its file.
    let isExtension = self[id].is(.extension)
    let scopes = isExtension ? Scopes(inner: [], file: id.file) : scopes(around: id)
    // Leave out meanings that no build can have.
    return lookup(reference, from: scopes).filter {
      $0.conditions.isEmpty || Condition.canHold(self[id].conditions + $0.conditions)
    }
  }

  /// Returns the meanings of a reference in some scopes.
  package func lookup(_ reference: TypeReference, from scopes: Scopes) -> [Sense] {
    var found: [Sense] = []
    var pending = [Search(reference: reference, scopes: scopes)]
    var seen: Set<Search> = []
    // Aliases can form a cycle in code that does not compile, even a growing one, so there is a limit.
    while let search = pending.popLast(), seen.count < 256 {
      guard seen.insert(search).inserted else { continue }
      let first = findFirst(of: search)
      var destination = follow(search, from: first)
      if case .meaning(.foreign) = destination { destination = followElsewhere(search) ?? destination }
      switch destination {
      case .meaning(let meaning):
        let foreignName = meaning == .foreign ? search.reference.foreignName : nil
        let sense = Sense(meaning: meaning, foreignName: foreignName, conditions: search.conditions)
        if !found.contains(sense) { found.append(sense) }
      case .alias(_, let searches): pending += searches
      }
      if let outer = first.flatMap({ searchBehindBranches(of: $0, search) }) { pending.append(outer) }
    }
    return found
  }

  /// Returns the symbol of the type that an extension extends, through aliases that lead to only one type.
  ///
  /// A type that no scanned module declares has a symbol, too.
  func lookupExtended(_ reference: TypeReference, from file: Int) -> Symbol {
    // Aliases can form a cycle in code that does not compile, so there is a limit.
    var steps = 64
    return end(of: Search(reference: reference, scopes: Scopes(inner: [], file: file)), &steps)
  }

  private func end(of search: Search, _ steps: inout Int) -> Symbol {
    let (start, rest) = place(search.reference, in: search.scopes.file)
    steps -= 1
    guard steps > 0 else { return names.member(rest, of: start) }
    var destination = follow(search, from: findFirst(of: search))
    // A type that no scanned module declares may have members in extensions.
    if case .meaning(.foreign) = destination { destination = follow(rest, from: start, search) }
    switch destination {
    case .meaning(.declared(let symbol)): return symbol
    case .meaning: return names.member(rest, of: start)
    case .alias(let symbol, let searches):
      let ends = searches.map { end(of: $0, &steps) }
      return ends.first.map { first in ends.allSatisfy { $0 == first } ? first : symbol } ?? symbol
    }
  }

  /// Returns the symbol that a name stands for, from the innermost scope outward; nil if no scope has it.
  package func find(_ name: String, in scopes: Scopes) -> FoundName? {
    for (depth, scope) in path(of: scopes, for: name).enumerated() {
      if let symbol = member(name, of: scope, from: scopes.file) {
        return FoundName(symbol: symbol, scope: scope, depth: depth)
      }
    }
    return nil
  }

  /// Returns the aliases that a path leads to; there are several if they are in branches of an `#if`.
  package func aliases(at reference: TypeReference, from scopes: Scopes) -> [Alias] {
    guard let last = reference.components.last?.text else { return [] }
    var owner = reference
    owner.components.removeLast()
    if owner.components.isEmpty { return find(last, in: scopes).map { aliases($0.symbol, from: scopes.file) } ?? [] }
    for case .declared(let symbol) in lookup(owner, from: scopes).map(\.meaning) where isDeclared(symbol) {
      return member(last, of: symbol, from: scopes.file).map { aliases($0, from: scopes.file) } ?? []
    }
    guard owner.components.count == 1, modules.contains(owner.components[0].text) else { return [] }
    return visible(last, inModule: owner.components[0].text, from: scopes.file)
      .map { aliases($0, from: scopes.file) } ?? []
  }

  // MARK: Steps

  /// Follows a search to what an extension declares in a type that no scanned module declares; nil if there is none.
  private func followElsewhere(_ search: Search) -> Destination? {
    let (start, rest) = place(search.reference, in: search.scopes.file)
    // A declared type was not found because the file does not see it.
    if isDeclared(start) { return nil }
    let destination = follow(rest, from: start, search)
    if case .meaning(.declared(let symbol)) = destination, !isDeclared(symbol) { return nil }
    return destination
  }

  private func findFirst(of search: Search) -> FoundName? {
    guard let first = search.reference.components.first, !search.reference.hasModuleSelector else { return nil }
    return find(first.text, in: search.scopes)
  }

  /// Returns the member of a name in a scope: one declared there, or one that the scope's type inherits.
  private func member(_ name: String, of scope: Symbol, from file: Int) -> Symbol? {
    if let symbol = visible(name, of: scope, from: file) { return symbol }
    for ancestor in parents[scope]?.closure({ parents[$0, default: []] }) ?? [] {
      if let symbol = visible(name, of: ancestor, from: file) { return symbol }
    }
    return nil
  }

  /// Returns the search in outer scopes for builds without the symbol found; nil if every build has that symbol.
  ///
  /// A build may lack the symbol if all its declarations are in branches of an `#if`.
  private func searchBehindBranches(of found: FoundName, _ search: Search) -> Search? {
    let branches = branches(of: found.symbol, from: search.scopes.file)
    guard branches.allSatisfy({ !$0.isEmpty }) else { return nil }
    var outer = search
    outer.scopes = search.scopes.dropping(found.depth + 1)
    outer.conditions = search.conditions.union(branches.map(Condition.none(of:)))
    return Condition.canHold(outer.conditions) ? outer : nil
  }

  /// Follows a search from the meaning of its first name.
  private func follow(_ search: Search, from found: FoundName?) -> Destination {
    let path = search.reference.components[...]
    let file = search.scopes.file
    guard let first = path.first?.text else { return .meaning(.foreign) }
    if let found, !isNamesake(found, first, from: file) { return follow(path.dropFirst(), from: found.symbol, search) }
    if path.count == 1, root.names.contains(first) { return .meaning(.root) }
    guard path.count > 1 else { return .meaning(.foreign) }
    let second = path[1].text
    let isKnown = modules.contains(first)
    if isKnown, let symbol = visible(second, inModule: first, from: file) {
      return follow(path.dropFirst(2), from: symbol, search)
    }
    // A protocol of the same name in another module is a different protocol.
    let isModule = !root.isOfLibrary || first == Library.core || isKnown
    return .meaning(path.count == 2 && root.names.contains(second) && isModule ? .root : .foreign)
  }

  /// Returns whether a symbol has only the name of the protocol to discover, while the file means the protocol itself.
  ///
  /// The symbol is from another module. A file that imports the library means the library's protocol, or does not
  /// compile. A file that does not import the other module does not see its declarations.
  private func isNamesake(_ found: FoundName, _ name: String, from file: Int) -> Bool {
    guard root.isOfLibrary, root.names.contains(name), isModule(found.scope) else { return false }
    let module = names.name(of: found.scope)
    guard module != files[file].module else { return false }
    return !imported[file].contains(module) || imported[file].contains(Library.core)
  }

  /// Follows a path from a symbol to its end, or to the first alias on it.
  private func follow(_ path: ArraySlice<Name>, from start: Symbol, _ search: Search) -> Destination {
    let file = search.scopes.file
    var symbol = start
    var rest = path
    while true {
      let aliases = aliases(symbol, from: file)
      let references = aliases.flatMap { alias in alias.references.map { (alias, $0) } }
      if !references.isEmpty {
        return .alias(
          names.member(rest, of: symbol),
          references.map { alias, reference in
            var reference = reference
            reference.components += rest
            let conditions = search.conditions.union(alias.conditions)
            return Search(reference: reference, scopes: alias.scopes, conditions: conditions)
          }
        )
      }
      guard let next = rest.popFirst() else {
        // An alias for something other than a path of names has no known meaning.
        if !aliases.isEmpty { return .meaning(.foreign) }
        break
      }
      symbol = member(next.text, of: symbol, from: file) ?? names.member(next.text, of: symbol)
    }
    // A module may declare the protocol to discover itself, unless that is the library's: a module's own `Tribe` only
    // shadows it.
    let isRoot =
      !root.isOfLibrary && root.names.contains(names.name(of: symbol))
      && names.parent(of: symbol) == names.module(home)
    return .meaning(isRoot ? .root : .declared(symbol))
  }
}

/// The scopes in which a name is looked up: bodies and blocks of code, and the modules around them.
extension SymbolTable {
  /// Returns whether a symbol is a module.
  package func isModule(_ symbol: Symbol) -> Bool {
    names.parent(of: symbol) == nil && names.file(ofBlock: symbol) == nil
  }

  /// Returns the module that contains a symbol.
  package func module(of symbol: Symbol) -> String {
    let root = names.root(of: symbol)
    return names.file(ofBlock: root).map { files[$0].module } ?? names.name(of: root)
  }

  /// Returns the symbol of the first name in a path whose type no scanned module declares, and the names after it.
  ///
  /// The symbol is a member of the file's own module, unless the path names another module. A module that is not
  /// scanned counts as the file's own one, if that has no type of that name.
  func place(_ reference: TypeReference, in file: Int) -> (start: Symbol, rest: ArraySlice<Name>) {
    var path = reference.components[...]
    var module = files[file].module
    if let first = path.first?.text {
      if !reference.hasModuleSelector, let declaring = modules(declaring: first, from: file).first {
        module = declaring
      } else if path.count > 1, modules.contains(first) {
        module = first
        path.removeFirst()
      } else if path.count > 1,
        // Every file imports the standard library implicitly.
        reference.hasModuleSelector || first == "Swift" || files[file].imports.contains(where: { $0.module == first })
      {
        path.removeFirst()
        // The module's own type of that name is another one.
        if let name = path.first?.text, visible(name, of: names.module(module), from: file) != nil { module = first }
      }
    }
    guard let first = path.popFirst()?.text else { return (names.module(module), []) }
    return (visible(first, of: names.module(module), from: file) ?? names.member(first, of: names.module(module)), path)
  }

  // MARK: Scopes

  /// Returns the scopes around a declaration.
  package func scopes(around id: ID) -> Scopes {
    scopes(in: self[id].parent, block: self[id].block, of: id.file)
  }

  /// Returns the scopes inside the body of a declaration.
  package func scopes(within id: ID) -> Scopes {
    scopes(in: id.declaration, block: nil, of: id.file)
  }

  /// Returns the scopes of a file outside of all declarations.
  package func scopes(of file: Int) -> Scopes { scopes(in: nil, block: nil, of: file) }

  /// Returns the scopes inside a body or a block of code.
  ///
  /// In an extension of a nested type, they include that type, but none of the types around it.
  func scopes(in parent: Int?, block: Int?, of file: Int) -> Scopes {
    var inner: [Symbol] = []
    var (parent, block) = (parent, block)
    while true {
      while let declaration = parent {
        inner.append(symbol(of: ID(file: file, declaration: declaration)))
        parent = files[file].declarations[declaration].parent
      }
      guard let index = block else { break }
      inner.append(names.block(index, in: file))
      (parent, block) = (files[file].blocks[index].parent, files[file].blocks[index].outer)
    }
    return Scopes(inner: inner, file: file)
  }

  /// Returns the symbols among whose members a name is looked up, innermost first.
  func path(of scopes: Scopes, for name: String) -> [Symbol] {
    scopes.inner + modules(declaring: name, from: scopes.file).dropFirst(scopes.passed).map(names.module)
  }
}
