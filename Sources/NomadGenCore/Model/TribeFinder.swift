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
    var names = Set(conformances.protocols.map(Self.lastComponent))
    names.formUnion(aliasNames)
    for (name, witnesses) in conformances.types {
      let declarations = module.declarations(of: name)
      // A class can have subclasses, and they are tribes as well.
      if declarations.contains(where: { $0.kind == .class }) { names.insert(Self.lastComponent(name)) }
      // Its own declaration, or its target, is elsewhere.
      let isDeclared = declarations.contains { $0.kind != .extension }
      if !isDeclared || targets(of: name).isEmpty { names.insert(Self.lastComponent(name)) }
      for id in witnesses {
        for ancestor in module.ancestors(of: id) + [module[id]] where ancestor.kind == .extension {
          if let first = ancestor.reference.components.last { names.insert(first.text) }
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
          return last == protocolName || conformances.protocols.contains { Self.lastComponent($0) == last }
        }
      }.map(\.name.text)
    }
  }

  private static func lastComponent(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  // MARK: One type

  private func tribes(named name: String) -> [Tribe] {
    let ids = module.members[name] ?? []
    let witnesses = conformances.types[name] ?? []
    // Declared once in each branch of an `#if`, or, if it is a type from elsewhere, only extended.
    let nominals = ids.filter { module[$0].kind != .extension }
    let primaries = nominals.isEmpty ? Array(witnesses.prefix(1)) : nominals
    var seen: Set<[Condition]> = []
    return primaries.flatMap { primary in
      // It may conform in one file, or in a different extension in each branch of an `#if`.
      witnesses.filter { $0 == primary || module[$0].kind == .extension }
        .flatMap { tribes(primary: primary, conformingBy: $0, named: name) }
        .filter { seen.insert($0.conditions).inserted }
    }
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
        availability: (ancestors.reversed() + [declaration]).flatMap(\.availability),
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
    return defaults(of: protocolName, for: classes + protocols)
  }

  /// The default `target` of a protocol for a type that is or conforms to all of some names.
  ///
  /// Of several extensions the compiler takes the most constrained one that applies. Where that cannot be told from
  /// the names alone, the target is unreadable, never a guess.
  private func defaults(of name: String, for conformed: [String]) -> [TargetMember] {
    let known = Set(
      conformed.flatMap { module.declarations(of: $0).flatMap(\.inherited) }
        .compactMap { $0.components.last?.text } + conformed.map(Self.lastComponent))
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
      var path = module.withoutModule(reference, in: id.file)
      var scopes = module.name(of: id).split(separator: ".").map(String.init)
      if path.first == "Self" { path.removeFirst() } else if path.count > 1 { scopes.append("") }
      while true {
        let owner = (scopes.filter { !$0.isEmpty } + path.dropLast()).joined(separator: ".")
        let values = constants(named: path.last ?? "", owner: owner)
        if !values.isEmpty { return Set(values).count == 1 ? values[0] : nil }
        guard !scopes.isEmpty else { return nil }
        scopes.removeLast()
      }
    }
  }

  private func constants(named name: String, owner: String) -> [String] {
    module.files.enumerated().flatMap { index, file in
      file.constants.filter { constant in
        constant.name.text == name
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
    let isForeign = ([module[id]] + module.ancestors(of: id)).contains { declaration in
      declaration.kind == .extension
        && !module.isDeclared(declaration.reference.components.map(\.text).joined(separator: "."))
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
