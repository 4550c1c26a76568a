/// What the names in a module's sources stand for.
struct NameLookup {
  enum Meaning: Hashable {
    /// The protocol that is looked for.
    case root
    /// A type or a protocol of the module or of one that it depends on, by its key.
    case declared(String)
    /// Something from elsewhere.
    case foreign
  }

  /// A meaning, and the `#if` branches of the aliases on the way to it.
  struct Sense: Hashable {
    var meaning: Meaning
    var conditions: [Condition]
  }

  private let module: Module
  private let protocolName: String

  /// What types and protocols inherit directly, by their keys: its members are theirs, too.
  private var supertypes: [String: [String]] = [:]

  init(module: Module, protocolName: String) {
    self.module = module
    self.protocolName = protocolName
    guard module.hasNestedNames else { return }
    var found: [String: [String]] = [:]
    for key in module.order {
      var declared: Set<String> = []
      for id in module.members[key] ?? [] {
        for reference in module[id].inherited {
          for case .declared(let supertype) in senses(of: reference, in: id).map(\.meaning) {
            declared.insert(supertype)
          }
        }
      }
      if !declared.isEmpty { found[key] = declared.sorted() }
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
    var scopes: [String]
    var file: Int
    var conditions: [Condition] = []
  }

  private enum Found {
    case meaning(Meaning)
    case alias([Search])
  }

  /// What a reference stands for where a declaration is written, each meaning once and in an order that is always the
  /// same; an alias may stand for several things.
  func senses(of reference: TypeReference, in id: Module.ID) -> [Sense] {
    var found: [Sense] = []
    // What a type inherits is looked up around it, not in it; an extension stands in its file.
    let isExtension = module[id].kind == .extension
    let scopes = isExtension ? module.outerScopes(of: id.file) : module.scopes(around: id)
    var pending = [Search(reference: reference, scopes: scopes, file: id.file)]
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
    // What no build has together is no meaning.
    return found.filter { $0.conditions.isEmpty || Condition.canHold(module[id].conditions + $0.conditions) }
  }

  /// What is left to search where a name is declared in branches of an `#if` only: further out, for the other builds.
  private func searchBehindBranches(_ search: Search) -> Search? {
    guard let first = search.reference.components.first?.text, !search.reference.hasModuleSelector else { return nil }
    for (index, scope) in search.scopes.enumerated() {
      guard let key = member(first, of: scope, from: search.file) else { continue }
      let branches = module.branches(of: key, from: search.file)
      guard branches.allSatisfy({ !$0.isEmpty }) else { return nil }
      var outer = search
      outer.scopes = Array(search.scopes[(index + 1)...])
      outer.conditions = search.conditions.union(branches.map(Condition.none(of:)))
      return Condition.canHold(outer.conditions) ? outer : nil
    }
    return nil
  }

  private func lookUp(_ search: Search) -> Found {
    let path = search.reference.components[...]
    guard let first = path.first?.text else { return .meaning(.foreign) }
    if !search.reference.hasModuleSelector {
      if let found = find(first, in: search.scopes, from: search.file), !isNamesake(found, first, from: search.file) {
        return follow(path.dropFirst(), from: found.key, search)
      }
    }
    if path.count == 1, rootNames.contains(first) { return .meaning(.root) }
    guard path.count > 1 else { return .meaning(.foreign) }
    let second = path[1].text
    let key = (module.dependencies.contains(first) ? Module.prefix(of: first) : "") + second
    let isKnown = first == module.name || module.dependencies.contains(first)
    if isKnown, let key = module.visibleKey(key, from: search.file) {
      return follow(path.dropFirst(2), from: key, search)
    }
    // Another module's protocol of the same name is another protocol.
    let isModule = protocolName != Self.tribe || first == "Nomad" || isKnown
    return .meaning(path.count == 2 && rootNames.contains(second) && isModule ? .root : .foreign)
  }

  /// Whether another module's declaration only has the name of the protocol that is looked for, and a file means that.
  ///
  /// A file that imports the library means its protocol, or does not compile; one that does not import the other module
  /// does not see what that declares, and neither does any if it is not public.
  private func isNamesake(_ found: (key: String, scope: String), _ name: String, from file: Int) -> Bool {
    guard protocolName == Self.tribe, rootNames.contains(name), found.scope != module.prefix(ofFile: file),
      let dependency = module.dependencies.first(where: { Module.prefix(of: $0) == found.scope })
    else { return false }
    let imported = Set(module.files[file].imports.map(\.module))
    guard imported.contains(dependency), !imported.contains(Library.core) else { return true }
    let declarations = module.declarations(of: found.key).filter { $0.kind != .extension }
    return !declarations.isEmpty && declarations.allSatisfy { $0.access ?? .internal < .package }
  }

  /// The key of a name, looked up from the innermost scope on, and the scope that has it; nil if none has.
  func find(_ name: String, in scopes: [String], from file: Int) -> (key: String, scope: String)? {
    for scope in scopes {
      if let key = member(name, of: scope, from: file) { return (key, scope) }
    }
    return nil
  }

  /// The key of a name in a scope: declared there, or in what the type of that scope inherits.
  private func member(_ name: String, of scope: String, from file: Int) -> String? {
    if let key = module.visibleKey(scope + name, from: file) { return key }
    var pending = supertypes[String(scope.dropLast())] ?? []
    var next = 0
    while next < pending.count {
      if let key = module.visibleKey(pending[next] + "." + name, from: file) { return key }
      pending += (supertypes[pending[next]] ?? []).filter { !pending.contains($0) }
      next += 1
    }
    return nil
  }

  /// Follows a path from a key to what it ends at, or to the first alias on the way.
  private func follow(_ path: ArraySlice<Name>, from name: String, _ search: Search) -> Found {
    var name = name
    var rest = path
    while true {
      let aliases = module.aliases(name, from: search.file)
      if !aliases.isEmpty {
        return .alias(
          aliases.flatMap { alias in
            alias.references.map { reference in
              var reference = reference
              reference.components += rest
              let conditions = search.conditions.union(alias.conditions)
              return Search(reference: reference, scopes: alias.scopes, file: alias.file, conditions: conditions)
            }
          }
        )
      }
      guard let next = rest.popFirst() else { break }
      name = member(next.text, of: name + ".", from: search.file) ?? name + "." + next.text
    }
    if !module.otherAliases(name, from: search.file).isEmpty { return .meaning(.foreign) }
    // The module may declare the protocol that it asks for; its own `Tribe` only shadows the one that is meant.
    return .meaning(name == protocolName && name != Self.tribe ? .root : .declared(name))
  }
}
