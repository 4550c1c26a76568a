import NomadGenCore
import NomadSyntax

/// A finder of the stored types among some declarations.
///
/// A type is stored if it conforms to `Stored`, if it is listed by name, or if a stored type contains it. An alias for
/// such a type is stored, too: code that decodes the alias decodes another type once the alias moves.
struct StoredTypeFinder {
  let table: SymbolTable
  private let conformances: Conformances
  private let resolver: TypeResolver
  private let listed: Set<String>

  /// The elements of collections that conform to `Stored`.
  private var elements: Set<Symbol> = []

  /// The types, in the order in which they were reached.
  private(set) var types: [FoundStoredType] = []

  /// The aliases for types that are stored by themselves.
  private(set) var aliases: [StoredType] = []

  /// The names that files may declare so that the result would be another one.
  private(set) var declaredNames: Set<String> = []

  /// The names that files may extend, inherit from or stand for so that the result would be another one.
  private(set) var mentionedNames: Set<String> = []

  /// Finds the types.
  ///
  /// - Parameters:
  ///   - table: The declarations that were scanned.
  ///   - listed: The names of further stored types, with their modules.
  ///   - checked: The modules whose types can be stored types.
  init(_ table: SymbolTable, listed: Set<String>, checked: Set<String>) {
    (self.table, self.listed) = (table, listed)
    conformances = Conformances(table: table)
    resolver = TypeResolver(table: table, checked: checked)
    let marked = table.symbolsInSourceOrder.filter(isMarked)
    let known = Set(marked.map(table.qualifiedName))
    var starts = (marked + table.symbolsInSourceOrder.filter { isListed($0, besides: known) }).flatMap {
      elements(of: $0)
    }
    starts += storedAliases { isListed($0.symbol, besides: []) }.flatMap(\.resolved.types)
    findNames(readTypes(from: starts))
    let roots = Set(starts)
    aliases = storedAliases { _ in true }.filter { !roots.isDisjoint(with: $0.resolved.types) }.map { alias, resolved in
      var type = StoredType(
        module: table.module(of: alias.symbol),
        name: table.qualifiedName(of: alias.symbol),
        shape: Shape(),
        condition: Condition.name(of: alias.conditions),
        location: alias.location
      )
      type.shape.alias = resolved.type
      type.isMarked = true
      return type
    }
  }

  /// Reads some types and the types that are stored as parts of them.
  ///
  /// - Returns: All types that were reached.
  private mutating func readTypes(from starts: [Symbol]) -> [Symbol] {
    var (reached, known, pending) = ([Symbol](), Set<Symbol>(), starts)
    var shapes: [String: [Shape]] = [:]
    while !pending.isEmpty {
      for symbol in pending where known.insert(symbol).inserted {
        reached.append(symbol)
        let found = read(symbol)
        types += found
        shapes[resolver.name(of: symbol), default: []] += found.map(\.type.shape)
      }
      // Whether a generic argument is a part depends on types that may have been read later.
      let parts = ShapeParts { shapes[$0, default: []] }
      pending = types.flatMap { found in
        parts.names(in: found.type.shape).compactMap { found.symbols[$0] }
      }.filter { !known.contains($0) }
    }
    let parts = ShapeParts { shapes[$0, default: []] }
    for index in types.indices {
      let shape = types[index].type.shape
      let unused = shape.typeNames.subtracting(parts.names(in: shape))
      types[index].type.unresolved.removeAll { unused.contains($0.type) }
    }
    return reached
  }

  /// Returns the aliases of the checked modules that fulfil a condition, each with the type that it stands for.
  private func storedAliases(where isWanted: (SymbolTable.Alias) -> Bool)
    -> [(alias: SymbolTable.Alias, resolved: ResolvedType)]
  {
    let all = table.aliases.values.joined().filter { alias in
      guard alias.parameters.isEmpty, resolver.checked.contains(table.module(of: alias.symbol)) else { return false }
      return table.isModule(table.names.root(of: alias.symbol)) && isWanted(alias)
        && table.names.parent(of: alias.symbol).map(mayHaveAliases) ?? true
    }
    return all.sorted { $0.location < $1.location }.compactMap { alias in
      guard let type = alias.type else { return nil }
      let resolved = resolver.resolve(SwiftType(type), in: resolver.context(of: alias))
      return resolved.types.isEmpty ? nil : (alias, resolved)
    }
  }

  /// Whether aliases in a type or module may be ways to stored data.
  private func mayHaveAliases(_ owner: Symbol) -> Bool {
    // The shape of a stored type has what its aliases stand for, and a tribe's own aliases are copies.
    let isStored = types.contains { $0.symbol == owner }
    let isProtocol = table.declaring[owner, default: []].contains { table[$0].is(.protocol) }
    let isTribe = table.ancestry(of: owner).foreign.contains { NameTree.lastName($0)?.hasSuffix(Library.tribe) == true }
    return !isStored && !isProtocol && !isTribe
  }

  /// Whether the checked modules lack a listed type.
  var isIncomplete: Bool {
    let names = listed.filter { name in
      name.split(separator: ".").first.map { resolver.checked.contains("\($0)") } ?? false
    }
    return !names.isSubset(of: types.map(\.type.qualifiedName) + aliases.map(\.qualifiedName))
  }

  /// The other coded types of the checked modules.
  ///
  /// One of them may be a listed type under a new name.
  var candidates: [FoundStoredType] {
    let known = Set(types.map(\.symbol))
    return table.symbolsInSourceOrder.filter { symbol in
      !known.contains(symbol) && resolver.checked.contains(table.module(of: symbol))
        && table.isCoded(symbol)
    }.flatMap(read).map { found in
      var found = found
      found.type.isCandidate = true
      return found
    }
  }

  /// Whether there is a stored type, or something by which a type of another file can become one.
  var hasStarts: Bool {
    !types.isEmpty || !conformances.protocols.isEmpty || !mentionedNames.isEmpty
  }

  private func isMarked(_ symbol: Symbol) -> Bool {
    elements.contains(symbol)
      || conformances.types[symbol, default: []].contains {
        resolver.checked.contains(table.files[$0.file].module) && !table.isIgnored($0)
      }
  }

  /// Whether the list has a type, unless a type of the same name is marked: a private one in another file is no data.
  private func isListed(_ symbol: Symbol, besides marked: Set<String>) -> Bool {
    guard !listed.isEmpty, table.isModule(table.names.root(of: symbol)) else { return false }
    let name = table.qualifiedName(of: symbol)
    return listed.contains("\(table.module(of: symbol)).\(name)") && !marked.contains(name)
  }

  /// Returns the declared types in a collection of the standard library that is stored: `extension [Note]: Stored`.
  ///
  /// - Returns: The symbol itself if it is another type, or if it is a collection of anything.
  private mutating func elements(of symbol: Symbol) -> [Symbol] {
    guard !table.isDeclared(symbol), WellKnownTypes.generic[table.names.name(of: symbol)] != nil else {
      return [symbol]
    }
    var found: [Symbol] = []
    for id in conformances.types[symbol, default: []] {
      for path in table[id].head {
        declaredNames.formUnion(path.components.map(\.text))
        for case .declared(let type) in table.lookup(path, in: id).map(\.meaning) {
          if table.declaring[type, default: []].contains(where: { !table[$0].is(.protocol) }) { found.append(type) }
        }
      }
    }
    elements.formUnion(found)
    return found.isEmpty ? [symbol] : found
  }

  /// Returns the type, once for each branch of an `#if` that declares it.
  private func read(_ symbol: Symbol) -> [FoundStoredType] {
    let nominals = table.declaring[symbol, default: []].filter { !table[$0].is(.protocol) }
    guard resolver.checked.contains(table.module(of: symbol)), !nominals.isEmpty else {
      return undeclared(symbol).map { [$0] } ?? []
    }
    return zip(nominals, Condition.separated(nominals.map { table[$0].conditions })).compactMap { primary, branch in
      if branch == nil || table.isIgnored(primary) { return nil }
      var found = StoredTypeReader(symbol, at: primary, resolver).found
      found.type.isMarked = isMarked(symbol)
      found.type.availability = table.chain(of: primary).flatMap { table[$0].availability }
      return found
    }
  }

  /// Returns a type that is marked here and declared elsewhere, so that its shape cannot be read.
  private func undeclared(_ symbol: Symbol) -> FoundStoredType? {
    let own = conformances.types[symbol, default: []].first {
      resolver.checked.contains(table.files[$0.file].module) && !table.isIgnored($0)
    }
    guard let own else { return nil }
    let (name, location) = (table.qualifiedName(of: symbol), table[own].location)
    var type = StoredType(module: table.files[own.file].module, name: name, shape: Shape(), location: location)
    type.unresolved = [(name, location)]
    type.isMarked = true
    return FoundStoredType(type: type, symbol: symbol)
  }

  private mutating func findNames(_ reached: [Symbol]) {
    var names = Set(conformances.protocols.map(table.names.name(of:)))
    var containers = conformances.protocols.compactMap(table.names.parent(of:))
    for symbol in reached {
      let ancestry = table.ancestry(of: symbol)
      for type in [symbol] + ancestry.declared {
        names.insert(table.names.name(of: type))
        containers += [table.names.parent(of: type)].compactMap(\.self)
      }
      declaredNames.formUnion(ancestry.foreign.filter { !StandardProtocols.isListed($0) }.flatMap(Self.components))
    }
    for type in types { declaredNames.formUnion(type.names) }
    // Extensions of these may give a type its coding.
    if !types.isEmpty { declaredNames.formUnion(["Decodable", "Encodable"]) }
    for name in listed { declaredNames.formUnion(Self.components(of: name)) }
    // Another type of the same name decides which of them a tribe means.
    declaredNames.formUnion(reached.map(table.names.name(of:)))
    mentionedNames = names.union(table.namesLeading(to: names.union([Library.stored]), in: containers))
    // Tribes may use aliases for types that only contain these.
    let aliases = table.files.flatMap(\.aliases)
    var count: Int
    repeat {
      count = mentionedNames.count
      for alias in aliases where alias.type?.paths.contains(where: isMentioned) == true {
        mentionedNames.insert(alias.name.text)
      }
    } while mentionedNames.count > count
  }

  private func isMentioned(_ path: TypeReference) -> Bool {
    path.components.contains { mentionedNames.contains($0.text) }
  }

  /// Returns the names in a qualified name.
  private static func components(of name: String) -> [String] { name.split(separator: ".").map(String.init) }
}
