import NomadGenCore
import NomadSyntax

/// A type that looks like a tribe and inherits from a type or protocol that no checked source declares.
struct UnseenType {
  /// The qualified name.
  var name: String

  /// The protocol or the superclass, as it is written.
  var ancestor: String

  /// The imported modules that may declare the ancestor.
  var imports: [String]

  var location: Location
}

/// A finder of types that the build may register and the check does not, because their protocol or superclass comes
/// from a module whose sources are not checked.
struct UnseenTypeFinder {
  private let table: SymbolTable
  private let conformances: Conformances

  /// The names of the modules whose sources are checked.
  private let checked: Set<String>

  init(_ finder: TribeFinder, checked: Set<String>) {
    table = finder.table
    conformances = finder.conformances
    self.checked = checked
  }

  /// Returns the types, in the order of the sources.
  func types() -> [UnseenType] {
    candidates().compactMap { symbol, place, ancestors in
      guard let (ancestor, imports) = ancestors.first(where: { !$0.imports.isEmpty }) else { return nil }
      return UnseenType(
        name: table.qualifiedName(of: symbol),
        ancestor: ancestor,
        imports: imports,
        location: table[place].location
      )
    }
  }

  /// The names to search other files for, because those files may declare the unknown ancestors.
  var names: Set<String> { Set(candidates().flatMap { $0.ancestors.compactMap { NameTree.lastName($0.name) } }) }

  private typealias Ancestor = (name: String, imports: [String])

  /// Returns the types that look like tribes, each with its unknown ancestors.
  private func candidates() -> [(symbol: Symbol, place: SymbolTable.ID, ancestors: [Ancestor])] {
    table.symbolsInSourceOrder.compactMap { symbol in
      let own = (table.declarationIDs[symbol] ?? []).filter(table.isOwn)
      let place = own.first { table[$0].kind != .extension } ?? own.first
      guard let place, table[place].kind != .protocol, conformances.types[symbol] == nil else { return nil }
      guard !own.contains(where: table.isIgnored) else { return nil }
      let path = [symbol] + table.ancestry(of: symbol).declared
      let declarations = path.flatMap(table.declarations(of:))
      let hasMigration = declarations.contains { !$0.methods.isEmpty }
      let hasTarget = declarations.flatMap { $0.members(.target) }.contains { target in
        target.value.name != nil || target.namesType
          || target.annotation?.components.last?.text == TribeMember.target.type
      }
      guard hasMigration || hasTarget else { return nil }
      let ancestors = path.flatMap { unknownAncestors(of: $0, besides: WellKnown.isType) }
      // The name of a common protocol does not explain both members.
      guard ancestors.isEmpty, hasMigration, hasTarget else { return (symbol, place, ancestors) }
      return (symbol, place, path.flatMap { unknownAncestors(of: $0, besides: StandardProtocols.isListed) })
    }
  }

  /// Returns the ancestors of a type or a protocol that no checked source declares, each with the modules that may
  /// declare it.
  private func unknownAncestors(of symbol: Symbol, besides isType: (String) -> Bool) -> [Ancestor] {
    (table.declarationIDs[symbol] ?? []).flatMap { id -> [Ancestor] in
      let imports = table.imported[id.file].subtracting(checked).filter { !WellKnown.modules.contains($0) }.sorted()
      return table[id].inherited.compactMap { reference in
        let path = reference.components.map(\.text)
        guard conformances.mayBeForeign(reference, in: id), let first = path.first, let last = path.last
        else { return nil }
        let isKnown =
          path.count == 1 ? isType(last) : checked.contains(first) || WellKnown.modules.contains(first)
        if isKnown { return nil }
        return (path.joined(separator: "."), path.count > 1 && imports.contains(first) ? [first] : imports)
      }
    }
  }
}
