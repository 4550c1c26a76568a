import NomadGenCore
import NomadSyntax

/// A finder of the stored types among some declarations.
///
/// A type is stored if it conforms to `Stored`, if it is listed by name, or if a stored type contains it.
struct StoredTypeFinder {
  let table: SymbolTable
  private let conformances: Conformances
  private let resolver: TypeResolver
  private let listed: Set<String>

  /// The elements of collections that conform to `Stored`.
  private var elements: Set<Symbol> = []

  /// The types, in the order in which they were reached.
  private(set) var types: [FoundStoredType] = []

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
    let starts = table.symbolsInSourceOrder.filter { isMarked($0) || isListed($0) }.flatMap { elements(of: $0) }
    let reached = starts.closure { symbol -> [Symbol] in
      let found = read(symbol)
      types += found
      return found.flatMap(\.parts)
    }
    findNames(reached)
  }

  /// Whether the checked modules lack a listed type.
  var isIncomplete: Bool {
    let names = listed.filter { name in
      name.split(separator: ".").first.map { resolver.checked.contains("\($0)") } ?? false
    }
    return !names.isSubset(of: types.map(\.type.qualifiedName))
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

  private func isListed(_ symbol: Symbol) -> Bool {
    !listed.isEmpty && table.isModule(table.names.root(of: symbol))
      && listed.contains("\(table.module(of: symbol)).\(table.qualifiedName(of: symbol))")
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
