import NomadTargets

/// Gathers, for each conforming type of a module, what its declarations say together.
struct TribeFinder {
  private let module: Module
  private let conformances: Conformances
  private let protocolName: String

  init(module: Module, protocolName: String) {
    self.module = module
    self.protocolName = protocolName
    conformances = Conformances(module: module, protocolName: protocolName)
  }

  /// The tribes, one for each type and target, in the order of the sources.
  func tribes() -> [Tribe] {
    module.order.flatMap { name in
      (conformances.types[name] ?? []).isEmpty ? [] : tribes(named: name)
    }
  }

  /// The names that other files have to be searched for, because what they declare would change the result.
  func namesOfInterest() -> Set<String> {
    // What a nested protocol is nested in may have another name, too.
    var names = Set(conformances.protocols.flatMap { $0.split(separator: ".").map(String.init) })
    for (name, witnesses) in conformances.types {
      let declarations = module.declarations(of: name)
      // A class can have subclasses, and they are tribes as well.
      if declarations.contains(where: { $0.kind == .class && !$0.isFinal }) { names.insert(Self.lastComponent(name)) }
      // Its target may be elsewhere: in an extension, or a default of whatever it conforms to.
      if declarations.allSatisfy(\.targets.isEmpty) {
        names.insert(Self.lastComponent(name))
        if targets(of: name).isEmpty {
          let ancestry = conformances.ancestry(of: name)
          names.formUnion(ancestry.declared.map(Self.lastComponent))
          names.formUnion(ancestry.foreign)
        }
      }
      names.formUnion(undeclaredComponents(of: name))
      for id in witnesses {
        for ancestor in module.ancestors(of: id) + [module[id]] where ancestor.kind == .extension {
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
  private func undeclaredComponents(of name: String) -> [String] {
    let path = name.split(separator: ".").map(String.init)
    return path.indices.filter { !module.isDeclared(path[...$0].joined(separator: ".")) }.map { path[$0] }
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

  private static func lastComponent(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  // MARK: One type

  private func tribes(named name: String) -> [Tribe] {
    let witnesses = conformances.types[name] ?? []
    let nominals = (module.members[name] ?? []).filter { module[$0].kind != .extension }
    // A type from elsewhere is only extended.
    if nominals.isEmpty {
      return exclusive(witnesses).flatMap { tribes(primary: $0, conformingBy: $0, named: name) }
    }
    // It may be declared, and made to conform, once in each branch of an `#if`.
    return nominals.flatMap { primary in
      let conforming = witnesses.filter { witness in
        (witness == primary || module[witness].kind == .extension)
          && !Condition.areExclusive(module[witness].conditions, module[primary].conditions)
      }
      return exclusive(conforming).flatMap { tribes(primary: primary, conformingBy: $0, named: name) }
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

  private func tribes(primary: Module.ID, conformingBy witness: Module.ID, named name: String) -> [Tribe] {
    let declaration = module[primary]
    let ancestors = module.ancestors(of: primary)
    let isIgnored = ([declaration, module[witness]] + ancestors).contains(where: \.isIgnored)
    guard !isIgnored else { return [] }
    let outer = declaration.conditions.union(module[witness].conditions)
    let own = targets(of: name).filter { !Condition.areExclusive($0.conditions, outer) }
    let spelling = spelling(of: primary)
    let shownName = declaration.isLocal ? declaration.reference.components.map(\.text).joined(separator: ".") : name
    let migrations = module.declarations(of: name).flatMap(\.migrations)

    func tribe(_ target: Tribe.Target, at location: Location, conditions: [Condition]) -> Tribe {
      Tribe(
        name: shownName,
        spelling: spelling,
        module: module.name,
        location: declaration.location,
        target: target,
        targetLocation: location,
        access: Reach.access(of: primary, in: module),
        obstacle: Reach.obstacle(of: primary, in: module),
        conditions: outer.union(conditions),
        availability: (ancestors.reversed() + [declaration] + (witness == primary ? [] : [module[witness]]))
          .flatMap(\.availability),
        isAsyncThrowing: !migrations.isEmpty && migrations.allSatisfy { $0 },
        foreignFiles: foreignFiles(of: primary)
      )
    }

    if own.isEmpty { return [tribe(.missing, at: declaration.location, conditions: [])] }
    return own.map { member in
      tribe(read(member.value, in: primary), at: member.location, conditions: member.conditions)
    }
  }

  /// The members `target` that a type has: its own, or else inherited, or else a default of its protocols.
  private func targets(of name: String) -> [TargetMember] {
    var seen: Set<String> = []
    var current: String? = name
    while let type = current, seen.insert(type).inserted {
      let own = module.declarations(of: type).flatMap(\.targets)
      if !own.isEmpty { return own }
      current = conformances.superclasses[type]
    }
    return defaultTargets(of: name)
  }

  /// The default that the protocols of a type give it: that of the most refined one, and there of the extension that
  /// asks most.
  private func defaultTargets(of name: String) -> [TargetMember] {
    let ancestry = conformances.ancestry(of: name)
    func defaults(of name: String) -> [TargetMember] {
      let serving = (module.members[name] ?? []).filter { id in
        !module[id].targets.isEmpty && conformances.meets(ancestry, requirementsOf: id)
      }
      let asking = serving.filter { !module[$0].selfRequirements.isEmpty }
      return (asking.isEmpty ? serving : asking).flatMap { module[$0].targets }
    }
    let candidates = ancestry.declared.filter { !defaults(of: $0).isEmpty }
    let refined = Set(candidates.flatMap { conformances.ancestry(of: $0).declared })
    let best = candidates.first { !refined.contains($0) } ?? candidates.first
    return best.map(defaults) ?? defaults(of: protocolName)
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
      var path = module.withoutModule(reference, in: id.file)
      var scopes = module.name(of: id).split(separator: ".").map(String.init)
      if path.first == "Self" { path.removeFirst() } else if path.count > 1 { scopes.append("") }
      while true {
        let owner = (scopes.filter { !$0.isEmpty } + path.dropLast()).joined(separator: ".")
        let values = constants(named: path.last ?? "", owner: owner, from: id.file)
        if !values.isEmpty { return Set(values).count == 1 ? values[0] : nil }
        guard !scopes.isEmpty else { return nil }
        scopes.removeLast()
      }
    }
  }

  private func constants(named name: String, owner: String, from user: Int) -> [String] {
    module.files.enumerated().flatMap { index, file in
      file.constants.filter { constant in
        constant.name.text == name
          // What is private in another file is another constant.
          && (index == user || constant.access.map { $0 > .fileprivate } ?? true)
          && owner == (constant.parent.map { module.name(of: .init(file: index, declaration: $0)) } ?? "")
      }.map(\.value)
    }
  }

  // MARK: Spelling

  private func spelling(of id: Module.ID) -> String {
    ([module[id]] + module.ancestors(of: id)).reversed()
      .flatMap(\.reference.components)
      .map(\.spelling)
      .joined(separator: ".")
  }

  /// The file of a tribe that is nested in a type of another module: the registry needs what it imports.
  private func foreignFiles(of id: Module.ID) -> [String] {
    let isForeign = ([id] + module.enclosing(id)).contains { id in
      module[id].kind == .extension && !module.isDeclared(module.name(of: id))
    }
    return isForeign ? [module.files[id.file].path] : []
  }
}

extension [Condition] {
  /// These and those of another list that are not among them.
  fileprivate func union(_ other: [Condition]) -> [Condition] {
    self + other.filter { !contains($0) }
  }
}
