/// The declarations of one module and of those that it depends on, with their names resolved.
///
/// A declaration is known by its *key*: its qualified name, with the module in front if that is another one. A NUL,
/// which no name can hold, stands between them.
struct Module {
  /// A declaration, by its file and its place in it.
  struct ID: Hashable {
    var file: Int
    var declaration: Int
  }

  /// What an alias stands for, and from where its parts are looked up.
  struct Alias {
    var references: [TypeReference]
    var scopes: [String]
    var file: Int
    var isPrivate: Bool
    var conditions: [Condition]
  }

  let name: String
  let files: [SourceFile]

  /// The modules that it depends on, as far as their sources are known.
  let dependencies: [String]

  /// The declarations of a type, extensions included, by its key.
  private(set) var members: [String: [ID]] = [:]

  /// The keys in the order in which the files declare them, so that all that follows is repeatable.
  private(set) var order: [String] = []

  private var aliases: [String: [Alias]] = [:]

  /// The aliases for what is no path of names, such as an array or a function.
  private var otherAliases: [String: [Alias]] = [:]
  private var keys: [ID: String] = [:]

  /// What is declared, extensions aside, by its key.
  private var declared: [String: [ID]] = [:]

  /// The names, as keys without marks, that are private in one file and stand for something else in another.
  private var ambiguous: Set<String> = []

  /// The keys of what stands at the top level of a file.
  private(set) var topLevel: Set<String> = []

  /// What is declared under a name anywhere: types and protocols, aliases, constants.
  let index: NameIndex

  init(name: String, files: [SourceFile]) {
    self.name = name
    self.files = files
    dependencies = Set(files.compactMap(\.dependency)).sorted()
    index = NameIndex(files)
    indexTopLevel()
    // An alias inside an extension of an alias is found in a second round, and so is what is private in a file; deeper
    // chains of that are not code.
    for _ in 0..<3 {
      indexKeys()
      indexAliases()
    }
    for (file, source) in files.enumerated() {
      for declaration in source.declarations.indices {
        let id = ID(file: file, declaration: declaration)
        let key = key(of: id)
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(id)
      }
    }
  }

  subscript(id: ID) -> Declaration { files[id.file].declarations[id.declaration] }

  /// The declarations of a key, extensions included.
  func declarations(of key: String) -> [Declaration] {
    (members[key] ?? []).map { self[$0] }
  }

  func key(of id: ID) -> String { keys[id] ?? "" }

  /// Whether a declaration is the module's own, and not one of its dependencies'.
  func isOwn(_ id: ID) -> Bool { files[id.file].dependency == nil }

  /// The declaration and those in whose bodies it stands, innermost first.
  func chain(of id: ID) -> [ID] {
    var chain = [id]
    while let parent = self[chain[chain.count - 1]].parent {
      chain.append(ID(file: id.file, declaration: parent))
    }
    return chain
  }

  /// Whether a key is declared as a type or a protocol.
  func isDeclared(_ key: String) -> Bool {
    declarations(of: key).contains { $0.kind != .extension }
  }

  /// The key of the type, the protocol or the alias that a file sees under a name, or nil if it sees none: what is
  /// private in a file is seen there only, and before what others have of the same name.
  func visibleKey(_ name: String, from file: Int) -> String? {
    if ambiguous.contains(name) {
      let marked = name + Name.mark(file)
      if declared[marked] != nil { return marked }
    }
    let isVisible = (declared[name] ?? []).contains { $0.file == file || !isPrivate($0) }
    return isVisible || !aliases(name, from: file).isEmpty || !otherAliases(name, from: file).isEmpty ? name : nil
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

  /// The aliases of a key that a file sees: more than one if they stand in branches of an `#if`.
  func aliases(_ key: String, from file: Int) -> [Alias] {
    (aliases[key] ?? []).filter { $0.file == file || !$0.isPrivate }
  }

  /// The same, of aliases for what is no path of names.
  func otherAliases(_ key: String, from file: Int) -> [Alias] {
    (otherAliases[key] ?? []).filter { $0.file == file || !$0.isPrivate }
  }

  /// Whether anything, at any depth, is declared under a name of the library's, other than an alias for just that.
  func shadows(_ name: String) -> Bool {
    let other = index.aliases[name, default: []].contains { alias in
      alias.references.map { $0.components.map(\.text) } != [["Nomad", name]]
    }
    return other || index.types.contains(name)
  }

  /// The branches in which a file sees a type, a protocol or an alias declared.
  func branches(of key: String, from file: Int) -> [[Condition]] {
    declarations(of: key).filter { $0.kind != .extension }.map(\.conditions)
      + (aliases(key, from: file) + otherAliases(key, from: file)).map(\.conditions)
  }

  static func isPrivate(_ access: Access?) -> Bool {
    access.map { $0 <= .fileprivate } ?? false
  }

  /// Whether a type has a member, which others inherit, that can stand behind a colon: that of a type or a property.
  var hasNestedNames: Bool {
    files.contains { file in
      !file.needs.isEmpty || file.aliases.contains { $0.parent != nil }
        || file.declarations.contains { ($0.kind == .protocol || $0.kind == .class) && $0.parent != nil }
    }
  }

  // MARK: Scopes

  /// The starts of the keys under which a name is looked up around a declaration, innermost first.
  func scopes(around id: ID) -> [String] {
    scopes(in: self[id].parent, block: self[id].block, of: id.file)
  }

  /// The starts of the keys under which a name is looked up in the body of a declaration, innermost first.
  func scopes(within id: ID) -> [String] {
    scopes(in: id.declaration, block: nil, of: id.file)
  }

  /// The starts of the keys under which a name is looked up in the body of a declaration, or in a block of code.
  ///
  /// In an extension of a nested type that is the type, and nothing that the type stands in.
  private func scopes(in parent: Int?, block: Int?, of file: Int) -> [String] {
    var scopes: [String] = []
    var (parent, block) = (parent, block)
    while true {
      while let declaration = parent {
        scopes.append(key(of: ID(file: file, declaration: declaration)) + ".")
        parent = files[file].declarations[declaration].parent
      }
      guard let index = block else { break }
      scopes.append(Self.prefix(ofBlock: index, in: file))
      (parent, block) = (files[file].blocks[index].parent, files[file].blocks[index].outer)
    }
    return scopes + outerScopes(of: file)
  }

  /// The starts of the keys under which a name is looked up that nothing around it declares: the module's, then those
  /// of its dependencies.
  func outerScopes(of file: Int) -> [String] {
    [prefix(ofFile: file)] + visibleDependencies(of: file).map(Self.prefix(of:))
  }

  /// The dependencies that a file imports, then those that it may see through others.
  private func visibleDependencies(of file: Int) -> [String] {
    let imported = Set(files[file].imports.map(\.module))
    return dependencies.filter(imported.contains) + dependencies.filter { !imported.contains($0) }
  }

  // MARK: Indexing

  private mutating func indexTopLevel() {
    for (file, source) in files.enumerated() {
      let declarations = source.declarations.filter { $0.parent == nil && $0.kind != .extension && !$0.isLocal }
      let aliases = source.aliases.filter { $0.parent == nil && $0.block == nil }
      let names = declarations.compactMap(\.reference.components.first) + aliases.map(\.name)
      topLevel.formUnion(names.map { prefix(ofFile: file) + $0.text })
    }
  }

  private mutating func indexKeys() {
    var (found, keys) = ([String: [ID]](), [ID: String]())
    for (file, source) in files.enumerated() {
      for index in source.declarations.indices {
        let id = ID(file: file, declaration: index)
        let declaration = source.declarations[index]
        guard declaration.kind != .extension else {
          keys[id] = canonicalKey(declaration.reference, in: outerScopes(of: file), of: file)
          continue
        }
        let parent = declaration.parent.map { keys[ID(file: file, declaration: $0), default: ""] + "." }
        let name = declaration.reference.components.map(\.text).joined(separator: ".")
        var key = (parent ?? start(of: declaration.block, in: file)) + name
        if ambiguous.contains(key), isPrivate(id) { key += Name.mark(file) }
        keys[id] = key
        found[key, default: []].append(id)
      }
    }
    (self.keys, declared) = (keys, found)
    ambiguous.formUnion(
      found.filter { _, ids in ids.contains { $0.file != ids[0].file } && ids.contains(where: isPrivate) }.keys
    )
  }

  private mutating func indexAliases() {
    (aliases, otherAliases) = ([:], [:])
    for (file, source) in files.enumerated() {
      for alias in source.aliases {
        let owner = alias.parent.map { key(of: ID(file: file, declaration: $0)) + "." }
        let name = (owner ?? start(of: alias.block, in: file)) + alias.name.text
        let found = Alias(
          references: alias.references,
          scopes: scopes(in: alias.parent, block: alias.block, of: file),
          file: file,
          isPrivate: isPrivate(alias.access, in: alias.parent, of: source),
          conditions: alias.conditions
        )
        if found.references.isEmpty {
          otherAliases[name, default: []].append(found)
        } else {
          aliases[name, default: []].append(found)
        }
      }
    }
  }

  /// What stands before the name of what is declared in a block of code, or at the top level of a file.
  private func start(of block: Int?, in file: Int) -> String {
    block.map { Self.prefix(ofBlock: $0, in: file) } ?? prefix(ofFile: file)
  }

  /// The key of an extended type, with aliases replaced.
  private func canonicalKey(_ reference: TypeReference, in scopes: [String], of file: Int) -> String {
    var (reference, scopes, file) = (reference, scopes, file)
    var key = ""
    // Bounded, because aliases can form a cycle in code that does not compile.
    for _ in 0..<16 {
      var rest: ArraySlice<Name>
      (key, rest) = start(of: reference, in: scopes, of: file)
      while !rest.isEmpty, soleAlias(key, from: file) == nil {
        let name = rest.removeFirst().text
        key = member(name, of: key, from: file) ?? key + "." + name
      }
      guard let alias = soleAlias(key, from: file) else { return key }
      reference = alias.references[0]
      reference.components += rest
      (scopes, file) = (alias.scopes, alias.file)
    }
    return key
  }

  /// The key of a name in a type: declared there, or in one of its superclasses.
  private func member(_ name: String, of key: String, from file: Int) -> String? {
    var owner = key
    // Bounded, as what does not compile may inherit from itself.
    for _ in 0..<16 {
      if let member = visibleKey(owner + "." + name, from: file) { return member }
      guard let id = declared[owner]?.first, self[id].kind == .class, let superclass = self[id].inherited.first
      else { return nil }
      let (start, rest) = start(of: superclass, in: scopes(around: id), of: id.file)
      owner = ([start] + rest.map(\.text)).joined(separator: ".")
    }
    return nil
  }

  /// What the first names of a reference lead to, and the names that are left.
  private func start(of reference: TypeReference, in scopes: [String], of file: Int) -> (String, ArraySlice<Name>) {
    let path = reference.components
    if let first = path.first, !reference.hasModuleSelector {
      for scope in scopes.prefix(max(0, scopes.count - outerScopes(of: file).count)) {
        if let key = visibleKey(scope + first.text, from: file) { return (key, path.dropFirst()) }
      }
    }
    let (prefix, names) = place(reference, in: file)
    guard let first = names.first else { return (prefix, []) }
    return (visibleKey(prefix + first, from: file) ?? prefix + first, path.suffix(names.count - 1))
  }

  /// The alias that a file sees under a key, if it stands for one type in all builds.
  private func soleAlias(_ key: String, from file: Int) -> Alias? {
    let aliases = aliases(key, from: file)
    return aliases.count == 1 && aliases[0].references.count == 1 ? aliases[0] : nil
  }

  /// Where a name at the top level of a file leads: the prefix of a module, and the path in it.
  func place(_ reference: TypeReference, in file: Int) -> (prefix: String, path: [String]) {
    let path = reference.components.map(\.text)
    guard let first = path.first else { return (prefix(ofFile: file), []) }
    if !reference.hasModuleSelector {
      if topLevel.contains(prefix(ofFile: file) + first) { return (prefix(ofFile: file), path) }
      for dependency in visibleDependencies(of: file) where topLevel.contains(Self.prefix(of: dependency) + first) {
        return (Self.prefix(of: dependency), path)
      }
    }
    guard path.count > 1 else { return (prefix(ofFile: file), path) }
    let rest = Array(path.dropFirst())
    if dependencies.contains(first) { return (Self.prefix(of: first), rest) }
    // The standard library is imported without a word.
    let isModule =
      reference.hasModuleSelector || first == name || first == "Swift"
      || files[file].imports.contains { $0.module == first }
    return isModule ? (first == name ? "" : prefix(ofFile: file), rest) : (prefix(ofFile: file), path)
  }
}
