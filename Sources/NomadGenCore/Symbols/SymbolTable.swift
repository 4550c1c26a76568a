package import NomadSyntax

/// The declarations of a module and of the modules that it can see, by symbol.
package final class SymbolTable {
  /// The identity of a declaration: the indices of its file and of its place in that file.
  package struct ID: Hashable {
    package var file: Int
    package let declaration: Int

    package init(file: Int, declaration: Int) { (self.file, self.declaration) = (file, declaration) }
  }

  /// The types that an alias stands for, and the scopes in which they are looked up.
  package struct Alias {
    /// The symbol of the alias itself.
    package let symbol: Symbol
    /// The location of its name.
    package let location: Location
    /// The types; empty if the alias does not stand for a path of names, as for an array or a function.
    package let references: [TypeReference]
    /// The whole type; nil if stored members are not wanted.
    package let type: TypeText?
    /// The generic parameters of the alias itself.
    package let parameters: [String]
    package var scopes: Scopes
    let access: Access
    package var conditions: [Condition]
  }

  package let files: [SourceFile]
  package let names = NameTree()

  /// The names of the modules, sorted.
  let modules: [String]

  /// The module whose tribes are discovered; other modules do not see its declarations.
  package let home: String

  /// The protocol to discover.
  let root: Library.Root

  /// All declarations of a type, including extensions.
  package private(set) var declarationIDs: [Symbol: [ID]] = [:]

  /// All declarations of a type or a protocol, without extensions.
  package private(set) var declaring: [Symbol: [ID]] = [:]

  /// The symbols in the order in which the files declare them, so that every result is repeatable.
  package private(set) var symbolsInSourceOrder: [Symbol] = []

  /// The meanings of each type after the colon of a declaration, and of each one in its requirements of `Self`.
  private(set) var inherited: [ID: [[Sense]]] = [:]
  private(set) var required: [ID: [[Sense]]] = [:]

  /// The types and protocols that each symbol inherits directly; it has their members, too.
  private(set) var parents: [Symbol: [Symbol]] = [:]

  /// The ancestries computed so far; see ``ancestry(of:)``.
  var ancestries: [Symbol: Ancestry] = [:]

  /// The aliases, by their own symbols; there are several under one if branches of an `#if` differ.
  package private(set) var aliases: [Symbol: [Alias]] = [:]
  private var symbols: [[Symbol]] = []

  /// The names that are private in one file and mean something else in another.
  private var ambiguous: Set<Symbol> = []

  /// The index of the types, protocols, aliases and constants under each name.
  let index: NameIndex

  /// The symbols that are declared or extended outside of functions and closures, by qualified name, in all modules.
  package private(set) lazy var named: [String: [Symbol]] = symbolsInSourceOrder.reduce(into: [:]) { named, symbol in
    if isModule(names.root(of: symbol)) { named[qualifiedName(of: symbol), default: []].append(symbol) }
  }

  /// The constants by symbol; there are several under one if branches of an `#if` differ.
  private(set) lazy var constants: [Symbol: [NameIndex.Constant]] = index.constants.values.joined()
    .reduce(into: [:]) { constants, found in
      let owner = found.parent.map(symbol(of:)) ?? names.module(files[found.file].module)
      constants[names.member(found.constant.name.text, of: owner), default: []].append(found)
    }

  /// The flags in the module's own conditions.
  private(set) lazy var ownFlags: Set<String> = files.filter { $0.module == home }.reduce(into: []) { flags, file in
    var conditions = file.aliases.flatMap(\.conditions) + file.constants.flatMap(\.conditions)
    conditions += file.wrappedProperties.flatMap(\.conditions)
    for declaration in file.declarations {
      conditions += declaration.conditions + declaration.members.flatMap(\.conditions)
      conditions += declaration.availability.flatMap(\.conditions)
    }
    for condition in conditions { flags.formUnion(condition.flags) }
  }

  /// The modules that each module re-exports itself.
  private(set) lazy var exports: [String: [String]] = files.reduce(into: [:]) { exports, file in
    for line in file.imports where line.has("@_exported") { exports[file.module, default: []].append(line.module) }
  }

  /// The modules that each file imports, directly or through re-exports, as far as they are known.
  package private(set) lazy var imported: [Set<String>] = files.map { file in
    // A module's own re-exports apply in all of its files.
    Set((file.imports.map(\.module) + exports[file.module, default: []]).closure { exports[$0, default: []] })
  }

  /// The symbols under which files declare or extend the protocol to discover; for each name, the module's own first.
  private(set) lazy var roots: [Symbol] = root.names.sorted().flatMap { named[$0, default: []] }

  /// Builds the table of some modules from those of their files that can matter.
  package init(files: [SourceFile], of modules: some Sequence<String>, home: String, _ root: Library.Root) {
    self.files = files
    (self.home, self.root) = (home, root)
    self.modules = Set(files.map(\.module)).union(modules).sorted()
    index = NameIndex(files)
    symbols = files.map { file in [Symbol](repeating: names.module(file.module), count: file.declarations.count) }
    // Later rounds find aliases in extensions of aliases, and private declarations. Real code has no deeper chains.
    for _ in 0..<4 {
      let (symbols, parents) = (symbols, parents)
      indexSymbols()
      indexAliases()
      indexSupertypes()
      if symbols == self.symbols, parents == self.parents { break }
    }
    for id in ids {
      let symbol = symbol(of: id)
      if declarationIDs[symbol] == nil { symbolsInSourceOrder.append(symbol) }
      declarationIDs[symbol, default: []].append(id)
    }
    for id in ids where self[id].is(.class) { inherited[id] = inherited[id]?.map(addingExtensions) }
  }

  /// Adds what extensions make of a superclass from elsewhere, such as a tribe.
  ///
  /// For an enumeration, the name may be that of the type of its raw values, from which it inherits nothing.
  private func addingExtensions(to senses: [Sense]) -> [Sense] {
    senses
      + senses.flatMap { sense in
        (sense.foreignName.flatMap { named[$0] } ?? [])
          .filter { !isDeclared($0) && declarationIDs[$0, default: []].contains { inherited[$0] != nil } }
          .map { Sense(meaning: .declared($0), conditions: sense.conditions) }
      }
  }

  package subscript(id: ID) -> Declaration { files[id.file].declarations[id.declaration] }

  /// All declarations, in the order of the files.
  var ids: [ID] {
    files.indices.flatMap { file in files[file].declarations.indices.map { ID(file: file, declaration: $0) } }
  }

  /// Returns the declarations of a symbol, including extensions.
  package func declarations(of symbol: Symbol) -> [Declaration] {
    declarationIDs[symbol, default: []].map { self[$0] }
  }

  /// Whether a file of the module whose tribes are discovered imports the library.
  package var importsLibrary: Bool {
    files.contains { file in file.module == home && file.imports.contains { $0.module == Library.core } }
  }

  /// Returns whether a declaration is in the module whose tribes are discovered.
  package func isOwn(_ id: ID) -> Bool { files[id.file].module == home }

  package func symbol(of id: ID) -> Symbol { symbols[id.file][id.declaration] }

  /// Returns the declaration and those whose bodies contain it, innermost first.
  package func chain(of id: ID) -> [ID] {
    var chain = [id]
    while let parent = self[chain[chain.count - 1]].parent {
      chain.append(ID(file: id.file, declaration: parent))
    }
    return chain
  }

  /// Returns whether a `nomad:ignore` comment excludes a declaration or one around it.
  package func isIgnored(_ id: ID) -> Bool { chain(of: id).contains { self[$0].isIgnored } }

  /// Returns whether a symbol is declared as a type or a protocol.
  package func isDeclared(_ symbol: Symbol) -> Bool { declaring[symbol] != nil }

  /// Returns whether a symbol is declared as a class.
  func isClass(_ symbol: Symbol) -> Bool { declaring[symbol, default: []].contains { self[$0].is(.class) } }

  /// Returns the type, protocol or alias that a file sees under a name in a scope; nil if there is none.
  ///
  /// Only its own file sees a private declaration, which then hides other files' declarations of the same name.
  package func visible(_ name: String, of scope: Symbol, from file: Int) -> Symbol? {
    guard let symbol = names.find(name, of: scope) else { return nil }
    if ambiguous.contains(symbol), let own = names.find(name, of: scope, privateIn: file), isDeclared(own) {
      return own
    }
    let isVisible = declaring[symbol, default: []].contains { sees(level(of: $0), of: $0.file, from: file) }
    return isVisible || !aliases(symbol, from: file).isEmpty ? symbol : nil
  }

  /// Returns the aliases that a file sees; there are several if they are in branches of an `#if`.
  package func aliases(_ symbol: Symbol, from file: Int) -> [Alias] {
    aliases[symbol, default: []].filter { sees($0.access, of: $0.scopes.file, from: file) }
  }

  /// Returns whether anything, at any level, has the name of one of the library's types, except an alias for that type.
  func shadows(_ name: String) -> Bool {
    let other = index.aliases[name, default: []].contains { alias in
      alias.references.map { $0.components.map(\.text) } != [["Nomad", name]]
    }
    return other || index.types.contains(name)
  }

  /// Returns the branches in which a file sees a type, a protocol or an alias declared.
  func branches(of symbol: Symbol, from file: Int) -> [[Condition]] {
    declaring[symbol, default: []].map { self[$0].conditions } + aliases(symbol, from: file).map(\.conditions)
  }

  // MARK: Indexing

  private func indexSymbols() {
    var (found, symbols) = ([Symbol: [ID]](), symbols)
    for id in ids {
      let declaration = self[id]
      guard !declaration.is(.extension), let name = declaration.reference.components.last?.text else {
        symbols[id.file][id.declaration] = lookupExtended(declaration.reference, from: id.file)
        continue
      }
      let parent = declaration.parent.map { symbols[id.file][$0] } ?? start(of: declaration.block, in: id.file)
      var symbol = names.member(name, of: parent)
      if ambiguous.contains(symbol), isPrivate(id) { symbol = names.member(name, of: parent, privateIn: id.file) }
      symbols[id.file][id.declaration] = symbol
      found[symbol, default: []].append(id)
    }
    (self.symbols, declaring) = (symbols, found)
    ambiguous.formUnion(
      found.filter { _, ids in ids.contains { $0.file != ids[0].file } && ids.contains(where: isPrivate) }.keys
    )
  }

  private func indexAliases() {
    aliases = [:]
    for (file, source) in files.enumerated() {
      for alias in source.aliases {
        let owner = alias.parent.map { symbol(of: ID(file: file, declaration: $0)) }
        let own = names.member(alias.name.text, of: owner ?? start(of: alias.block, in: file))
        let found = Alias(
          symbol: own,
          location: alias.location,
          references: alias.references,
          type: alias.type,
          parameters: alias.parameters,
          scopes: scopes(in: alias.parent, block: alias.block, of: file),
          access: level(alias.access, in: alias.parent, of: file),
          conditions: alias.conditions
        )
        aliases[own, default: []].append(found)
      }
    }
  }

  private func indexSupertypes() {
    var (inherited, required, parents) = ([ID: [[Sense]]](), [ID: [[Sense]]](), [Symbol: [Symbol]]())
    for id in ids {
      let declaration = self[id]
      let lookup = { (references: [TypeReference]) in references.map { self.lookup($0, in: id) } }
      if !declaration.selfRequirements.isEmpty { required[id] = lookup(declaration.selfRequirements) }
      guard !declaration.inherited.isEmpty else { continue }
      let found = lookup(declaration.inherited)
      inherited[id] = found
      for case .declared(let parent) in found.joined().map(\.meaning) {
        let symbol = symbol(of: id)
        if parents[symbol]?.contains(parent) != true { parents[symbol, default: []].append(parent) }
      }
    }
    (self.inherited, self.required, self.parents) = (inherited, required, parents)
  }

  /// Returns the symbol that contains the declarations of a block of code, or else of a file's top level.
  private func start(of block: Int?, in file: Int) -> Symbol {
    block.map { names.block($0, in: file) } ?? names.module(files[file].module)
  }
}

/// The names of symbols and declarations, for people and for generated code.
extension SymbolTable {
  /// Returns the qualified name of a symbol, without its module.
  package func qualifiedName(of symbol: Symbol) -> String { names.path(of: symbol).joined(separator: ".") }

  /// Returns the module to write before a symbol, if another module declares the same name; otherwise an empty list.
  func qualifier(of symbol: Symbol) -> [String] {
    let module = module(of: symbol)
    let name = names.path(of: symbol).prefix(1).joined()
    // A type with the name of a module hides the module.
    let isClear = modules(declaring: name).count < 2 || index.types.contains(module)
    return module == home || isClear ? [] : [module]
  }

  /// Returns the spelling of a declaration for code at the top level of a file.
  func spelling(of id: ID) -> String {
    chain(of: id).reversed().flatMap { self[$0].reference.components.map(\.spelling) }.joined(separator: ".")
  }

  /// Returns the spelling of a type, a protocol or an alias for code at the top level of a file.
  func spelling(of symbol: Symbol) -> String {
    declaring[symbol]?.first.map(spelling) ?? qualifiedName(of: symbol)
  }
}
