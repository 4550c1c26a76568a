/// The declarations of a module and of those that it can see, each under the symbol of its name.
package final class SymbolTable {
  /// A declaration, by its file and its place in it.
  package struct ID: Hashable {
    package var file: Int
    var declaration: Int

    package init(file: Int, declaration: Int) { (self.file, self.declaration) = (file, declaration) }
  }

  /// What an alias stands for, and from where its parts are looked up.
  struct Alias {
    /// Empty for what is no path of names, such as an array or a function.
    var references: [TypeReference]
    var scopes: Scopes
    var isPrivate: Bool
    var conditions: [Condition]
  }

  /// A type that a declaration inherits or asks of `Self`, as it is written, and what that stands for.
  struct Supertype {
    var reference: TypeReference
    var senses: [Sense]
  }

  package let files: [SourceFile]
  package let names = NameTree()

  /// The names of the modules, sorted.
  let modules: [String]

  /// The module whose tribes are looked for; the others do not see what it declares.
  package let home: String

  /// The protocol to discover.
  let protocolName: String

  /// The declarations of a type, extensions included.
  package private(set) var members: [Symbol: [ID]] = [:]

  /// What is declared, extensions aside.
  private(set) var declaring: [Symbol: [ID]] = [:]

  /// The symbols in the order in which the files declare them, so that all that follows is repeatable.
  package private(set) var order: [Symbol] = []

  /// What stands behind the colon of a declaration, and in its requirements of `Self`.
  private(set) var inherited: [ID: [Supertype]] = [:]
  private(set) var required: [ID: [Supertype]] = [:]

  /// What types and protocols inherit directly: its members are theirs, too.
  private(set) var parents: [Symbol: [Symbol]] = [:]

  /// The ancestries that were asked for so far: see ``ancestry(of:)``.
  var ancestries: [Symbol: Ancestry] = [:]

  private var aliases: [Symbol: [Alias]] = [:]
  private var symbols: [[Symbol]] = []

  /// The names that are private in one file and stand for something else in another.
  private var ambiguous: Set<Symbol> = []

  /// What is declared under a name anywhere: types and protocols, aliases, constants.
  let index: NameIndex

  /// What is declared or extended outside of code, by its qualified name, each of its modules once.
  private(set) lazy var named: [String: [Symbol]] = order.reduce(into: [:]) { named, symbol in
    if isModule(names.root(of: symbol)) { named[qualifiedName(of: symbol), default: []].append(symbol) }
  }

  /// The constants by the symbols of their names: several where branches of an `#if` differ.
  private(set) lazy var constants: [Symbol: [NameIndex.Constant]] = index.constants.values.joined()
    .reduce(into: [:]) { constants, found in
      let owner = found.parent.map(symbol(of:)) ?? names.module(files[found.file].module)
      constants[names.member(found.constant.name.text, of: owner), default: []].append(found)
    }

  /// The extensions of the protocol to discover, which it has if it comes from elsewhere; the module's own first.
  private(set) lazy var roots: [Symbol] = rootNames.sorted().flatMap { named[$0] ?? [] }

  /// The names of the protocol to discover: the library has two more for `Tribe`.
  let rootNames: Set<String>

  /// Makes the table of some modules, of which only those files are given that can matter.
  init(files: [SourceFile], of modules: some Sequence<String>, home: String, protocolName: String) {
    self.files = files
    self.home = home
    self.protocolName = protocolName
    self.modules = Set(files.map(\.module)).union(modules).sorted()
    rootNames = protocolName == Library.tribe ? [Library.tribe, "ListedTribe", "_Tribe"] : [protocolName]
    index = NameIndex(files)
    symbols = files.map { file in [Symbol](repeating: names.module(file.module), count: file.declarations.count) }
    // An alias inside an extension of an alias is found in a second round, and so is what is private in a file; deeper
    // chains of that are not code.
    for _ in 0..<4 {
      let (symbols, parents) = (symbols, parents)
      indexSymbols()
      indexAliases()
      indexSupertypes()
      if symbols == self.symbols, parents == self.parents { break }
    }
    for id in ids {
      let symbol = symbol(of: id)
      if members[symbol] == nil { order.append(symbol) }
      members[symbol, default: []].append(id)
    }
  }

  package subscript(id: ID) -> Declaration { files[id.file].declarations[id.declaration] }

  /// All declarations, in the order of the files.
  var ids: [ID] {
    files.indices.flatMap { file in files[file].declarations.indices.map { ID(file: file, declaration: $0) } }
  }

  /// The declarations of a symbol, extensions included.
  package func declarations(of symbol: Symbol) -> [Declaration] {
    (members[symbol] ?? []).map { self[$0] }
  }

  /// Whether a file of the module whose tribes are looked for imports the library.
  package var importsLibrary: Bool {
    files.contains { file in file.module == home && file.imports.contains { $0.module == Library.core } }
  }

  /// Whether a declaration stands in the module whose tribes are looked for.
  package func isOwn(_ id: ID) -> Bool { files[id.file].module == home }

  package func symbol(of id: ID) -> Symbol { symbols[id.file][id.declaration] }

  /// The declaration and those in whose bodies it stands, innermost first.
  package func chain(of id: ID) -> [ID] {
    var chain = [id]
    while let parent = self[chain[chain.count - 1]].parent {
      chain.append(ID(file: id.file, declaration: parent))
    }
    return chain
  }

  /// Whether a `nomad:ignore` comment takes a declaration out, or one around it.
  package func isIgnored(_ id: ID) -> Bool { chain(of: id).contains { self[$0].isIgnored } }

  /// Whether a symbol is declared as a type or a protocol.
  func isDeclared(_ symbol: Symbol) -> Bool { declaring[symbol] != nil }

  /// What a file sees under a name in a scope: a type, a protocol or an alias; nil if it sees nothing.
  ///
  /// What is private in a file is seen there only, and before what others have of the same name.
  func visible(_ name: String, of scope: Symbol, from file: Int) -> Symbol? {
    guard let symbol = names.find(name, of: scope) else { return nil }
    if ambiguous.contains(symbol), let own = names.find(name, of: scope, privateIn: file), isDeclared(own) {
      return own
    }
    let isVisible = (declaring[symbol] ?? []).contains { $0.file == file || !isPrivate($0) }
    return isVisible || !aliases(symbol, from: file).isEmpty ? symbol : nil
  }

  /// Whether only its file sees a declaration.
  private func isPrivate(_ id: ID) -> Bool { level(self[id].access, in: self[id].parent, of: id.file).isPrivate }

  /// The access level of a member with what is written before it, if anything is; those of an extension have its level
  /// if they say nothing.
  func level(_ access: Access?, in parent: Int?, of file: Int) -> Access {
    access ?? parent.flatMap { parent in
      let parent = self[ID(file: file, declaration: parent)]
      return parent.kind == .extension ? parent.access : nil
    } ?? .internal
  }

  /// The aliases that a file sees: more than one if they stand in branches of an `#if`.
  func aliases(_ symbol: Symbol, from file: Int) -> [Alias] {
    (aliases[symbol] ?? []).filter { $0.scopes.file == file || !$0.isPrivate }
  }

  /// Whether anything, at any depth, is declared under a name of the library's, other than an alias for just that.
  func shadows(_ name: String) -> Bool {
    let other = index.aliases[name, default: []].contains { alias in
      alias.references.map { $0.components.map(\.text) } != [["Nomad", name]]
    }
    return other || index.types.contains(name)
  }

  /// The branches in which a file sees a type, a protocol or an alias declared.
  func branches(of symbol: Symbol, from file: Int) -> [[Condition]] {
    (declaring[symbol] ?? []).map { self[$0].conditions } + aliases(symbol, from: file).map(\.conditions)
  }

  // MARK: Indexing

  private func indexSymbols() {
    var (found, symbols) = ([Symbol: [ID]](), symbols)
    for id in ids {
      let declaration = self[id]
      guard declaration.kind != .extension, let name = declaration.reference.components.last?.text else {
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
        let found = Alias(
          references: alias.references,
          scopes: scopes(in: alias.parent, block: alias.block, of: file),
          isPrivate: level(alias.access, in: alias.parent, of: file).isPrivate,
          conditions: alias.conditions
        )
        aliases[names.member(alias.name.text, of: owner ?? start(of: alias.block, in: file)), default: []].append(found)
      }
    }
  }

  private func indexSupertypes() {
    var (inherited, required, parents) = ([ID: [Supertype]](), [ID: [Supertype]](), [Symbol: [Symbol]]())
    for id in ids {
      let declaration = self[id]
      let supertypes = { (references: [TypeReference]) in
        references.map { Supertype(reference: $0, senses: self.lookup($0, in: id)) }
      }
      if !declaration.selfRequirements.isEmpty { required[id] = supertypes(declaration.selfRequirements) }
      guard !declaration.inherited.isEmpty else { continue }
      let found = supertypes(declaration.inherited)
      inherited[id] = found
      for case .declared(let parent) in found.flatMap(\.senses).map(\.meaning) {
        let symbol = symbol(of: id)
        if parents[symbol]?.contains(parent) != true { parents[symbol, default: []].append(parent) }
      }
    }
    (self.inherited, self.required, self.parents) = (inherited, required, parents)
  }

  /// What is declared in a block of code, or at the top level of a file, is a member of this.
  private func start(of block: Int?, in file: Int) -> Symbol {
    block.map { names.block($0, in: file) } ?? names.module(files[file].module)
  }
}
