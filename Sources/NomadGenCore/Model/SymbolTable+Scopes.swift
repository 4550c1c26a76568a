/// The scopes in which a name is looked up: modules, bodies and blocks of code.
extension SymbolTable {
  /// Returns whether a symbol is a module.
  func isModule(_ symbol: Symbol) -> Bool { names.parent(of: symbol) == nil && names.file(ofBlock: symbol) == nil }

  /// Returns the module that contains a symbol.
  func module(of symbol: Symbol) -> String {
    let root = names.root(of: symbol)
    return names.file(ofBlock: root).map { files[$0].module } ?? names.name(of: root)
  }

  /// Returns the modules that a file may see: its own, then imported ones, then those that it may see through others.
  func modules(from file: Int) -> [String] { ranked(modules, from: file) }

  /// Returns the modules that declare a name at the top level and that a file may see, in the order of lookup.
  func modules(declaring name: String, from file: Int) -> [String] { ranked(modules(declaring: name), from: file) }

  /// Returns the modules that declare a name at the top level of a file.
  func modules(declaring name: String) -> [String] { index.modules[name] ?? [] }

  private func ranked(_ modules: [String], from file: Int) -> [String] {
    let own = files[file].module
    if modules.isEmpty || modules == [own] { return modules }
    let imported = Set(files[file].imports.map(\.module))
    let others = modules.filter { $0 != own && (own == home || $0 != home) }
    return modules.filter { $0 == own } + others.filter(imported.contains) + others.filter { !imported.contains($0) }
  }

  /// Returns the symbol of the first name in a path whose type no scanned module declares, and the names after it.
  ///
  /// The symbol is a member of the file's own module, unless the path names another module.
  func place(_ reference: TypeReference, in file: Int) -> (start: Symbol, rest: ArraySlice<Name>) {
    var path = reference.components[...]
    var module = files[file].module
    if let first = path.first?.text {
      if !reference.hasModuleSelector, let declaring = modules(declaring: first, from: file).first {
        module = declaring
      } else if path.count > 1, modules.contains(first) {
        module = first
        path.removeFirst()
      } else if path.count > 1,
        // Every file imports the standard library implicitly.
        reference.hasModuleSelector || first == "Swift" || files[file].imports.contains(where: { $0.module == first })
      {
        path.removeFirst()
      }
    }
    guard let first = path.popFirst()?.text else { return (names.module(module), []) }
    return (visible(first, of: names.module(module), from: file) ?? names.member(first, of: names.module(module)), path)
  }

  // MARK: Scopes

  /// Returns the scopes around a declaration.
  func scopes(around id: ID) -> Scopes {
    scopes(in: self[id].parent, block: self[id].block, of: id.file)
  }

  /// Returns the scopes inside the body of a declaration.
  func scopes(within id: ID) -> Scopes {
    scopes(in: id.declaration, block: nil, of: id.file)
  }

  /// Returns the scopes inside a body or a block of code.
  ///
  /// In an extension of a nested type, they include that type, but none of the types around it.
  func scopes(in parent: Int?, block: Int?, of file: Int) -> Scopes {
    var inner: [Symbol] = []
    var (parent, block) = (parent, block)
    while true {
      while let declaration = parent {
        inner.append(symbol(of: ID(file: file, declaration: declaration)))
        parent = files[file].declarations[declaration].parent
      }
      guard let index = block else { break }
      inner.append(names.block(index, in: file))
      (parent, block) = (files[file].blocks[index].parent, files[file].blocks[index].outer)
    }
    return Scopes(inner: inner, file: file)
  }

  /// Returns the symbols among whose members a name is looked up, innermost first.
  func path(of scopes: Scopes, for name: String) -> [Symbol] {
    scopes.inner + modules(declaring: name, from: scopes.file).dropFirst(scopes.passed).map(names.module)
  }
}
