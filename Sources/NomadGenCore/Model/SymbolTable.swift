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
    var file: Int
    var isPrivate: Bool
    var conditions: [Condition]
  }

  package let files: [SourceFile]
  package let names = NameTree()

  /// The names of the modules, sorted.
  let modules: [String]

  /// The module whose tribes are looked for; the others do not see what it declares.
  package let home: String

  /// The declarations of a type, extensions included.
  package private(set) var members: [Symbol: [ID]] = [:]

  /// The symbols in the order in which the files declare them, so that all that follows is repeatable.
  package private(set) var order: [Symbol] = []

  private var aliases: [Symbol: [Alias]] = [:]
  private var symbols: [[Symbol]] = []

  /// What is declared, extensions aside.
  private var declared: [Symbol: [ID]] = [:]

  /// The names that are private in one file and stand for something else in another.
  private var ambiguous: Set<Symbol> = []

  /// The modules that declare a name at the top level of a file, sorted.
  private(set) var topLevel: [String: [String]] = [:]

  /// What is declared under a name anywhere: types and protocols, aliases, constants.
  let index: NameIndex

  /// What is declared or extended outside of code, by its qualified name, each of its modules once.
  private(set) lazy var named: [String: [Symbol]] = order.reduce(into: [:]) { named, symbol in
    if isModule(names.root(of: symbol)) { named[qualifiedName(of: symbol), default: []].append(symbol) }
  }

  /// Makes the table of some modules, of which only those files are given that can matter.
  init(files: [SourceFile], of modules: some Sequence<String>, home: String) {
    self.files = files
    self.home = home
    self.modules = Set(files.map(\.module)).union(modules).sorted()
    index = NameIndex(files)
    indexTopLevel()
    symbols = files.map { file in [Symbol](repeating: names.module(file.module), count: file.declarations.count) }
    // An alias inside an extension of an alias is found in a second round, and so is what is private in a file; deeper
    // chains of that are not code.
    for _ in 0..<3 {
      indexSymbols()
      indexAliases()
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
  func isDeclared(_ symbol: Symbol) -> Bool {
    declarations(of: symbol).contains { $0.kind != .extension }
  }

  /// What a file sees under a name in a scope: a type, a protocol or an alias; nil if it sees nothing.
  ///
  /// What is private in a file is seen there only, and before what others have of the same name.
  func visible(_ name: String, of scope: Symbol, from file: Int) -> Symbol? {
    guard let symbol = names.find(name, of: scope) else { return nil }
    if ambiguous.contains(symbol), let own = names.find(name, of: scope, privateIn: file), declared[own] != nil {
      return own
    }
    let isVisible = (declared[symbol] ?? []).contains { $0.file == file || !isPrivate($0) }
    return isVisible || !aliases(symbol, from: file).isEmpty ? symbol : nil
  }

  /// Whether only its file sees a declaration.
  private func isPrivate(_ id: ID) -> Bool {
    isPrivate(self[id].access, in: self[id].parent, of: files[id.file])
  }

  private func isPrivate(_ access: Access?, in parent: Int?, of file: SourceFile) -> Bool {
    if let access { return Self.isPrivate(access) }
    // The members of an extension have its level if they say nothing.
    guard let parent, file.declarations[parent].kind == .extension else { return false }
    return Self.isPrivate(file.declarations[parent].access)
  }

  static func isPrivate(_ access: Access?) -> Bool {
    access.map { $0 <= .fileprivate } ?? false
  }

  /// The aliases that a file sees: more than one if they stand in branches of an `#if`.
  func aliases(_ symbol: Symbol, from file: Int) -> [Alias] {
    (aliases[symbol] ?? []).filter { $0.file == file || !$0.isPrivate }
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
    declarations(of: symbol).filter { $0.kind != .extension }.map(\.conditions)
      + aliases(symbol, from: file).map(\.conditions)
  }

  /// Whether a type has a member, which others inherit, that can stand behind a colon: that of a type or a property.
  var hasNestedNames: Bool {
    files.contains { file in
      !file.needs.isEmpty || file.aliases.contains { $0.parent != nil }
        || file.declarations.contains { ($0.kind == .protocol || $0.kind == .class) && $0.parent != nil }
    }
  }

  // MARK: Indexing

  private func indexTopLevel() {
    var found: [String: Set<String>] = [:]
    for source in files {
      let declarations = source.declarations.filter { $0.parent == nil && $0.kind != .extension && !$0.isLocal }
      let aliases = source.aliases.filter { $0.parent == nil && $0.block == nil }
      for name in declarations.compactMap(\.reference.components.first) + aliases.map(\.name) {
        found[name.text, default: []].insert(source.module)
      }
    }
    topLevel = found.mapValues { $0.sorted() }
  }

  private func indexSymbols() {
    var (found, symbols) = ([Symbol: [ID]](), symbols)
    for id in ids {
      let declaration = self[id]
      guard declaration.kind != .extension, let name = declaration.reference.components.last?.text else {
        symbols[id.file][id.declaration] = extended(declaration.reference, from: id.file)
        continue
      }
      let parent = declaration.parent.map { symbols[id.file][$0] } ?? start(of: declaration.block, in: id.file)
      var symbol = names.member(name, of: parent)
      if ambiguous.contains(symbol), isPrivate(id) { symbol = names.member(name, of: parent, privateIn: id.file) }
      symbols[id.file][id.declaration] = symbol
      found[symbol, default: []].append(id)
    }
    (self.symbols, declared) = (symbols, found)
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
          file: file,
          isPrivate: isPrivate(alias.access, in: alias.parent, of: source),
          conditions: alias.conditions
        )
        aliases[names.member(alias.name.text, of: owner ?? start(of: alias.block, in: file)), default: []].append(found)
      }
    }
  }

  /// What is declared in a block of code, or at the top level of a file, is a member of this.
  private func start(of block: Int?, in file: Int) -> Symbol {
    block.map { names.block($0, in: file) } ?? names.module(files[file].module)
  }

  /// The symbol of an extended type, with aliases replaced.
  private func extended(_ reference: TypeReference, from file: Int) -> Symbol {
    var (reference, scopes) = (reference, Scopes(inner: [], file: file))
    var symbol = names.module(files[file].module)
    // Bounded, because aliases can form a cycle in code that does not compile.
    for _ in 0..<16 {
      let file = scopes.file
      var rest: ArraySlice<Name>
      (symbol, rest) = start(of: reference, in: scopes)
      while !rest.isEmpty, soleAlias(symbol, from: file) == nil {
        let name = rest.removeFirst().text
        symbol = member(name, of: symbol, from: file) ?? names.member(name, of: symbol)
      }
      guard let alias = soleAlias(symbol, from: file) else { return symbol }
      reference = alias.references[0]
      reference.components += rest
      scopes = alias.scopes
    }
    return symbol
  }

  /// A member of a type: declared there, or in one of its superclasses.
  private func member(_ name: String, of symbol: Symbol, from file: Int) -> Symbol? {
    var owner = symbol
    // Bounded, as what does not compile may inherit from itself.
    for _ in 0..<16 {
      if let member = visible(name, of: owner, from: file) { return member }
      guard let id = declared[owner]?.first, self[id].kind == .class, let superclass = self[id].inherited.first
      else { return nil }
      let (start, rest) = start(of: superclass, in: scopes(around: id))
      owner = rest.reduce(start) { names.member($1.text, of: $0) }
    }
    return nil
  }

  /// What the first names of a reference lead to, and the names that are left.
  private func start(of reference: TypeReference, in scopes: Scopes) -> (Symbol, ArraySlice<Name>) {
    let path = reference.components
    if let first = path.first, !reference.hasModuleSelector {
      for scope in scopes.inner {
        if let symbol = visible(first.text, of: scope, from: scopes.file) { return (symbol, path.dropFirst()) }
      }
    }
    let (module, names) = place(reference, in: scopes.file)
    guard let first = names.first else { return (module, []) }
    let symbol = visible(first, of: module, from: scopes.file) ?? self.names.member(first, of: module)
    return (symbol, path.suffix(names.count - 1))
  }

  /// The alias that a file sees under a symbol, if it stands for one type in all builds.
  private func soleAlias(_ symbol: Symbol, from file: Int) -> Alias? {
    let aliases = aliases(symbol, from: file).filter { !$0.references.isEmpty }
    return aliases.count == 1 && aliases[0].references.count == 1 ? aliases[0] : nil
  }
}
