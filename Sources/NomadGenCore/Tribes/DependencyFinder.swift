import NomadSyntax

/// A finder of the dependencies of a module's tribes: their own and inherited properties with `@TribeDependency`.
struct DependencyFinder {
  let table: SymbolTable
  let conformances: Conformances

  /// The properties of each type, each with the declaration whose body contains it.
  private var written: [Symbol: [(property: WrappedProperty, owner: SymbolTable.ID)]] = [:]

  /// Whether any scanned module has a property that may be a dependency.
  private let isAnyWritten: Bool

  init(table: SymbolTable, conformances: Conformances) {
    self.table = table
    self.conformances = conformances
    isAnyWritten = table.files.contains { !$0.wrappedProperties.isEmpty }
    for (index, file) in table.files.enumerated() {
      for property in file.wrappedProperties {
        guard let parent = property.parent, property.isOfInstances, isDependency(property, in: index) else { continue }
        let owner = SymbolTable.ID(file: index, declaration: parent)
        written[table.symbol(of: owner), default: []].append((property, owner))
      }
    }
  }

  /// Returns whether a property's wrapper is the library's, and not another one of that name in scope.
  private func isDependency(_ property: WrappedProperty, in file: Int) -> Bool {
    guard !property.isQualified, table.shadows(Library.dependency) else { return true }
    let owner = property.parent.map { SymbolTable.ID(file: file, declaration: $0) }
    let scopes = owner.map(table.scopes(within:)) ?? Scopes(inner: [], file: file)
    return table.find(Library.dependency, in: scopes) == nil
  }

  /// Returns the dependencies that a tribe has under some conditions.
  func dependencies(of symbol: Symbol, within outer: [Condition]) -> [Dependency] {
    guard !written.isEmpty else { return [] }
    var imported: Set<String> = []
    for id in table.declarationIDs[symbol, default: []] where table.isOwn(id) {
      for line in table.files[id.file].imports { imported.insert(line.module) }
    }
    var dependencies: [Dependency] = []
    for heir in lineage(of: symbol, within: outer) {
      for (property, owner) in written[heir.symbol, default: []]
      where !Condition.areExclusive(property.conditions, heir.conditions.union(outer)) {
        dependencies.append(
          Dependency(
            property: property.name,
            location: property.location,
            type: property.type.map { spelling(of: $0, in: owner, importing: imported) } ?? .missing,
            conditions: heir.conditions.union(property.conditions).filter { !outer.contains($0) }
          )
        )
      }
    }
    return dependencies
  }

  /// Returns whether a tribe may have dependencies that the scanner does not see.
  ///
  /// They may come from a superclass, a wrapper or a macro from elsewhere. They may also be in the value of a property,
  /// if the scanned modules have any dependency at all.
  func mayDependOnMore(_ symbol: Symbol) -> Bool {
    if isAnyWritten { return true }
    let declarations = lineage(of: symbol).flatMap { table.declarations(of: $0.symbol) }
    if declarations.contains(where: { $0.hasUnknownWrapper || !$0.attributes.isEmpty }) { return true }
    // A class may inherit from a class from elsewhere. The protocols in an extension cannot add stored properties.
    guard declarations.contains(where: { $0.is(.class) && !$0.inherited.isEmpty }) else { return false }
    return !table.ancestry(of: symbol).isKnown
  }

  /// Returns the files whose imports the registry needs to name the dependencies of a tribe.
  func files(of symbol: Symbol) -> [String] {
    let owners = properties(of: symbol).map(\.owner)
    // To name the dependencies of another module's class, the registry needs the imports of the class that inherits
    // from it.
    let heirs = owners.allSatisfy(table.isOwn) ? [] : table.declarationIDs[symbol, default: []]
    return (owners + heirs).filter(table.isOwn).map { table.files[$0.file].path }
  }

  /// Returns the names at the start of the types of a tribe's dependencies; other files may declare them.
  func names(of symbol: Symbol) -> [String] {
    var names: [String] = []
    for (property, _) in properties(of: symbol) {
      for path in property.type?.paths ?? [] {
        // Nearly every file contains the names of these.
        if let name = path.components.first?.text, !StandardTypes.everyday.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// Returns the properties that a tribe has or inherits.
  private func properties(of symbol: Symbol) -> [(property: WrappedProperty, owner: SymbolTable.ID)] {
    written.isEmpty ? [] : lineage(of: symbol).flatMap { written[$0.symbol, default: []] }
  }

  /// Returns the findings about the properties with `@TribeDependency` in a module that belong to no tribe.
  func strays() -> [Finding] {
    guard isAnyWritten else { return [] }
    let families = Set(conformances.types.keys.flatMap { lineage(of: $0).map(\.symbol) })
    var strays: [Finding] = []
    for (index, file) in table.files.enumerated() where file.module == table.home {
      for property in file.wrappedProperties where isDependency(property, in: index) {
        let owner = property.parent.map { SymbolTable.ID(file: index, declaration: $0) }
        if let owner, isAccountedFor(property, in: owner, families) { continue }
        let type = property.isOfInstances ? owner.map { table.qualifiedName(of: table.symbol(of: $0)) } : nil
        strays.append(MisplacedDependency.finding(property, of: type))
      }
    }
    return strays
  }

  /// Returns whether a property belongs to a tribe, may belong to one elsewhere, or is excluded by a `nomad:ignore`
  /// comment.
  private func isAccountedFor(_ property: WrappedProperty, in owner: SymbolTable.ID, _ families: Set<Symbol>) -> Bool {
    if table.isIgnored(owner) { return true }
    // Another module may declare a tribe that inherits from an open class.
    let isOpen = table[owner].is(.class) && !table[owner].isFinal
    return property.isOfInstances && (isOpen || families.contains(table.symbol(of: owner)))
  }

  // MARK: Inheritance

  /// Returns a type and the classes from which it inherits, each with the conditions under which it does.
  private func lineage(of symbol: Symbol, within outer: [Condition] = []) -> [SymbolTable.Inheritance] {
    var conditions: [Symbol: [Condition]] = [symbol: []]
    var symbols = [symbol]
    var pending = [symbol]
    while let heir = pending.popLast() {
      for superclass in table.inheritances(ofClass: heir) where table.isClass(superclass.symbol) {
        let all = conditions[heir, default: []].union(superclass.conditions)
        guard !Condition.areExclusive(all, outer) else { continue }
        let symbol = superclass.symbol
        // A class reached in several ways is a superclass if any of them applies. Keep only the conditions that all
        // share.
        if let known = conditions[symbol] {
          let shared = known.filter(all.contains)
          guard shared.count < known.count else { continue }
          conditions[symbol] = shared
        } else {
          conditions[symbol] = all
          symbols.append(symbol)
        }
        pending.append(symbol)
      }
    }
    return symbols.map { SymbolTable.Inheritance(symbol: $0, conditions: conditions[$0, default: []]) }
  }
}

extension DependencyFinder {
  /// Returns a type's spelling for the registry, which uses it at the top level of another file.
  ///
  /// The source writes the type in the body of a declaration, the owner. The modules are those that the tribe's files
  /// import.
  func spelling(of type: TypeText, in owner: SymbolTable.ID, importing modules: Set<String>) -> Dependency.Spelling {
    let parameters = table.parameters(of: owner)
    var text = ""
    for piece in type.pieces {
      switch piece {
      case .text(let between): text += between
      case .path(let path):
        let spelling = spelling(of: path, in: owner, parameters, importing: modules)
        guard case .written(let name) = spelling else { return spelling }
        text += name
      }
    }
    return .written(text)
  }

  private func spelling(
    of path: TypeReference,
    in owner: SymbolTable.ID,
    _ parameters: Set<String>,
    importing modules: Set<String>
  ) -> Dependency.Spelling {
    let names = path.components.map(\.spelling)
    let isOwn = table.isOwn(owner)
    guard let first = path.components.first, !path.hasModuleSelector else {
      // `::` separates a module from its members (SE-0491).
      return isOwn ? .written(names.prefix(1).joined() + "::" + names.dropFirst().joined(separator: ".")) : .unsayable
    }
    if parameters.contains(first.text) { return .unsayable }
    guard let (symbol, outer) = find(first.text, in: owner) else {
      // The registry does not have the imports of the other module.
      return isOwn || Self.isKnownEverywhere(first) ? .written(names.joined(separator: ".")) : .unsayable
    }
    if let (name, access) = limit(path, from: symbol, in: owner.file), !isOwn || access.isPrivate {
      return isOwn ? .unreachable(name: name, access) : .unsayable
    }
    guard isOwn || modules.contains(table.module(of: symbol)) else { return .unsayable }
    // Inside a generic type its generic arguments are implied; the registry would have to write them, and cannot.
    let nest = outer ?? (table.chain(of: owner).contains { table.symbol(of: $0) == symbol } ? symbol : nil)
    let nests = nest.flatMap { table.declarationIDs[$0] } ?? []
    if nests.contains(where: { !table.parameters(of: $0).isEmpty }) { return .unsayable }
    let start = table.qualifier(of: outer ?? symbol) + (outer.map { [table.spelling(of: $0)] } ?? [])
    let rest = first.text == "Self" ? names.dropFirst() : names[...]
    return .written((start + rest).joined(separator: "."))
  }

  /// Returns the symbol that a name in the body of a declaration stands for, and the type that contains it, if any.
  private func find(_ name: String, in owner: SymbolTable.ID) -> (symbol: Symbol, outer: Symbol?)? {
    if name == "Self" { return (table.symbol(of: owner), table.symbol(of: owner)) }
    let found = table.find(name, in: table.scopes(within: owner))
    return found.map { ($0.symbol, table.names.parent(of: $0.scope) == nil ? nil : $0.scope) }
  }

  /// Returns the least accessible name on a path, and its access level; nil if all of them are public.
  private func limit(_ path: TypeReference, from start: Symbol, in file: Int) -> (name: String, Access)? {
    var symbol = start
    var least: (name: String, Access)?
    for component in path.components.dropFirst().map(Optional.some) + [nil] {
      let aliases = table.aliases(symbol, from: file)
      let declared = table.declaring[symbol, default: []]
      // The remaining names are members of something that is not declared here.
      guard !aliases.isEmpty || !declared.isEmpty else { break }
      // For an alias, only whether other files can see it is known.
      let levels =
        aliases.map { $0.access.isPrivate ? Access.private : .internal } + declared.map { table.access(of: $0) }
      if let access = levels.min(), access < least?.1 ?? .public { least = (table.qualifiedName(of: symbol), access) }
      if let component { symbol = table.names.member(component.text, of: symbol) }
    }
    return least
  }

  /// Returns whether a name that no scanned module declares belongs to the language or the standard library.
  private static func isKnownEverywhere(_ name: Name) -> Bool {
    name.text.first?.isLowercase == true || StandardTypes.ofSwift.contains(name.text)
  }
}
