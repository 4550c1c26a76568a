/// What the names in a module's sources stand for.
struct NameLookup {
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

  private let table: SymbolTable
  private let protocolName: String

  /// What types and protocols inherit directly: its members are theirs, too.
  private var supertypes: [Symbol: [Symbol]] = [:]

  init(table: SymbolTable, protocolName: String) {
    self.table = table
    self.protocolName = protocolName
    guard table.hasNestedNames else { return }
    var found: [Symbol: [Symbol]] = [:]
    for symbol in table.order {
      var declared: [Symbol] = []
      for id in table.members[symbol] ?? [] {
        for reference in table[id].inherited {
          for case .declared(let supertype) in senses(of: reference, in: id).map(\.meaning)
          where !declared.contains(supertype) {
            declared.append(supertype)
          }
        }
      }
      if !declared.isEmpty { found[symbol] = declared }
    }
    supertypes = found
  }

  /// The names of the protocol that is looked for: the library has two more for `Tribe`.
  var rootNames: Set<String> {
    protocolName == Self.tribe ? [Self.tribe, "ListedTribe", "_Tribe"] : [protocolName]
  }

  static let tribe = "Tribe"

  /// A reference, and from where it is looked up.
  private struct Search: Hashable {
    var reference: TypeReference
    var scopes: Scopes
    var conditions: [Condition] = []
  }

  private enum Found {
    case meaning(Meaning)
    case alias([Search])
  }

  /// What a reference stands for where a declaration is written, each meaning once and in an order that is always the
  /// same; an alias may stand for several things.
  func senses(of reference: TypeReference, in id: SymbolTable.ID) -> [Sense] {
    // What a type inherits is looked up around it, not in it; an extension stands in its file.
    let isExtension = table[id].kind == .extension
    let scopes = isExtension ? Scopes(inner: [], file: id.file) : table.scopes(around: id)
    // What no build has together is no meaning.
    return senses(of: reference, from: scopes).filter {
      $0.conditions.isEmpty || Condition.canHold(table[id].conditions + $0.conditions)
    }
  }

  /// What a reference stands for in some scopes.
  func senses(of reference: TypeReference, from scopes: Scopes) -> [Sense] {
    var found: [Sense] = []
    var pending = [Search(reference: reference, scopes: scopes)]
    var seen: Set<Search> = []
    // Bounded, because aliases can form a cycle, even a growing one, in code that does not compile.
    while let search = pending.popLast(), seen.count < 256 {
      guard seen.insert(search).inserted else { continue }
      switch lookUp(search) {
      case .meaning(let meaning):
        let sense = Sense(meaning: meaning, conditions: search.conditions)
        if !found.contains(sense) { found.append(sense) }
      case .alias(let searches): pending += searches
      }
      if let outer = searchBehindBranches(search) { pending.append(outer) }
    }
    return found
  }

  /// What is left to search where a name is declared in branches of an `#if` only: further out, for the other builds.
  private func searchBehindBranches(_ search: Search) -> Search? {
    guard let first = search.reference.components.first?.text, !search.reference.hasModuleSelector else { return nil }
    let file = search.scopes.file
    for (index, scope) in table.path(of: search.scopes, for: first).enumerated() {
      guard let symbol = member(first, of: scope, from: file) else { continue }
      let branches = table.branches(of: symbol, from: file)
      guard branches.allSatisfy({ !$0.isEmpty }) else { return nil }
      var outer = search
      outer.scopes = search.scopes.dropping(index + 1)
      outer.conditions = search.conditions.union(branches.map(Condition.none(of:)))
      return Condition.canHold(outer.conditions) ? outer : nil
    }
    return nil
  }

  private func lookUp(_ search: Search) -> Found {
    let path = search.reference.components[...]
    let file = search.scopes.file
    guard let first = path.first?.text else { return .meaning(.foreign) }
    if !search.reference.hasModuleSelector {
      if let found = find(first, in: search.scopes), !isNamesake(found, first, from: file) {
        return follow(path.dropFirst(), from: found.symbol, search)
      }
    }
    if path.count == 1, rootNames.contains(first) { return .meaning(.root) }
    guard path.count > 1 else { return .meaning(.foreign) }
    let second = path[1].text
    let isKnown = table.modules.contains(first)
    if isKnown, let symbol = table.visible(second, of: table.names.module(first), from: file) {
      return follow(path.dropFirst(2), from: symbol, search)
    }
    // Another module's protocol of the same name is another protocol.
    let isModule = protocolName != Self.tribe || first == Library.core || isKnown
    return .meaning(path.count == 2 && rootNames.contains(second) && isModule ? .root : .foreign)
  }

  /// Whether another module's declaration only has the name of the protocol that is looked for, and a file means that.
  ///
  /// A file that imports the library means its protocol, or does not compile; one that does not import the other module
  /// does not see what that declares, and neither does any if it is not public.
  private func isNamesake(_ found: (symbol: Symbol, scope: Symbol), _ name: String, from file: Int) -> Bool {
    guard protocolName == Self.tribe, rootNames.contains(name), table.isModule(found.scope) else { return false }
    let module = table.names.name(of: found.scope)
    guard module != table.files[file].module else { return false }
    let imported = Set(table.files[file].imports.map(\.module))
    guard imported.contains(module), !imported.contains(Library.core) else { return true }
    let declarations = table.declarations(of: found.symbol).filter { $0.kind != .extension }
    return !declarations.isEmpty && declarations.allSatisfy { $0.access ?? .internal < .package }
  }

  /// What a name stands for, looked up from the innermost scope on, and the scope that has it; nil if none has.
  func find(_ name: String, in scopes: Scopes) -> (symbol: Symbol, scope: Symbol)? {
    for scope in table.path(of: scopes, for: name) {
      if let symbol = member(name, of: scope, from: scopes.file) { return (symbol, scope) }
    }
    return nil
  }

  /// What a name stands for in a scope: declared there, or in what the type of that scope inherits.
  private func member(_ name: String, of scope: Symbol, from file: Int) -> Symbol? {
    if let symbol = table.visible(name, of: scope, from: file) { return symbol }
    var pending = supertypes[scope] ?? []
    var next = 0
    while next < pending.count {
      if let symbol = table.visible(name, of: pending[next], from: file) { return symbol }
      pending += (supertypes[pending[next]] ?? []).filter { !pending.contains($0) }
      next += 1
    }
    return nil
  }

  /// Follows a path from a symbol to what it ends at, or to the first alias on the way.
  private func follow(_ path: ArraySlice<Name>, from start: Symbol, _ search: Search) -> Found {
    let file = search.scopes.file
    var symbol = start
    var rest = path
    while true {
      let aliases = table.aliases(symbol, from: file)
      let references = aliases.flatMap { alias in alias.references.map { (alias, $0) } }
      if !references.isEmpty {
        return .alias(
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
      symbol = member(next.text, of: symbol, from: file) ?? table.names.member(next.text, of: symbol)
    }
    // The module may declare the protocol that it asks for; its own `Tribe` only shadows the one that is meant.
    let isRoot = protocolName != Self.tribe && table.isHomeDeclared(protocolName, symbol)
    return .meaning(isRoot ? .root : .declared(symbol))
  }
}
