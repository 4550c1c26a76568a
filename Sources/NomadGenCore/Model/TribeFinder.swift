import NomadTargets

/// Gathers, for each conforming type of a module, what its declarations say together.
struct TribeFinder {
  private let module: Module
  private let conformances: Conformances
  private let protocolName: String

  /// The values of constants by their keys; several where branches of an `#if` differ.
  private let constants: [String: Set<String>]

  init(module: Module, protocolName: String) {
    self.module = module
    self.protocolName = protocolName
    conformances = Conformances(module: module, protocolName: protocolName)
    var constants: [String: Set<String>] = [:]
    for (index, file) in module.files.enumerated() {
      for constant in file.constants {
        let owner = constant.parent.map { module.key(of: .init(file: index, declaration: $0)) + "." }
        constants[(owner ?? module.prefix(ofFile: index)) + constant.name.text, default: []].insert(constant.value)
      }
    }
    self.constants = constants
  }

  /// The tribes, one for each type and target, in the order of the sources.
  func tribes() -> [Tribe] {
    module.order.flatMap(tribes)
  }

  /// The names that other files have to be searched for, because what they declare would change the result.
  func namesOfInterest() -> Set<String> {
    var names = Set(conformances.protocols.map(Module.lastComponent(of:)))
    names.formUnion(aliasNames)
    for (name, witnesses) in conformances.types {
      let declarations = module.declarations(of: name)
      // A class can have subclasses, and they are tribes as well.
      if declarations.contains(where: { $0.kind == .class }) { names.insert(Module.lastComponent(of: name)) }
      // Its own declaration, or its target, is elsewhere.
      let isDeclared = declarations.contains { $0.kind != .extension }
      if !isDeclared || targets(of: name).isEmpty { names.insert(Module.lastComponent(of: name)) }
      for id in witnesses {
        // What a type is nested in may be hidden by its own declaration, in whichever file.
        for ancestor in module.chain(of: id).map({ module[$0] }) where ancestor.kind == .extension {
          if let last = ancestor.reference.components.last { names.insert(last.text) }
        }
      }
      for case .text(_, .reference(let path)) in targets(of: name).map(\.value) {
        if let last = path.components.last { names.insert(last.text) }
      }
    }
    return names
  }

  /// The aliases through which something conforms could be hidden behind any name: those of relevant files count.
  private var aliasNames: [String] {
    module.files.flatMap { file in
      file.aliases.filter { alias in
        alias.references.contains { reference in
          guard let last = reference.components.last?.text else { return false }
          return last == protocolName || conformances.protocols.contains { Module.lastComponent(of: $0) == last }
        }
      }.map(\.name.text)
    }
  }

  // MARK: One type

  private func tribes(of key: String) -> [Tribe] {
    // A type belongs to the registry of the module in which it was made a tribe.
    let witnesses = (conformances.types[key] ?? []).filter(module.isOwn)
    // Declared once in each branch of an `#if`, or, if it is a type from elsewhere, only extended.
    let nominals = (module.members[key] ?? []).filter { module[$0].kind != .extension }
    let primaries = nominals.isEmpty ? Array(witnesses.prefix(1)) : nominals
    var seen: Set<[Condition]> = []
    return primaries.flatMap { primary in
      // It may conform in one file, or in a different extension in each branch of an `#if`.
      witnesses.filter { $0 == primary || module[$0].kind == .extension }
        .flatMap { tribes(primary: primary, conformingBy: $0, key: key) }
        .filter { seen.insert($0.conditions).inserted }
    }
  }

  private func tribes(primary: Module.ID, conformingBy witness: Module.ID, key: String) -> [Tribe] {
    let declaration = module[primary]
    let chain = module.chain(of: primary)
    let isIgnored = (chain + module.chain(of: witness)).contains { module[$0].isIgnored }
    guard !isIgnored else { return [] }
    let outer = declaration.conditions.union(module[witness].conditions)
    let own = targets(of: key).filter { !Condition.areExclusive($0.conditions, outer) }
    let spelling = spelling(of: chain)
    let migrations = module.declarations(of: key).flatMap(\.migrations)

    func tribe(_ target: Tribe.Target, at location: Location, conditions: [Condition]) -> Tribe {
      Tribe(
        name: String(Module.qualifiedName(in: key)),
        spelling: spelling,
        module: module.name,
        location: declaration.location,
        target: target,
        targetLocation: location,
        access: Reach.access(of: primary, in: module),
        obstacle: Reach.obstacle(of: primary, in: module),
        conditions: outer.union(conditions),
        availability: chain.reversed().flatMap { module[$0].availability },
        isAsyncThrowing: !migrations.isEmpty && migrations.allSatisfy { $0 },
        foreignFiles: foreignFiles(of: primary, conformingBy: witness, key: key)
      )
    }

    if own.isEmpty { return [tribe(.missing, at: declaration.location, conditions: [])] }
    return own.map { member in
      tribe(read(member.value, in: primary), at: member.location, conditions: member.conditions)
    }
  }

  /// The members `target` that a type has: its own, or else inherited, or else a default of its protocols.
  private func targets(of name: String) -> [TargetMember] {
    var classes: [String] = []
    var current: String? = name
    while let type = current, !classes.contains(type) {
      let own = module.declarations(of: type).flatMap(\.targets)
      if !own.isEmpty { return own }
      classes.append(type)
      current = conformances.superclasses[type]
    }
    // The most refined protocol that has a default wins: breadth first from the type.
    var protocols = classes.flatMap(conformances.directProtocols)
    var next = 0
    while next < protocols.count {
      let defaults = defaults(of: protocols[next], for: classes + protocols)
      if !defaults.isEmpty { return defaults }
      for refined in conformances.directProtocols(of: protocols[next]) where !protocols.contains(refined) {
        protocols.append(refined)
      }
      next += 1
    }
    return ([nil] + module.dependencies).lazy
      .map { defaults(of: Module.prefix(of: $0) + protocolName, for: classes + protocols) }
      .first { !$0.isEmpty } ?? []
  }

  /// The default `target` of a protocol for a type that is or conforms to all of some names.
  ///
  /// Of several extensions the compiler takes the most constrained one that applies. Where that cannot be told from
  /// the names alone, the target is unreadable, never a guess.
  private func defaults(of name: String, for conformed: [String]) -> [TargetMember] {
    let known = Set(
      conformed.flatMap { module.declarations(of: $0).flatMap(\.inherited) }
        .compactMap { $0.components.last?.text } + conformed.map(Module.lastComponent(of:))
    )
    let extensions = module.declarations(of: name).filter { !$0.targets.isEmpty }
    let constrained = extensions.filter { !$0.selfRequirements.isEmpty || $0.hasOtherRequirements }
    let applicable = constrained.filter { candidate in
      candidate.hasOtherRequirements
        || candidate.selfRequirements.allSatisfy { known.contains($0.components.last?.text ?? "") }
    }
    guard !applicable.isEmpty else {
      return extensions.filter { $0.selfRequirements.isEmpty && !$0.hasOtherRequirements }.flatMap(\.targets)
    }
    if applicable.count == 1, !applicable[0].hasOtherRequirements { return applicable[0].targets }
    return applicable[0].targets.prefix(1).map { target in
      TargetMember(value: .unreadable, location: target.location, conditions: target.conditions)
    }
  }

  // MARK: Values

  private func read(_ value: TargetMember.Value, in id: Module.ID) -> Tribe.Target {
    switch value {
    case .first: return .legal(.first, .first)
    case .always: return .legal(.always, .always)
    case .unreadable: return .unreadable
    case .text(let kind, let text):
      guard let string = string(text, in: id) else { return .unreadable }
      let target: TribeTarget =
        switch kind {
        case "literal": .literal(string)
        case "dotted": .dotted(string)
        default: .once(string)
        }
      do {
        return .legal(target, try target.order())
      } catch {
        return .illegal(target, error)
      }
    }
  }

  /// The value of a literal, or of the one constant that a path names from where a type is declared.
  private func string(_ text: TargetMember.Text, in id: Module.ID) -> String? {
    switch text {
    case .literal(let value): return value
    case .reference(let reference):
      var path = reference.components.map(\.text)
      var owners = module.chain(of: id).map { module.key(of: $0) + "." }
      if path.first == "Self" { path.removeFirst() } else { owners += outerOwners(in: id.file) }
      if path.count > 1, path[0] == module.name || module.dependencies.contains(path[0]) {
        let key = path[0] == module.name ? "" : Module.prefix(of: path.removeFirst())
        if key.isEmpty { path.removeFirst() }
        owners = [key]
      }
      for owner in owners {
        let values = constants[owner + path.joined(separator: ".")] ?? []
        if !values.isEmpty { return values.count == 1 ? values.first : nil }
      }
      return nil
    }
  }

  /// Where a name is looked up that is no member of the types around it.
  private func outerOwners(in file: Int) -> [String] {
    [module.prefix(ofFile: file)] + module.visible(in: file).map(Module.prefix(of:))
  }

  // MARK: Spelling

  private func spelling(of chain: [Module.ID]) -> String {
    chain.reversed().flatMap { module[$0].reference.components.map(\.spelling) }.joined(separator: ".")
  }

  /// The files whose imports the registry needs to name and to run a tribe that leans on another module: because it
  /// is nested in a type from there, or conforms through one (SE-0444 asks for the import to see such members).
  private func foreignFiles(of primary: Module.ID, conformingBy witness: Module.ID, key: String) -> [String] {
    let isNestedElsewhere = module.chain(of: primary).contains { id in
      module[id].kind == .extension
        && !(module.members[module.key(of: id)] ?? []).contains { member in
          module[member].kind != .extension && module.isOwn(member)
        }
    }
    let bases = conformances.directProtocols(of: key) + [conformances.superclasses[key]].compactMap { $0 }
    let leansOnOther = bases.contains { base in !(module.members[base] ?? []).allSatisfy(module.isOwn) }
    guard isNestedElsewhere || leansOnOther else { return [] }
    return [module.files[primary.file].path, module.files[witness.file].path]
  }
}

extension [Condition] {
  /// These and those of another list that are not among them.
  fileprivate func union(_ other: [Condition]) -> [Condition] {
    self + other.filter { !contains($0) }
  }
}
