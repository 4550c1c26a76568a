/// Finds what the tribes of a module depend on: the properties with `@TribeDependency`, their own and inherited ones.
struct NeedFinder {
  let table: SymbolTable
  let conformances: Conformances

  /// The properties of each type, by its symbol, with the declarations in whose bodies they stand.
  private var written: [Symbol: [(need: WrittenNeed, owner: SymbolTable.ID)]] = [:]

  /// Whether anything at all may be a dependency, in whichever module.
  private let isAnyWritten: Bool

  init(table: SymbolTable, conformances: Conformances) {
    self.table = table
    self.conformances = conformances
    isAnyWritten = table.files.contains { !$0.needs.isEmpty }
    for (index, file) in table.files.enumerated() {
      for need in file.needs {
        guard let parent = need.parent, need.isOfInstances, isDependency(need, in: index) else { continue }
        let owner = SymbolTable.ID(file: index, declaration: parent)
        written[table.symbol(of: owner), default: []].append((need, owner))
      }
    }
  }

  /// Whether the wrapper of a property is the library's, and not one of that name that the code around it sees.
  private func isDependency(_ need: WrittenNeed, in file: Int) -> Bool {
    guard !need.isQualified, table.shadows("TribeDependency") else { return true }
    let owner = need.parent.map { SymbolTable.ID(file: file, declaration: $0) }
    let scopes = owner.map(table.scopes(within:)) ?? Scopes(inner: [], file: file)
    return table.find("TribeDependency", in: scopes) == nil
  }

  /// What a tribe depends on where some conditions hold.
  func needs(of symbol: Symbol, within outer: [Condition]) -> [Need] {
    guard !written.isEmpty else { return [] }
    let imported = Set(
      (table.members[symbol] ?? []).map { table.files[$0.file] }.filter { $0.module == table.home }
        .flatMap { $0.imports.map(\.module) }
    )
    return lineage(of: symbol, within: outer).flatMap { heir in
      (written[heir.symbol] ?? []).filter { !Condition.areExclusive($0.need.conditions, heir.conditions.union(outer)) }
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
  func mayNeedMore(_ symbol: Symbol) -> Bool {
    if isAnyWritten { return true }
    let declarations = lineage(of: symbol).flatMap { table.declarations(of: $0.symbol) }
    if declarations.contains(where: { $0.hasUnknownWrapper || !$0.attributes.isEmpty }) { return true }
    // A class may inherit from what is not seen; of an extension's protocols none has a property to store.
    guard declarations.contains(where: { $0.kind == .class && !$0.inherited.isEmpty }) else { return false }
    return !table.ancestry(of: symbol).isKnown
  }

  /// The files whose imports are asked for by what a tribe depends on.
  func files(of symbol: Symbol) -> [String] {
    let owners = self.owners(of: symbol)
    // What another module's class depends on is named through the imports of the class that inherits from it.
    let heirs = owners.allSatisfy(table.isOwn) ? [] : table.members[symbol] ?? []
    return (owners + heirs).filter(table.isOwn).map { table.files[$0.file].path }
  }

  private func owners(of symbol: Symbol) -> [SymbolTable.ID] {
    guard !written.isEmpty else { return [] }
    return lineage(of: symbol).flatMap { written[$0.symbol] ?? [] }.map(\.owner)
  }

  /// The names that the types of what tribes depend on start from: what they mean may be declared elsewhere.
  func names(of symbol: Symbol) -> [String] {
    guard !written.isEmpty else { return [] }
    return lineage(of: symbol).flatMap { written[$0.symbol] ?? [] }.compactMap(\.need.type).flatMap(\.paths)
      .compactMap(\.components.first?.text).filter { !Self.everyday.contains($0) }
  }

  /// What stands for the same thing in every file, and in very many.
  private static let everyday: Set<String> = [
    "Any", "Array", "Bool", "Data", "Date", "Dictionary", "Double", "Int", "Optional", "Result", "Sendable", "Set",
    "String", "URL", "UUID", "Void",
  ]

  /// The properties that no tribe has, in the files of a module.
  func strays() -> [StrayNeed] {
    guard isAnyWritten else { return [] }
    let families = Set(conformances.types.keys.flatMap { lineage(of: $0).map(\.symbol) })
    var strays: [StrayNeed] = []
    for (index, file) in table.files.enumerated() where file.module == table.home {
      for need in file.needs where isDependency(need, in: index) {
        let owner = need.parent.map { SymbolTable.ID(file: index, declaration: $0) }
        if let owner, isAccountedFor(need, in: owner, families) { continue }
        strays.append(
          StrayNeed(
            property: need.property,
            owner: need.isOfInstances ? owner.map { table.qualifiedName(of: table.symbol(of: $0)) } : nil,
            location: need.location
          )
        )
      }
    }
    return strays
  }

  /// Whether a property in the body of a declaration is a tribe's, may be one elsewhere, or is said to be none.
  private func isAccountedFor(_ need: WrittenNeed, in owner: SymbolTable.ID, _ families: Set<Symbol>) -> Bool {
    if table.isIgnored(owner) { return true }
    // What others can inherit from may be a tribe's elsewhere.
    let isOpen = table[owner].kind == .class && !table[owner].isFinal
    return need.isOfInstances && (isOpen || families.contains(table.symbol(of: owner)))
  }

  // MARK: Inheritance

  /// A type and the classes from which it inherits, each with what has to hold for that.
  private func lineage(of symbol: Symbol, within outer: [Condition] = []) -> [(symbol: Symbol, conditions: [Condition])]
  {
    var conditions: [Symbol: [Condition]] = [symbol: []]
    var symbols = [symbol]
    var pending = [symbol]
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
          symbols.append(superclass)
        }
        pending.append(superclass)
      }
    }
    return symbols.map { ($0, conditions[$0] ?? []) }
  }

  private func superclasses(of symbol: Symbol) -> [(symbol: Symbol, conditions: [Condition])] {
    (table.members[symbol] ?? []).filter { table[$0].kind == .class }.flatMap { id in
      (table.inherited[id] ?? []).prefix(1).flatMap(\.senses).compactMap { sense in
        guard case .declared(let symbol) = sense.meaning else { return nil }
        return (symbol, table[id].conditions.union(sense.conditions))
      }
    }
  }
}
