/// Finds what the tribes of a module depend on: the properties with `@TribeDependency`, their own and inherited ones.
struct NeedFinder {
  let module: Module
  let conformances: Conformances

  /// The properties of each type, by its key, with the declarations in whose bodies they stand.
  private var written: [String: [(need: WrittenNeed, owner: Module.ID)]] = [:]

  /// Whether anything at all may be a dependency, in whichever module.
  private let isAnyWritten: Bool

  init(module: Module, conformances: Conformances) {
    self.module = module
    self.conformances = conformances
    isAnyWritten = module.files.contains { !$0.needs.isEmpty }
    for (index, file) in module.files.enumerated() {
      for need in file.needs {
        guard let parent = need.parent, need.isOfInstances, isDependency(need, in: index) else { continue }
        let owner = Module.ID(file: index, declaration: parent)
        written[module.key(of: owner), default: []].append((need, owner))
      }
    }
  }

  /// Whether the wrapper of a property is the library's, and not one of that name that the code around it sees.
  private func isDependency(_ need: WrittenNeed, in file: Int) -> Bool {
    guard !need.isQualified, module.shadows("TribeDependency") else { return true }
    let owner = need.parent.map { Module.ID(file: file, declaration: $0) }
    let scopes = owner.map(module.scopes(within:)) ?? module.outerScopes(of: file)
    return conformances.names.find("TribeDependency", in: scopes, from: file) == nil
  }

  /// What a tribe depends on where some conditions hold.
  func needs(of key: String, within outer: [Condition]) -> [Need] {
    guard !written.isEmpty else { return [] }
    let imported = Set(
      (module.members[key] ?? []).filter(module.isOwn).flatMap { module.files[$0.file].imports.map(\.module) }
    )
    return lineage(of: key, within: outer).flatMap { heir in
      (written[heir.key] ?? []).filter { !Condition.areExclusive($0.need.conditions, heir.conditions.union(outer)) }
        .map { need, owner in
          Need(
            property: need.property,
            location: need.location,
            type: need.type.map { spelling(of: $0, in: owner, importing: imported) } ?? .missing,
            conditions: heir.conditions.union(need.conditions).filter { !outer.contains($0) }
          )
        }
    }
  }

  /// Whether a tribe may have more made with it than is seen: by a superclass, a wrapper or a macro from elsewhere, or
  /// as the value of a property, where anything in the module depends on something.
  func mayNeedMore(_ key: String) -> Bool {
    if isAnyWritten { return true }
    let declarations = lineage(of: key).flatMap { module.declarations(of: $0.key) }
    if declarations.contains(where: { $0.hasUnknownWrapper || !$0.attributes.isEmpty }) { return true }
    // A class may inherit from what is not seen; of an extension's protocols none has a property to store.
    guard declarations.contains(where: { $0.kind == .class && !$0.inherited.isEmpty }) else { return false }
    return !conformances.isKnown(conformances.ancestry(of: key))
  }

  /// The files whose imports are asked for by what a tribe depends on.
  func files(of key: String) -> [String] {
    let owners = self.owners(of: key)
    // What another module's class depends on is named through the imports of the class that inherits from it.
    let heirs = owners.allSatisfy(module.isOwn) ? [] : module.members[key] ?? []
    return (owners + heirs).filter(module.isOwn).map { module.files[$0.file].path }
  }

  private func owners(of key: String) -> [Module.ID] {
    guard !written.isEmpty else { return [] }
    return lineage(of: key).flatMap { written[$0.key] ?? [] }.map(\.owner)
  }

  /// The names that the types of what tribes depend on start from: what they mean may be declared elsewhere.
  func names(of key: String) -> [String] {
    guard !written.isEmpty else { return [] }
    return lineage(of: key).flatMap { written[$0.key] ?? [] }.compactMap(\.need.type).flatMap(\.paths)
      .compactMap(\.components.first?.text).filter { !Self.everyday.contains($0) }
  }

  /// What stands for the same thing in every file, and in very many.
  private static let everyday: Set<String> = [
    "Any", "Array", "Bool", "Data", "Date", "Dictionary", "Double", "Int", "Optional", "Result", "Sendable", "Set",
    "String", "URL", "UUID", "Void",
  ]

  /// The properties that no tribe has, in the files of the module.
  func strays() -> [StrayNeed] {
    guard isAnyWritten else { return [] }
    let families = Set(conformances.types.keys.flatMap { lineage(of: $0).map(\.key) })
    var strays: [StrayNeed] = []
    for (index, file) in module.files.enumerated() where file.dependency == nil {
      for need in file.needs where isDependency(need, in: index) {
        let owner = need.parent.map { Module.ID(file: index, declaration: $0) }
        if let owner, isAccountedFor(need, in: owner, families) { continue }
        strays.append(
          StrayNeed(
            property: need.property,
            owner: need.isOfInstances ? owner.map { readable(module.key(of: $0)) } : nil,
            location: need.location
          )
        )
      }
    }
    return strays
  }

  /// Whether a property in the body of a declaration is a tribe's, may be one elsewhere, or is said to be none.
  private func isAccountedFor(_ need: WrittenNeed, in owner: Module.ID, _ families: Set<String>) -> Bool {
    if module.chain(of: owner).contains(where: { module[$0].isIgnored }) { return true }
    // What others can inherit from may be a tribe's elsewhere.
    let isOpen = module[owner].kind == .class && !module[owner].isFinal
    return need.isOfInstances && (isOpen || families.contains(module.key(of: owner)))
  }

  // MARK: Inheritance

  /// A type and the classes from which it inherits, each with what has to hold for that.
  private func lineage(of key: String, within outer: [Condition] = []) -> [(key: String, conditions: [Condition])] {
    var conditions: [String: [Condition]] = [key: []]
    var keys = [key]
    var pending = [key]
    while let heir = pending.popLast() {
      for (superclass, own) in superclasses(of: heir) {
        let all = (conditions[heir] ?? []).union(own)
        guard !Condition.areExclusive(all, outer) else { continue }
        // What it is in several ways it is where any of them holds; what they share says as much as is needed.
        if let known = conditions[superclass] {
          let shared = known.filter(all.contains)
          guard shared.count < known.count else { continue }
          conditions[superclass] = shared
        } else {
          conditions[superclass] = all
          keys.append(superclass)
        }
        pending.append(superclass)
      }
    }
    return keys.map { ($0, conditions[$0] ?? []) }
  }

  private func superclasses(of key: String) -> [(key: String, conditions: [Condition])] {
    (module.members[key] ?? []).filter { module[$0].kind == .class }.flatMap { id in
      module[id].inherited.prefix(1).flatMap { conformances.names.senses(of: $0, in: id) }.compactMap { sense in
        guard case .declared(let key) = sense.meaning else { return nil }
        return (key, module[id].conditions.union(sense.conditions))
      }
    }
  }

  func readable(_ key: String) -> String { Name.readable(Module.qualifiedName(in: key)) }
}
