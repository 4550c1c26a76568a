import NomadSyntax

/// What a file sees of other files and modules.
extension SymbolTable {
  /// Returns whether a file sees what another file declares with the given access level.
  ///
  /// Whether both modules belong to one package is not known, so everything with the level `package` counts as visible.
  func sees(_ access: Access, of other: Int, from file: Int) -> Bool {
    if file == other { return true }
    let module = files[other].module
    if files[file].module == module { return !access.isPrivate }
    return access >= .package
      || access == .internal && files[file].imports.contains { $0.module == module && $0.has("@testable") }
  }

  /// Returns the access level that a declaration has by itself, whatever is around it.
  func level(of id: ID) -> Access { level(self[id].access, in: self[id].parent, of: id.file) }

  /// Returns whether only its own file sees a declaration.
  func isPrivate(_ id: ID) -> Bool { level(of: id).isPrivate }

  /// Returns the access level of a member with an explicit level, or with none.
  ///
  /// Without one, a member of an extension or a protocol has the level of that, and any other member is internal.
  func level(_ access: Access?, in parent: Int?, of file: Int) -> Access {
    if let access { return access }
    guard let parent = parent.map({ self[ID(file: file, declaration: $0)] }) else { return .internal }
    switch parent.kind {
    case .extension, .protocol: return level(parent.access, in: parent.parent, of: file)
    default: return .internal
    }
  }

  /// Returns the modules that a file sees: its own, then those that it imports, directly or through re-exports.
  func modules(from file: Int) -> [String] { ranked(modules, from: file) }

  /// Returns the modules with a type, a protocol or an alias of a name that a file may see, in the order of lookup.
  func modules(declaring name: String, from file: Int) -> [String] {
    let seen = index.files[name, default: []].filter { sees($0.access, of: $0.file, from: file) }
    if seen.isEmpty { return [] }
    let ranked = ranked(modules(of: seen.map(\.file)), from: file)
    guard ranked.count > 1, ranked[0] != files[file].module else { return ranked }
    // An import of one declaration decides between modules: `import protocol Kit.Step`.
    let isScoped = { [files] (module: String) in
      files[file].imports.contains { $0.module == module && $0.text.hasSuffix(".\(name)") }
    }
    return ranked.filter(isScoped) + ranked.filter { !isScoped($0) }
  }

  /// Returns the type, protocol or alias that a module declares or re-exports; nil if a file does not see one.
  func visible(_ name: String, inModule module: String, from file: Int) -> Symbol? {
    [module].closure { exports[$0, default: []] }.lazy.compactMap {
      self.visible(name, of: self.names.module($0), from: file)
    }
    .first
  }

  /// Returns the modules that declare a name at the top level of a file, sorted.
  func modules(declaring name: String) -> [String] { modules(of: index.files[name, default: []].map(\.file)) }

  private func modules(of files: [Int]) -> [String] { Set(files.map { self.files[$0].module }).sorted() }

  private func ranked(_ modules: [String], from file: Int) -> [String] {
    let own = files[file].module
    if modules.isEmpty || modules == [own] { return modules }
    return modules.filter { $0 == own } + modules.filter { $0 != own && imported[file].contains($0) }
  }
}

/// The access level of a type, and the rules that decide whether generated code in another file can name it.
extension SymbolTable {
  /// A reason why generated code cannot name a type.
  enum NamingProblem {
    case access(Access, of: String)
    case local
    case generic(String)
    /// A nested type called `Type` or `Protocol`, which an expression would take for a metatype.
    case metatype(String)
    /// A question of an `#if` in another module, which may have another answer in the registry.
    case flag(String)
  }

  /// Returns the effective access level: the lowest level of the type and of everything around it.
  func access(of id: ID) -> Access {
    let chain = chain(of: id)
    let levels = chain.map { id in
      // The level of an extension is only the default for its members, and limits nothing.
      self[id].is(.extension) ? .open : level(self[id].access, in: self[id].parent, of: id.file)
    }
    // A member is at most as accessible as the type that its extension extends, wherever that type is declared.
    let extended = chain.flatMap(extendedTypes).map(access)
    return (levels + extended).min() ?? .internal
  }

  /// Returns the declarations, in any file, of the type that an extension extends.
  private func extendedTypes(_ id: ID) -> [ID] {
    self[id].is(.extension) ? declaring[symbol(of: id), default: []] : []
  }

  /// Returns whether a declaration is generic, by its own parameters or by those of the type that it extends.
  private func isGeneric(_ id: ID) -> Bool {
    let declaration = self[id]
    guard declaration.is(.extension) else { return !declaration.generics.isEmpty }
    let extended = extendedTypes(id)
    // The module may declare a type with the name of one in the standard library.
    if extended.isEmpty { return !declaration.isBound && GenericTypes.contains(declaration.reference) }
    return extended.contains { chain(of: $0).contains { isGeneric($0) } }
  }

  /// Returns the generic parameters in scope in the body of a declaration, and the other names in their lists.
  func parameters(of id: ID) -> Set<String> {
    chain(of: id).reduce(into: []) { names, id in
      names.formUnion(self[id].generics)
      for extended in extendedTypes(id) { names.formUnion(parameters(of: extended)) }
    }
  }

  /// Returns the reason why generated code cannot name a type; nil if it can.
  func namingProblem(of id: ID) -> NamingProblem? {
    let chain = chain(of: id)
    if chain.contains(where: { self[$0].isLocal }) { return .local }
    let written = chain.reversed().flatMap { self[$0].reference.components.map(\.text) }
    if let name = written.dropFirst().first(where: ["Protocol", "Type"].contains) { return .metatype(name) }
    for id in chain {
      let name = name(of: id)
      let declared = self[id].is(.extension) ? extendedTypes(id) : [id]
      if isGeneric(id) { return .generic(name) }
      for candidate in declared {
        if let access = self[candidate].access, access.isPrivate { return .access(access, of: "'\(name)'") }
      }
    }
    let access = access(of: id)
    guard access.isPrivate else { return nil }
    // No declaration in the chain gives the level, so it comes from an extension around it.
    let culprit = chain.first { self[$0].is(.extension) && self[$0].access == access }
    return .access(
      access,
      of: culprit.map { "the extension of '\(name(of: $0))'" } ?? "'\(name(of: id))'"
    )
  }

  private func name(of id: ID) -> String {
    self[id].reference.components.map(\.text).joined(separator: ".")
  }
}

/// The methods `migrate()` of a type.
extension SymbolTable {
  /// Returns the methods that a type or a protocol declares; a private one is not the witness.
  func migrations(of symbol: Symbol) -> [Method] {
    declarationIDs[symbol, default: []].flatMap { id in
      self[id].methods.filter { !level($0.access, in: id.declaration, of: id.file).isPrivate }
    }
  }
}

/// The rules that decide whether a registry can create a type, by a declared `init()` or by one that the compiler adds.
extension SymbolTable {
  /// A reason why a registry cannot create a type.
  enum CreationProblem {
    /// The type has no initializer that a registry can call.
    case noInitializer(Initializer?)
    case privateInitializer(Initializer)
    case property(ValuelessProperty)
    /// Its `migrate()`, at this place, is unavailable in asynchronous code, such as a registry's.
    case noasyncMigration(Location)
  }

  /// Returns the reason why a registry cannot create a type; nil if none is certain.
  ///
  /// Only certain reasons count. If a macro, or a superclass or protocol from elsewhere, may provide an `init()`, the
  /// decision is left to the compiler.
  func creationProblem(of symbol: Symbol, at primary: ID) -> CreationProblem? {
    let declaration = self[primary]
    guard !declaration.is(.extension), declaration.attributes.isEmpty else { return nil }
    let own = declarations(of: symbol).flatMap(\.initializers)
    if let hidden = own.first(where: { $0.problem == .noasync }) { return .noInitializer(hidden) }
    let ancestry = ancestry(of: symbol)
    guard ancestry.isKnown else { return nil }
    let plain = ([symbol] + ancestry.declared + roots + foreignExtensions(of: ancestry))
      .flatMap { declarations(of: $0) }.flatMap(\.initializers).filter { $0.problem == nil }
    if plain.contains(where: { $0.access?.isPrivate != true }) { return nil }
    if let hidden = plain.first { return .privateInitializer(hidden) }
    // The compiler adds no `init()` to an enumeration, nor to a type with an initializer in its own body.
    if declaration.is(.enum) { return .noInitializer(nearestInitializer(to: symbol)) }
    if declaration.initializers.contains(where: \.isConditional) { return nil }
    if !declaration.initializers.isEmpty { return .noInitializer(nearestInitializer(to: symbol)) }
    return declaration.valuelessProperty.map(CreationProblem.property)
  }

  /// Returns the initializer of a type that comes closest to an `init()`: one without parameters, if there is one.
  private func nearestInitializer(to symbol: Symbol) -> Initializer? {
    let initializers = declarations(of: symbol).flatMap(\.initializers)
    return initializers.first { $0.problem != .parameters } ?? initializers.first
  }
}
