/// Which types of a module, and of those that it depends on, conform to the protocol that is looked for.
struct Conformances {
  /// What a name in the source stands for.
  private enum Meaning: Hashable {
    /// The protocol that is looked for.
    case root
    /// A type or a protocol of the module or of one that it depends on, by its key.
    case declared(String)
    /// Something from elsewhere.
    case foreign
  }

  private let module: Module
  private let protocolName: String

  /// The keys of the protocols that refine the one that is looked for, in the order of their declaration.
  private(set) var protocols: [String] = []

  /// The keys of the conforming types, each with the declarations that make it conform.
  private(set) var types: [String: [Module.ID]] = [:]

  /// The class that each conforming class inherits its conformance from.
  private var superclasses: [String: String] = [:]

  /// What each declaration inherits, and what it requires of `Self`.
  private var inherited: [Module.ID: Set<Meaning>] = [:]
  private var required: [Module.ID: Set<Meaning>] = [:]

  init(module: Module, protocolName: String) {
    self.module = module
    self.protocolName = protocolName
    let ids = Array(module.members.values.joined())
    inherited = Dictionary(uniqueKeysWithValues: ids.map { ($0, meanings(of: module[$0].inherited, in: $0)) })
    // A name is looked up in what types inherit as well, so their inheritance has to be known first.
    if module.hasNestedNames {
      inherited = Dictionary(uniqueKeysWithValues: ids.map { ($0, meanings(of: module[$0].inherited, in: $0)) })
    }
    required = Dictionary(uniqueKeysWithValues: ids.map { ($0, meanings(of: module[$0].selfRequirements, in: $0)) })
    findProtocols()
    findTypes()
  }

  /// The names of the protocol that is looked for: the library has two more for `Tribe`.
  var rootNames: Set<String> {
    protocolName == Self.tribe ? [Self.tribe, "ListedTribe", "_Tribe"] : [protocolName]
  }

  /// The keys of extensions of the protocol that is looked for, which it has if it comes from elsewhere.
  var rootKeys: [String] {
    ([nil] + module.dependencies).flatMap { dependency in rootNames.sorted().map { Module.prefix(of: dependency) + $0 }
    }
  }

  /// A conforming type and the classes from which it inherits its conformance, itself first.
  func lineage(of key: String) -> [String] {
    var lineage = [key]
    while let superclass = superclasses[lineage[lineage.count - 1]], !lineage.contains(superclass) {
      lineage.append(superclass)
    }
    return lineage
  }

  private mutating func findProtocols() {
    var known: Set<String> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for key in module.order where !known.contains(key) {
        let refines = (module.members[key] ?? []).contains { id in
          module[id].kind == .protocol && (conforms(inherited[id], known) || conforms(required[id], known))
        }
        if refines {
          protocols.append(key)
          known.insert(key)
          isGrowing = true
        }
      }
    }
  }

  private mutating func findTypes() {
    let candidates = module.order.filter { key in
      (module.members[key] ?? []).allSatisfy { module[$0].kind != .protocol }
    }
    var known = Set(protocols)
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for key in candidates where !known.contains(key) && !witnesses(of: key, known).isEmpty {
        known.insert(key)
        isGrowing = true
      }
    }
    for key in candidates where known.contains(key) {
      let witnesses = witnesses(of: key, known)
      types[key] = witnesses
      superclasses[key] = superclass(of: witnesses, known.subtracting(protocols))
    }
  }

  private func witnesses(of key: String, _ known: Set<String>) -> [Module.ID] {
    (module.members[key] ?? []).filter { conforms(inherited[$0], known) }
  }

  private func superclass(of ids: [Module.ID], _ types: Set<String>) -> String? {
    for id in ids where module[id].kind == .class {
      for case .declared(let key) in inherited[id] ?? [] where types.contains(key) { return key }
    }
    return nil
  }

  /// Whether one of some meanings is the protocol, one that refines it, or a type that conforms to it.
  private func conforms(_ meanings: Set<Meaning>?, _ known: Set<String>) -> Bool {
    (meanings ?? []).contains { meaning in
      switch meaning {
      case .root: true
      case .declared(let key): known.contains(key)
      case .foreign: false
      }
    }
  }

  /// What a type or a protocol inherits, conforms to or requires of `Self`, directly or through others.
  struct Ancestry {
    /// Keys, nearest first.
    var declared: [String] = []
    /// The last components of what is inherited, from wherever it comes.
    var foreign: Set<String> = []
    /// What the type itself is declared as.
    var kinds: Set<Declaration.Kind> = []
  }

  func ancestry(of name: String) -> Ancestry {
    var ancestry = Ancestry()
    var seen: Set<String> = [name]
    var pending = [name]
    var next = 0
    while next < pending.count {
      let current = pending[next]
      next += 1
      for id in module.members[current] ?? [] {
        // An extension of a protocol asks something of those types that it serves, not of all.
        let required = module[id].kind == .protocol ? module[id].selfRequirements : []
        for reference in module[id].inherited + required {
          for meaning in meanings(of: reference, in: id) {
            if case .declared(let found) = meaning, seen.insert(found).inserted { pending.append(found) }
          }
          if let last = reference.components.last { ancestry.foreign.insert(last.text) }
        }
      }
    }
    ancestry.declared = Array(pending.dropFirst())
    ancestry.kinds = Set(module.declarations(of: name).map(\.kind))
    return ancestry
  }

  /// Whether a type has all that the `where` clause of a protocol's extension asks of `Self`.
  func meets(_ ancestry: Ancestry, requirementsOf id: Module.ID) -> Bool {
    guard module[id].kind == .extension else { return true }
    return module[id].selfRequirements.allSatisfy { reference in
      meanings(of: reference, in: id).allSatisfy { meaning in
        switch meaning {
        case .root: true
        case .declared(let name): ancestry.declared.contains(name)
        case .foreign: reference.components.last.map { Self.isMet($0.text, by: ancestry) } ?? false
        }
      }
    }
  }

  /// Whether a type is known to conform to a protocol from elsewhere; some are conformed to in silence.
  private static func isMet(_ name: String, by ancestry: Ancestry) -> Bool {
    switch name {
    case "Sendable", "SendableMetatype", "Copyable", "Escapable": true
    case "AnyObject": !ancestry.kinds.isDisjoint(with: [.class, .actor])
    case "Actor", "AnyActor": ancestry.kinds.contains(.actor)
    default: ancestry.foreign.contains(name)
    }
  }

  // MARK: Lookup

  /// A reference, and from where it is looked up.
  private struct Search: Hashable {
    var reference: TypeReference
    var scopes: [String]
    var file: Int
  }

  private enum Found {
    case meaning(Meaning)
    case alias([Search])
  }

  private func meanings(of references: [TypeReference], in id: Module.ID) -> Set<Meaning> {
    references.reduce(into: []) { $0.formUnion(meanings(of: $1, in: id)) }
  }

  /// What a reference stands for where a declaration is written; an alias may stand for several things.
  private func meanings(of reference: TypeReference, in id: Module.ID) -> Set<Meaning> {
    var found: Set<Meaning> = []
    // What a type inherits is looked up around it, not in it; an extension stands in its file.
    let isExtension = module[id].kind == .extension
    let scopes = isExtension ? module.outerScopes(of: id.file) : module.scopes(around: module.key(of: id), in: id.file)
    var pending = [Search(reference: reference, scopes: inheriting(scopes), file: id.file)]
    var seen: Set<Search> = []
    // Bounded, because aliases can form a cycle, even a growing one, in code that does not compile.
    while let search = pending.popLast(), seen.count < 256 {
      guard seen.insert(search).inserted else { continue }
      switch lookUp(search) {
      case .meaning(let meaning): found.insert(meaning)
      case .alias(let searches): pending += searches
      }
    }
    return found
  }

  /// Some scopes, each followed by those of the types and protocols that the type it belongs to inherits from.
  private func inheriting(_ scopes: [String]) -> [String] {
    scopes.flatMap { scope in
      var keys = [String(scope.dropLast())]
      var next = 0
      while scope.hasSuffix("."), next < keys.count {
        var found: Set<String> = []
        for case .declared(let key) in (module.members[keys[next]] ?? []).flatMap({ inherited[$0] ?? [] }) {
          found.insert(key)
        }
        keys += found.subtracting(keys).sorted()
        next += 1
      }
      return [scope] + keys.dropFirst().map { $0 + "." }
    }
  }

  private func lookUp(_ search: Search) -> Found {
    let path = search.reference.components[...]
    guard let first = path.first?.text else { return .meaning(.foreign) }
    if !search.reference.hasModuleSelector {
      for scope in search.scopes where module.isVisible(scope + first, from: search.file) {
        return follow(path.dropFirst(), from: scope + first, file: search.file)
      }
    }
    if path.count == 1, rootNames.contains(first) { return .meaning(.root) }
    guard path.count > 1 else { return .meaning(.foreign) }
    let second = path[1].text
    let key = (module.dependencies.contains(first) ? Module.prefix(of: first) : "") + second
    let isKnown = first == module.name || module.dependencies.contains(first)
    if isKnown, module.isVisible(key, from: search.file) {
      return follow(path.dropFirst(2), from: key, file: search.file)
    }
    // Another module's protocol of the same name is another protocol.
    let isModule = protocolName != Self.tribe || first == "Nomad" || isKnown
    return .meaning(path.count == 2 && rootNames.contains(second) && isModule ? .root : .foreign)
  }

  /// Follows a path from a key to what it ends at, or to the first alias on the way.
  private func follow(_ path: ArraySlice<Name>, from name: String, file: Int) -> Found {
    var name = name
    var rest = path
    while true {
      let aliases = module.aliases(name, from: file)
      if !aliases.isEmpty {
        return .alias(
          aliases.flatMap { alias in
            alias.references.map { reference in
              var reference = reference
              reference.components += rest
              return Search(reference: reference, scopes: alias.scopes, file: alias.file)
            }
          }
        )
      }
      guard let next = rest.popFirst() else { break }
      // A member may be inherited.
      let candidates = inheriting([name + "."]).map { $0 + next.text }
      name = candidates.first { module.isVisible($0, from: file) } ?? candidates[0]
    }
    // The module may declare the protocol that it asks for; its own `Tribe` only shadows the one that is meant.
    return .meaning(name == protocolName && name != Self.tribe ? .root : .declared(name))
  }

  private static let tribe = "Tribe"
}
