/// What a name stands for: the one look-up, for what declarations inherit, extend, mention and lead to through aliases.
extension SymbolTable {
  enum Meaning: Hashable {
    /// The protocol that is looked for.
    case root
    /// A type or a protocol of one of the modules.
    case declared(Symbol)
    /// Something from elsewhere.
    case foreign
  }

  /// A meaning, and the `#if` branches of the aliases on the way to it.
  struct Sense: Hashable {
    var meaning: Meaning
    var conditions: [Condition]
  }

  /// A reference, and from where it is looked up.
  private struct Search: Hashable {
    var reference: TypeReference
    var scopes: Scopes
    var conditions: [Condition] = []
  }

  /// A name that was found, and the scope that has it, by its place on the path of scopes.
  struct Find {
    var symbol: Symbol
    var scope: Symbol
    fileprivate var depth: Int
  }

  private enum Step {
    case meaning(Meaning)
    /// An alias was met, which may stand for several things; the symbol is what the path leads to without it.
    case alias(Symbol, [Search])
  }

  /// What a reference stands for where a declaration is written, each meaning once and in an order that is always the
  /// same; an alias may stand for several things.
  func lookup(_ reference: TypeReference, in id: ID) -> [Sense] {
    // What a type inherits is looked up around it, not in it; an extension stands in its file.
    let isExtension = self[id].kind == .extension
    let scopes = isExtension ? Scopes(inner: [], file: id.file) : scopes(around: id)
    // What no build has together is no meaning.
    return lookup(reference, from: scopes).filter {
      $0.conditions.isEmpty || Condition.canHold(self[id].conditions + $0.conditions)
    }
  }

  /// What a reference stands for in some scopes.
  func lookup(_ reference: TypeReference, from scopes: Scopes) -> [Sense] {
    var found: [Sense] = []
    var pending = [Search(reference: reference, scopes: scopes)]
    var seen: Set<Search> = []
    // Bounded, because aliases can form a cycle, even a growing one, in code that does not compile.
    while let search = pending.popLast(), seen.count < 256 {
      guard seen.insert(search).inserted else { continue }
      let first = findFirst(of: search)
      switch follow(search, from: first) {
      case .meaning(let meaning):
        let sense = Sense(meaning: meaning, conditions: search.conditions)
        if !found.contains(sense) { found.append(sense) }
      case .alias(_, let searches): pending += searches
      }
      if let outer = first.flatMap({ searchBehindBranches(of: $0, search) }) { pending.append(outer) }
    }
    return found
  }

  /// The symbol of what an extension extends, through aliases that stand for one thing; what is declared nowhere has a
  /// symbol, too.
  func lookupExtended(_ reference: TypeReference, from file: Int) -> Symbol {
    var search = Search(reference: reference, scopes: Scopes(inner: [], file: file))
    // Bounded, because aliases can form a cycle in code that does not compile.
    for _ in 0..<16 {
      var step = follow(search, from: findFirst(of: search))
      let (start, rest) = place(search.reference, in: search.scopes.file)
      // What is declared nowhere may have members in extensions.
      if case .meaning(.foreign) = step { step = follow(rest, from: start, search) }
      switch step {
      case .meaning(.declared(let symbol)): return symbol
      case .meaning: return names.member(rest, of: start)
      case .alias(_, let searches) where searches.count == 1: search = searches[0]
      case .alias(let symbol, _): return symbol
      }
    }
    let (start, rest) = place(reference, in: file)
    return names.member(rest, of: start)
  }

  /// What a name stands for, looked up from the innermost scope on; nil if none has it.
  func find(_ name: String, in scopes: Scopes) -> Find? {
    for (depth, scope) in path(of: scopes, for: name).enumerated() {
      if let symbol = member(name, of: scope, from: scopes.file) {
        return Find(symbol: symbol, scope: scope, depth: depth)
      }
    }
    return nil
  }

  // MARK: Steps

  private func findFirst(of search: Search) -> Find? {
    guard let first = search.reference.components.first, !search.reference.hasModuleSelector else { return nil }
    return find(first.text, in: search.scopes)
  }

  /// What a name stands for in a scope: declared there, or in what the type of that scope inherits.
  private func member(_ name: String, of scope: Symbol, from file: Int) -> Symbol? {
    if let symbol = visible(name, of: scope, from: file) { return symbol }
    for ancestor in parents[scope]?.closure({ parents[$0] ?? [] }) ?? [] {
      if let symbol = visible(name, of: ancestor, from: file) { return symbol }
    }
    return nil
  }

  /// What is left to search where a name is declared in branches of an `#if` only: further out, for the other builds.
  private func searchBehindBranches(of found: Find, _ search: Search) -> Search? {
    let branches = branches(of: found.symbol, from: search.scopes.file)
    guard branches.allSatisfy({ !$0.isEmpty }) else { return nil }
    var outer = search
    outer.scopes = search.scopes.dropping(found.depth + 1)
    outer.conditions = search.conditions.union(branches.map(Condition.none(of:)))
    return Condition.canHold(outer.conditions) ? outer : nil
  }

  /// Follows a search from what its first name stands for.
  private func follow(_ search: Search, from found: Find?) -> Step {
    let path = search.reference.components[...]
    let file = search.scopes.file
    guard let first = path.first?.text else { return .meaning(.foreign) }
    if let found, !isNamesake(found, first, from: file) { return follow(path.dropFirst(), from: found.symbol, search) }
    if path.count == 1, rootNames.contains(first) { return .meaning(.root) }
    guard path.count > 1 else { return .meaning(.foreign) }
    let second = path[1].text
    let isKnown = modules.contains(first)
    if isKnown, let symbol = visible(second, of: names.module(first), from: file) {
      return follow(path.dropFirst(2), from: symbol, search)
    }
    // Another module's protocol of the same name is another protocol.
    let isModule = protocolName != Library.tribe || first == Library.core || isKnown
    return .meaning(path.count == 2 && rootNames.contains(second) && isModule ? .root : .foreign)
  }

  /// Whether another module's declaration only has the name of the protocol that is looked for, and a file means that.
  ///
  /// A file that imports the library means its protocol, or does not compile; one that does not import the other module
  /// does not see what that declares, and neither does any if it is not public.
  private func isNamesake(_ found: Find, _ name: String, from file: Int) -> Bool {
    guard protocolName == Library.tribe, rootNames.contains(name), isModule(found.scope) else { return false }
    let module = names.name(of: found.scope)
    guard module != files[file].module else { return false }
    let imported = Set(files[file].imports.map(\.module))
    guard imported.contains(module), !imported.contains(Library.core) else { return true }
    return isDeclared(found.symbol)
      && declaring[found.symbol, default: []].allSatisfy { self[$0].access ?? .internal < .package }
  }

  /// Follows a path from a symbol to what it ends at, or to the first alias on the way.
  private func follow(_ path: ArraySlice<Name>, from start: Symbol, _ search: Search) -> Step {
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
        // Of what is no path of names nothing is known.
        if !aliases.isEmpty { return .meaning(.foreign) }
        break
      }
      symbol = member(next.text, of: symbol, from: file) ?? names.member(next.text, of: symbol)
    }
    // The module may declare the protocol that it asks for; its own `Tribe` only shadows the one that is meant.
    let isRoot =
      protocolName != Library.tribe && names.name(of: symbol) == protocolName
      && names.parent(of: symbol) == names.module(home)
    return .meaning(isRoot ? .root : .declared(symbol))
  }
}
