package import NomadSyntax

/// The types that conform to the protocol to discover, and the declarations that make them conform.
package final class Conformances {
  private let table: SymbolTable

  /// The protocols that refine the protocol to discover.
  package private(set) var protocols: [Symbol] = []

  /// The conforming types, each with the declarations that make it conform.
  package private(set) var types: [Symbol: [SymbolTable.ID]] = [:]

  /// The `#if` branches in which each of these protocols and types leads to the protocol to discover.
  private var ways: [Symbol: [[Condition]]] = [:]

  package init(table: SymbolTable) {
    self.table = table
    protocols = heirs(of: [], among: table.ids.filter { table[$0].is(.protocol) })
    let heirs = heirs(
      of: protocols,
      among: table.ids.filter { !table[$0].is(.protocol) && !isProtocol(table.symbol(of: $0)) }
    )
    for symbol in protocols + heirs { ways[symbol] = [] }
    for symbol in heirs {
      types[symbol] = table.declarationIDs[symbol, default: []].filter {
        !table[$0].is(.protocol) && table.inherited[$0, default: []].contains(where: leadsToProtocol)
      }
    }
    findWays(of: protocols + heirs)
  }

  /// Returns whether a name in a declaration may mean something that no scanned module declares.
  package func mayBeForeign(_ reference: TypeReference, in id: SymbolTable.ID) -> Bool {
    table.lookup(reference, in: id).contains { $0.meaning == .foreign }
  }

  /// Returns the classes from which a class inherits its conformance, except in builds that the given conditions
  /// exclude.
  func superclasses(of symbol: Symbol, within outer: [Condition]) -> [SymbolTable.Inheritance] {
    table.inheritances(ofClass: symbol).filter {
      types[$0.symbol] != nil && !Condition.areExclusive($0.conditions, outer)
    }
  }

  /// Returns the global actor to which a declaration isolates the conformance that it makes; nil if none is written.
  func isolation(of conformer: SymbolTable.ID) -> String? {
    zip(table.inherited[conformer, default: []], table[conformer].isolations)
      .first { $0.1 != nil && leadsToProtocol($0.0) }.flatMap(\.1)
  }

  /// Returns whether only protocols have a name; another branch of an `#if` may declare a type.
  private func isProtocol(_ symbol: Symbol) -> Bool {
    let declaring = table.declaring[symbol, default: []]
    return !declaring.isEmpty && declaring.allSatisfy { table[$0].is(.protocol) }
  }

  /// Returns the types and protocols that inherit from the protocol or from one of some symbols, directly or through
  /// others, each after those from which it inherits as far as possible.
  ///
  /// Only the given declarations are considered.
  private func heirs(of symbols: [Symbol], among ids: [SymbolTable.ID]) -> [Symbol] {
    var heirs: [SymbolTable.Meaning: [Symbol]] = [:]
    for id in ids {
      for sense in supertypes(of: id).joined() {
        heirs[sense.meaning, default: []].append(table.symbol(of: id))
      }
    }
    let starts = [.root] + symbols.map(SymbolTable.Meaning.declared)
    return starts.flatMap { heirs[$0, default: []] }.closure { heirs[.declared($0), default: []] }
  }

  /// Returns the meanings of the supertypes by which a declaration may lead to the protocol.
  private func supertypes(of id: SymbolTable.ID) -> [[SymbolTable.Sense]] {
    table.inherited[id, default: []] + (table[id].is(.protocol) ? table.required[id, default: []] : [])
  }

  /// Returns whether a supertype is the protocol, refines it, or conforms to it.
  private func leadsToProtocol(_ supertype: [SymbolTable.Sense]) -> Bool {
    supertype.contains { sense in
      switch sense.meaning {
      case .root: true
      case .declared(let symbol): ways[symbol] != nil
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
    let ways = ways(of: conformer).map { way in way.filter { !own.contains($0) } }
    guard !ways.isEmpty, ways.allSatisfy({ !$0.isEmpty }) else { return own }
    if ways.count == 1 { return own + ways[0] }
    // Every build reaches the protocol in one way or another.
    if !Condition.canHold(own + ways.map(Condition.none(of:))) { return own }
    return own + [Condition.any(of: ways)]
  }

  private func findWays(of symbols: [Symbol]) {
    // The protocols of different branches may refine each other in a circle, so one pass need not be enough.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for symbol in symbols {
        let declarations = table.declarationIDs[symbol, default: []].filter {
          table[$0].is(.protocol) || types[symbol]?.contains($0) == true
        }
        let found = Self.simplified(declarations.flatMap { id in ways(of: id).map(table[id].conditions.union) })
        if found != ways[symbol] { (ways[symbol], isComplete) = (found, false) }
      }
    }
  }

  /// Returns the branches in which one of the supertypes of a declaration leads to the protocol.
  private func ways(of id: SymbolTable.ID) -> [[Condition]] {
    Self.simplified(
      supertypes(of: id).joined().flatMap { sense -> [[Condition]] in
        switch sense.meaning {
        case .root: [sense.conditions]
        case .declared(let symbol): ways[symbol, default: []].map(sense.conditions.union)
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
    let protocols = table.root.names.union(conformances.protocols.map(table.names.name(of:)))
    self.protocols = protocols
    macros = Set(table.files.flatMap(\.macros).filter { !$0.roles.isDisjoint(with: protocols) }.map(\.name))
    for symbol in table.symbolsInSourceOrder where conformances.types[symbol] == nil {
      for declaration in table.declarations(of: symbol) where declaration.is(.class) {
        classes[symbol] = declaration.attributes.first(where: isSuspicious)?.name
      }
    }
  }

  /// Returns the findings about the module's files, except for types that are tribes without a macro.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    for (index, file) in table.files.enumerated() where file.module == table.home {
      for use in file.expansions where !use.isIgnored && isSuspicious(use) {
        findings.append(SuspectedTribe.finding("#" + use.name, use.location))
      }
      for (declaration, place) in zip(file.declarations, file.declarations.indices) {
        let id = SymbolTable.ID(file: index, declaration: place)
        let symbol = table.symbol(of: id)
        let isIgnored = table.isIgnored(id)
        guard !declaration.is(.protocol), conformances.types[symbol] == nil, !isIgnored else { continue }
        for use in declaration.attributes where isSuspicious(use) {
          findings.append(SuspectedTribe.finding("@" + use.name, use.location, type: name(symbol)))
        }
        guard !classes.isEmpty, classes[symbol] == nil, declaration.is(.class) else { continue }
        for base in table.ancestry(of: symbol).declared {
          guard let use = classes[base] else { continue }
          findings.append(
            SuspectedTribe.finding("@" + use, declaration.location, type: name(base), heir: name(symbol))
          )
        }
      }
    }
    return findings
  }

  private func name(_ symbol: Symbol) -> String { table.qualifiedName(of: symbol) }

  private func isSuspicious(_ use: MacroUse) -> Bool {
    macros.contains(use.name) || !use.arguments.isDisjoint(with: protocols)
  }
}
