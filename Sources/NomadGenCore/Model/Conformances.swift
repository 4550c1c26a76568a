/// Which types of a module, and of those that it depends on, conform to the protocol that is looked for, and through what.
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
  private(set) var superclasses: [String: String] = [:]

  init(module: Module, protocolName: String) {
    self.module = module
    self.protocolName = protocolName
    findProtocols()
    findTypes()
  }

  private mutating func findProtocols() {
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for name in module.order where !protocols.contains(name) {
        let refines = (module.members[name] ?? []).contains { id in
          module[id].kind == .protocol
            && (module[id].inherited + module[id].selfRequirements).contains { conforms($0, in: id) }
        }
        if refines {
          protocols.append(name)
          isGrowing = true
        }
      }
    }
  }

  private mutating func findTypes() {
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for name in module.order where types[name] == nil {
        let ids = module.members[name] ?? []
        guard !ids.contains(where: { module[$0].kind == .protocol }) else { continue }
        let witnesses = ids.filter { id in module[id].inherited.contains { conforms($0, in: id) } }
        guard !witnesses.isEmpty else { continue }
        types[name] = witnesses
        superclasses[name] = superclass(of: witnesses)
        isGrowing = true
      }
    }
  }

  private func superclass(of ids: [Module.ID]) -> String? {
    for id in ids where module[id].kind == .class {
      for reference in module[id].inherited {
        for case .declared(let name) in meanings(of: reference, in: id) where types[name] != nil { return name }
      }
    }
    return nil
  }

  /// The refining protocols that a type conforms to directly, most recently declared first.
  func directProtocols(of name: String) -> [String] {
    (module.members[name] ?? []).flatMap { id in
      (module[id].inherited + module[id].selfRequirements).flatMap { reference in
        meanings(of: reference, in: id).compactMap { meaning in
          if case .declared(let name) = meaning, protocols.contains(name) { return name }
          return nil
        }
      }
    }
  }

  /// Whether a reference stands for the protocol, for one that refines it, or for a type that conforms to it.
  private func conforms(_ reference: TypeReference, in id: Module.ID) -> Bool {
    meanings(of: reference, in: id).contains { meaning in
      switch meaning {
      case .root: true
      case .declared(let name): protocols.contains(name) || types[name] != nil
      case .foreign: false
      }
    }
  }

  // MARK: Lookup

  /// What a reference stands for where a declaration is written; an alias may stand for several things.
  private func meanings(of reference: TypeReference, in id: Module.ID) -> Set<Meaning> {
    var found: Set<Meaning> = []
    var pending = [(reference, scopes(of: id))]
    var seen: Set<TypeReference> = []
    while let (reference, scopes) = pending.popLast() {
      guard seen.insert(reference).inserted else { continue }
      let (name, meaning) = lookUp(reference, scopes: scopes, file: id.file)
      if let aliased = name.flatMap({ module.alias($0) }) {
        pending += aliased.map { ($0, scopes) }
      } else {
        found.insert(meaning)
      }
    }
    return found
  }

  /// The starts of the keys under which an unqualified name is looked up, innermost first.
  private func scopes(of id: Module.ID) -> [String] {
    let key = module.key(of: id)
    var path = Module.qualifiedName(in: key).split(separator: ".").map(String.init)
    let prefix = String(key.prefix(upTo: Module.qualifiedName(in: key).startIndex))
    // What a type inherits is looked up around it, not in it.
    if module[id].kind != .extension, !path.isEmpty { path.removeLast() }
    var scopes: [String] = []
    while !path.isEmpty {
      scopes.append(prefix + path.joined(separator: ".") + ".")
      path.removeLast()
    }
    return scopes + [module.prefix(ofFile: id.file)] + module.visible(in: id.file).map(Module.prefix(of:))
  }

  private func lookUp(_ reference: TypeReference, scopes: [String], file: Int) -> (key: String?, Meaning) {
    let path = reference.components.map(\.text)
    guard let first = path.first else { return (nil, .foreign) }
    if !reference.hasModuleSelector {
      for scope in scopes where module.isDeclared(scope + first) || module.alias(scope + first) != nil {
        let key = scope + path.joined(separator: ".")
        return (key, .declared(key))
      }
    }
    if path == [protocolName] { return (nil, .root) }
    guard path.count > 1 else { return (nil, .foreign) }
    let rest = path.dropFirst().joined(separator: ".")
    let key = (module.dependencies.contains(first) ? Module.prefix(of: first) : "") + rest
    let isKnown = first == module.name || module.dependencies.contains(first)
    if isKnown, module.isDeclared(key) || module.alias(key) != nil { return (key, .declared(key)) }
    return (nil, rest == protocolName ? .root : .foreign)
  }
}
