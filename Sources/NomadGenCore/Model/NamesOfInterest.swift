/// The names that other files have to be searched for, because what they declare would change what is found.
struct NamesOfInterest {
  private let module: Module
  private let conformances: Conformances
  private let targets: TargetResolver
  private let needs: NeedFinder

  init(module: Module, conformances: Conformances, targets: TargetResolver, needs: NeedFinder) {
    self.module = module
    self.conformances = conformances
    self.targets = targets
    self.needs = needs
  }

  func names() -> Set<String> {
    // What a nested protocol is nested in may have another name, too.
    var names = Set(conformances.protocols.flatMap(Module.components(of:)))
    for (key, witnesses) in conformances.types {
      names.formUnion(self.names(of: key, conformingBy: witnesses))
    }
    let suspects = SuspectFinder(module: module, conformances: conformances)
    names.formUnion(suspects.macros)
    names.formUnion(suspects.classes().keys.map(Module.lastComponent(of:)))
    let starts = names.union(conformances.rootNames).union([TargetResolver.targetType])
    let aliases = Self.aliases(of: starts, in: module.files)
    return Set(names.union(aliases).union(owners(of: aliases)).map(Name.readable))
  }

  /// The types and protocols that have an alias as a member, declared there or inherited: it can be named through them.
  private func owners(of aliases: Set<String>) -> Set<String> {
    var owners: Set<String> = []
    for (index, file) in module.files.enumerated() {
      for alias in file.aliases where aliases.contains(alias.name.text) {
        if let parent = alias.parent { owners.insert(module.key(of: .init(file: index, declaration: parent))) }
      }
    }
    guard !owners.isEmpty else { return [] }
    let heirs = module.order.filter { !owners.isDisjoint(with: conformances.ancestry(of: $0).declared) }
    return Set(owners.union(heirs).map(Module.lastComponent(of:)))
  }

  private func names(of key: String, conformingBy witnesses: [Module.ID]) -> Set<String> {
    var names: Set<String> = []
    let declarations = module.declarations(of: key)
    let own = declarations.flatMap(\.targets)
    let nominals = declarations.filter { $0.kind != .extension }
    // A class can have subclasses, and they are tribes as well.
    let isOpen = declarations.contains { $0.kind == .class && !$0.isFinal }
    // Its target may be elsewhere: in an extension, or in another branch of an `#if`.
    let isCovered = own.contains { target in
      nominals.contains { nominal in target.conditions.allSatisfy(nominal.conditions.contains) }
    }
    let isCreatable = isCreatable(key)
    if isOpen || !isCovered || !isCreatable { names.insert(Module.lastComponent(of: key)) }
    // Or it is a default of whatever it conforms to.
    let found = targets.targets(of: key)
    let ancestry = conformances.ancestry(of: key)
    if found.isEmpty || !isCreatable {
      names.formUnion(ancestry.declared.map(Module.lastComponent(of:)))
      names.formUnion(ancestry.foreign.map(Module.lastComponent(of:)))
    }
    // An `init()` may stand in an extension of whatever the type conforms to.
    if !isCreatable { names.formUnion(conformances.foreignNames(of: ancestry).map(Module.lastComponent(of:))) }
    // Which default it has may depend on what it conforms to, and on what that stands for.
    let requirements = targets.requirementsOfDefaults(for: ancestry)
    if !requirements.isEmpty {
      let foreign = ancestry.foreign.union(requirements.map(conformances.foreignName(of:)))
      names.formUnion(foreign.filter { !StandardProtocols.isListed($0) }.map(Module.lastComponent(of:)))
    }
    names.formUnion(found.compactMap(\.member.annotation?.components.last?.text))
    for case .text(_, .reference(let path)) in found.map(\.member.value) {
      names.formUnion(path.components.map(\.text))
    }
    names.formUnion(undeclaredComponents(of: key))
    names.formUnion(needs.names(of: key))
    for id in witnesses {
      for ancestor in module.chain(of: id).map({ module[$0] }) where ancestor.kind == .extension {
        if let last = ancestor.reference.components.last { names.insert(last.text) }
      }
    }
    return names
  }

  /// Whether nothing is known to stand in the way of creating a type; if something is, an `init()` may be elsewhere.
  private func isCreatable(_ key: String) -> Bool {
    (module.members[key] ?? []).allSatisfy { Creation.obstacle(of: key, at: $0, conformances, in: module) == nil }
  }

  /// The parts of a qualified name that are declared in files not seen yet, or elsewhere.
  private func undeclaredComponents(of key: String) -> [String] {
    let path = Module.components(of: key)
    let prefix = key[..<Module.qualifiedName(in: key).startIndex]
    return path.indices.filter { !module.isDeclared(prefix + path[...$0].joined(separator: ".")) }.map { path[$0] }
  }

  /// The aliases, of aliases too, behind which one of some names stands.
  static func aliases(of names: Set<String>, in files: [SourceFile]) -> Set<String> {
    let aliases = files.flatMap(\.aliases)
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
}
