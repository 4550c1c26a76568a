import NomadTargets

/// Gathers, for each conforming type of a module, what its declarations say together.
struct TribeFinder {
  private let module: Module
  private let conformances: Conformances
  private let protocolName: String

  /// The constants by their keys, each with the index of its file; several where branches of an `#if` differ.
  private let constants: [String: [(constant: SourceFile.Constant, file: Int)]]

  init(module: Module, protocolName: String) {
    self.module = module
    self.protocolName = protocolName
    conformances = Conformances(module: module, protocolName: protocolName)
    var constants: [String: [(constant: SourceFile.Constant, file: Int)]] = [:]
    for (index, file) in module.files.enumerated() {
      for constant in file.constants {
        let owner = constant.parent.map { module.key(of: .init(file: index, declaration: $0)) + "." }
        constants[(owner ?? module.prefix(ofFile: index)) + constant.name.text, default: []].append((constant, index))
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
    // What a nested protocol is nested in may have another name, too.
    var names = Set(conformances.protocols.flatMap(Self.components))
    for (name, witnesses) in conformances.types {
      let declarations = module.declarations(of: name)
      // A class can have subclasses, and they are tribes as well.
      if declarations.contains(where: { $0.kind == .class && !$0.isFinal }) {
        names.insert(Module.lastComponent(of: name))
      }
      // Its target may be elsewhere: in an extension, or a default of whatever it conforms to.
      if declarations.allSatisfy(\.targets.isEmpty) {
        names.insert(Module.lastComponent(of: name))
        if targets(of: name).isEmpty {
          let ancestry = conformances.ancestry(of: name)
          names.formUnion(ancestry.declared.map(Module.lastComponent(of:)))
          names.formUnion(ancestry.foreign)
        }
      }
      names.formUnion(undeclaredComponents(of: name))
      for id in witnesses {
        for ancestor in module.chain(of: id).map({ module[$0] }) where ancestor.kind == .extension {
          if let last = ancestor.reference.components.last { names.insert(last.text) }
        }
      }
      for case .text(_, .reference(let path)) in targets(of: name).map(\.value) {
        if let last = path.components.last { names.insert(last.text) }
      }
    }
    return names.union(aliases(of: names.union([protocolName])))
  }

  /// The parts of a qualified name that are declared in files not seen yet, or elsewhere.
  private func undeclaredComponents(of key: String) -> [String] {
    let path = Self.components(of: key)
    let prefix = key[..<Module.qualifiedName(in: key).startIndex]
    return path.indices.filter { !module.isDeclared(prefix + path[...$0].joined(separator: ".")) }.map { path[$0] }
  }

  private static func components(of key: String) -> [String] {
    Module.qualifiedName(in: key).split(separator: ".").map(String.init)
  }

  /// The aliases, of aliases too, behind which one of some names stands.
  private func aliases(of names: Set<String>) -> Set<String> {
    let aliases = module.files.flatMap(\.aliases)
    var known = names
    var found: Set<String> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for alias in aliases where !found.contains(alias.name.text) {
        guard alias.references.contains(where: { $0.components.contains { known.contains($0.text) } }) else { continue }
        found.insert(alias.name.text)
        known.insert(alias.name.text)
        isGrowing = true
      }
    }
    return found
  }

  // MARK: One type

  private func tribes(of key: String) -> [Tribe] {
    // A type belongs to the registry of the module in which it was made a tribe.
    let witnesses = (conformances.types[key] ?? []).filter(module.isOwn)
    let nominals = (module.members[key] ?? []).filter { module[$0].kind != .extension }
    // A type from elsewhere is only extended.
    if nominals.isEmpty {
      return exclusive(witnesses).flatMap { tribes(primary: $0, conformingBy: $0, key: key) }
    }
    // It may be declared, and made to conform, once in each branch of an `#if`.
    return nominals.flatMap { primary in
      let conforming = witnesses.filter { witness in
        (witness == primary || module[witness].kind == .extension)
          && !Condition.areExclusive(module[witness].conditions, module[primary].conditions)
      }
      return exclusive(conforming).flatMap { tribes(primary: primary, conformingBy: $0, key: key) }
    }
  }

  /// Those declarations of which each build has one at most: through several protocols a type conforms but once.
  private func exclusive(_ ids: [Module.ID]) -> [Module.ID] {
    var chosen: [Module.ID] = []
    let unconditional = ids.filter { module[$0].conditions.isEmpty }
    for id in unconditional + ids.filter({ !module[$0].conditions.isEmpty }) {
      let isNew = chosen.allSatisfy { Condition.areExclusive(module[$0].conditions, module[id].conditions) }
      if isNew { chosen.append(id) }
    }
    return chosen
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
        availability: (chain.reversed() + (witness == primary ? [] : [witness])).flatMap { module[$0].availability },
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
  private func targets(of key: String) -> [TargetMember] {
    var seen: Set<String> = []
    var current: String? = key
    while let type = current, seen.insert(type).inserted {
      let own = module.declarations(of: type).flatMap(\.targets)
      if !own.isEmpty { return own }
      current = conformances.superclasses[type]
    }
    return defaultTargets(of: key)
  }

  /// The default that the protocols of a type give it: that of the most refined one, and there of the extension that
  /// asks most.
  private func defaultTargets(of key: String) -> [TargetMember] {
    let ancestry = conformances.ancestry(of: key)
    let roots = ([nil] + module.dependencies).map { Module.prefix(of: $0) + protocolName }
    let candidates = (ancestry.declared + roots).map { ($0, defaults(of: $0, for: ancestry)) }.filter { !$0.1.isEmpty }
    let refined = Set(candidates.flatMap { conformances.ancestry(of: $0.0).declared })
    return (candidates.first { !refined.contains($0.0) } ?? candidates.first)?.1 ?? []
  }

  /// The default that one protocol gives a type.
  ///
  /// Of several extensions the compiler takes the one that asks most of the type. Where that cannot be told from names
  /// alone, the target is unreadable, and never a guess.
  private func defaults(of key: String, for ancestry: Conformances.Ancestry) -> [TargetMember] {
    var serving = (module.members[key] ?? []).filter { id in
      !module[id].targets.isEmpty && conformances.meets(ancestry, requirementsOf: id)
    }
    // What the module itself declares shadows what it imports.
    let own = serving.filter(module.isOwn)
    if !own.isEmpty { serving = own }
    let asking = serving.filter { !module[$0].selfRequirements.isEmpty || module[$0].hasOtherRequirements }
    guard let first = asking.first else { return serving.flatMap { module[$0].targets } }
    if asking.count == 1, !module[first].hasOtherRequirements { return module[first].targets }
    return module[first].targets.prefix(1).map { target in
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
      if path.first == "Self" { path.removeFirst() } else { owners += module.outerScopes(of: id.file) }
      if path.count > 1, path[0] == module.name || module.dependencies.contains(path[0]) {
        let key = path[0] == module.name ? "" : Module.prefix(of: path.removeFirst())
        if key.isEmpty { path.removeFirst() }
        owners = [key]
      }
      for owner in owners {
        // What is private in another file is another constant.
        let values = Set(
          (constants[owner + path.joined(separator: ".")] ?? [])
            .filter { $0.file == id.file || !Module.isPrivate($0.constant.access) }.map(\.constant.value)
        )
        if !values.isEmpty { return values.count == 1 ? values.first : nil }
      }
      return nil
    }
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
    let leansOnOther = conformances.ancestry(of: key).declared.contains { base in
      !(module.members[base] ?? []).allSatisfy(module.isOwn)
    }
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
