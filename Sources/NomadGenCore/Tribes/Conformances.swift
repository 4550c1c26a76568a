package import NomadSyntax

/// The types that conform to the protocol to discover, and the declarations that make them conform.
package final class Conformances {
  private let table: SymbolTable

  /// The protocols that refine the protocol to discover.
  package private(set) var protocols: [Symbol] = []

  /// The conforming types, each with the declarations that make it conform.
  package private(set) var types: [Symbol: [SymbolTable.ID]] = [:]

  /// The conforming types and the refining protocols.
  private var known: Set<Symbol> = []

  /// The superclasses of each conforming class; there are several if an `#if` decides between them.
  private var superclasses: [Symbol: [SymbolTable.Inheritance]] = [:]

  /// The `#if` branches in which the supertypes of a conforming declaration lead to the protocol, by declaration.
  private var grounds: [SymbolTable.ID: [[Condition]]] = [:]

  package init(table: SymbolTable) {
    self.table = table
    findProtocols()
    findTypes()
    findGrounds()
  }

  /// Returns whether a name in a declaration may mean something that no scanned module declares.
  package func mayBeForeign(_ reference: TypeReference, in id: SymbolTable.ID) -> Bool {
    table.lookup(reference, in: id).contains { $0.meaning == .foreign }
  }

  /// Returns the classes from which a class inherits its conformance, except in builds that the given conditions
  /// exclude.
  func superclasses(of symbol: Symbol, within outer: [Condition]) -> [SymbolTable.Inheritance] {
    superclasses[symbol, default: []].filter { !Condition.areExclusive($0.conditions, outer) }
  }

  /// Returns the global actor to which a declaration isolates the conformance that it makes; nil if none is written.
  func isolation(of conformer: SymbolTable.ID) -> String? {
    zip(table.inherited[conformer, default: []], table[conformer].isolations)
      .first { $0.1 != nil && conforms([$0.0], known) }.flatMap(\.1)
  }

  private func findProtocols() {
    let refining = table.ids.filter { table[$0].is(.protocol) }
    protocols = heirs(of: [], among: refining) { [table] in
      table.inherited[$0, default: []] + table.required[$0, default: []]
    }
  }

  private func findTypes() {
    // Another branch of an `#if` may declare a protocol of the same name.
    let isProtocol = { [table] (symbol: Symbol) in
      let declaring = table.declaring[symbol, default: []]
      return !declaring.isEmpty && declaring.allSatisfy { table[$0].is(.protocol) }
    }
    let conforming = table.ids.filter {
      table.inherited[$0] != nil && !table[$0].is(.protocol) && !isProtocol(table.symbol(of: $0))
    }
    let heirs = Set(heirs(of: protocols, among: conforming) { [table] in table.inherited[$0, default: []] })
    known = heirs.union(protocols)
    for symbol in heirs {
      let conformers = table.declarationIDs[symbol, default: []].filter {
        !table[$0].is(.protocol) && conforms(table.inherited[$0], known)
      }
      types[symbol] = conformers
      superclasses[symbol] = superclasses(among: conformers, heirs)
    }
  }

  /// Returns the types and protocols that inherit from the protocol or from one of some symbols, directly or through
  /// others.
  ///
  /// Only the given declarations are considered.
  private func heirs(
    of symbols: [Symbol],
    among ids: [SymbolTable.ID],
    by supertypes: (SymbolTable.ID) -> [SymbolTable.Supertype]
  ) -> [Symbol] {
    var heirs: [SymbolTable.Meaning: [Symbol]] = [:]
    for id in ids {
      for sense in supertypes(id).flatMap(\.senses) { heirs[sense.meaning, default: []].append(table.symbol(of: id)) }
    }
    let starts = [.root] + symbols.map(SymbolTable.Meaning.declared)
    return starts.flatMap { heirs[$0, default: []] }.closure { heirs[.declared($0), default: []] }
  }

  private func superclasses(among conformers: [SymbolTable.ID], _ types: Set<Symbol>) -> [SymbolTable.Inheritance] {
    conformers.filter { table[$0].is(.class) }.flatMap(table.inheritances).filter { types.contains($0.symbol) }
  }

  /// Returns whether one of some supertypes is the protocol, refines it, or conforms to it.
  private func conforms(_ supertypes: [SymbolTable.Supertype]?, _ known: Set<Symbol>) -> Bool {
    (supertypes ?? []).lazy.flatMap(\.senses).contains { sense in
      switch sense.meaning {
      case .root: true
      case .declared(let symbol): known.contains(symbol)
      case .foreign: false
      }
    }
  }

  // MARK: Branches

  /// Returns the conditions under which a declaration makes its type conform.
  ///
  /// They are those of its own `#if`, and of those around the protocols, base classes and aliases that lead from it to
  /// the protocol.
  func conditions(of conformer: SymbolTable.ID) -> [Condition] {
    let own = table[conformer].conditions
    let ways = grounds[conformer, default: []].map { way in way.filter { !own.contains($0) } }
    guard !ways.isEmpty, ways.allSatisfy({ !$0.isEmpty }) else { return own }
    if ways.count == 1 { return own + ways[0] }
    // Every build reaches the protocol in one way or another.
    if !Condition.canHold(own + ways.map(Condition.none(of:))) { return own }
    return own + [Condition.any(of: ways)]
  }

  private func findGrounds() {
    var known: [Symbol: [[Condition]]] = [:]
    let order = supertypesFirst()
    // The protocols of different branches may refine each other in a circle, so one pass need not be enough.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for symbol in order {
        let found = conformers(of: symbol).flatMap { id in
          ways(of: supertypes(of: id), known).map(table[id].conditions.union)
        }
        let simplified = Self.simplified(found)
        if known[symbol] == simplified { continue }
        known[symbol] = simplified
        isComplete = false
      }
    }
    for id in types.values.joined() { grounds[id] = ways(of: table.inherited[id, default: []], known) }
  }

  /// Returns the types and the protocols that may lead to the protocol, each after its supertypes as far as possible.
  private func supertypesFirst() -> [Symbol] {
    // A long chain would exhaust the thread's stack, so the pending symbols are on the heap.
    var pending = table.symbolsInSourceOrder.filter { types[$0] != nil }
    var (order, begun, ended): ([Symbol], Set<Symbol>, Set<Symbol>) = ([], [], [])
    while let symbol = pending.last {
      guard begun.insert(symbol).inserted else {
        pending.removeLast()
        if ended.insert(symbol).inserted { order.append(symbol) }
        continue
      }
      for case .declared(let parent) in conformers(of: symbol).flatMap(supertypes).flatMap(\.senses).map(\.meaning)
      where !begun.contains(parent) { pending.append(parent) }
    }
    return order
  }

  /// Returns the declarations by which a type or a protocol may conform.
  private func conformers(of symbol: Symbol) -> [SymbolTable.ID] {
    table.declarationIDs[symbol, default: []].filter {
      table[$0].is(.protocol) || types[symbol]?.contains($0) == true
    }
  }

  /// Returns the supertypes by which a declaration may lead to the protocol.
  private func supertypes(of id: SymbolTable.ID) -> [SymbolTable.Supertype] {
    table.inherited[id, default: []] + (table[id].is(.protocol) ? table.required[id, default: []] : [])
  }

  /// Returns the branches in which one of several supertypes leads to the protocol, given those of each supertype.
  private func ways(of supertypes: [SymbolTable.Supertype], _ known: [Symbol: [[Condition]]]) -> [[Condition]] {
    Self.simplified(
      supertypes.flatMap(\.senses).flatMap { sense -> [[Condition]] in
        switch sense.meaning {
        case .root: [sense.conditions]
        case .declared(let symbol): known[symbol, default: []].map(sense.conditions.union)
        case .foreign: []
        }
      }
    )
  }

  /// Returns the ways without those that only add conditions to another one, in an order that is always the same.
  private static func simplified(_ ways: [[Condition]]) -> [[Condition]] {
    let sorted = ways.sorted { ($0.count, $0.map(\.text).joined()) < ($1.count, $1.map(\.text).joined()) }
    return sorted.reduce(into: []) { kept, way in
      if !kept.contains(where: { $0.allSatisfy(way.contains) }) { kept.append(way) }
    }
  }
}

/// A finder of macros that may make a type a tribe.
///
/// Such a macro has the protocol in its arguments, or is declared to add a conformance to it.
struct SuspectFinder {
  private let table: SymbolTable
  private let conformances: Conformances

  /// The names of the protocol and of the protocols that refine it.
  private let protocols: Set<String>

  /// The names of the macros that are declared to add the conformance.
  let macros: Set<String>

  /// The classes that a macro may make tribes, with the macro's name; their subclasses would be tribes as well.
  private(set) var classes: [Symbol: String] = [:]

  init(table: SymbolTable, conformances: Conformances) {
    self.table = table
    self.conformances = conformances
    let protocols = table.rootNames.union(conformances.protocols.map(table.names.name(of:)))
    self.protocols = protocols
    macros = Set(table.files.flatMap(\.macros).filter { !$0.roles.isDisjoint(with: protocols) }.map(\.name))
    for symbol in table.symbolsInSourceOrder where conformances.types[symbol] == nil {
      for declaration in table.declarations(of: symbol) where declaration.is(.class) {
        classes[symbol] = declaration.attributes.first(where: isSuspicious)?.name
      }
    }
  }

  /// Returns the suspects in the module's files, except types that are tribes without a macro.
  func suspects() -> [Suspect] {
    var suspects: [Suspect] = []
    for (index, file) in table.files.enumerated() where file.module == table.home {
      for use in file.expansions where !use.isIgnored && isSuspicious(use) {
        suspects.append(Suspect(use: "#" + use.name, location: use.location))
      }
      for (declaration, place) in zip(file.declarations, file.declarations.indices) {
        let id = SymbolTable.ID(file: index, declaration: place)
        let symbol = table.symbol(of: id)
        let isIgnored = table.isIgnored(id)
        guard !declaration.is(.protocol), conformances.types[symbol] == nil, !isIgnored else { continue }
        for use in declaration.attributes where isSuspicious(use) {
          suspects.append(Suspect(use: "@" + use.name, type: name(symbol), location: use.location))
        }
        guard !classes.isEmpty, classes[symbol] == nil, declaration.is(.class) else { continue }
        for base in table.ancestry(of: symbol).declared {
          guard let use = classes[base] else { continue }
          suspects.append(
            Suspect(use: "@" + use, type: name(base), heir: name(symbol), location: declaration.location)
          )
        }
      }
    }
    return suspects
  }

  private func name(_ symbol: Symbol) -> String { table.qualifiedName(of: symbol) }

  private func isSuspicious(_ use: MacroUse) -> Bool {
    macros.contains(use.name) || !use.arguments.isDisjoint(with: protocols)
  }
}

/// A place where a macro may make a type a tribe, which only the compiler can see.
struct Suspect {
  /// The macro, as the source uses it: `@Name` or `#Name`.
  let use: String

  /// The qualified name of the type to which the macro is attached; nil if the macro is freestanding.
  var type: String?

  /// The qualified name of a type that inherits from that one, and would be a tribe as well.
  var heir: String?

  let location: Location
}
