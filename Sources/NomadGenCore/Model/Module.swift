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
  private var keys: [ID: String] = [:]

  /// The keys of what stands at the top level of a file.
  private var topLevel: Set<String> = []

  /// The keys of the local types and protocols of each file, by their names.
  private var locals: [Int: [String: String]] = [:]

  @_optimize(none)
  init(name: String, files: [SourceFile]) {
    self.name = name
    self.files = files
    dependencies = Set(files.compactMap(\.dependency)).sorted()
    indexTopLevel()
    indexAliases()
    for (file, source) in files.enumerated() {
      for declaration in source.declarations.indices {
        let id = ID(file: file, declaration: declaration)
        let key = makeKey(of: id)
        keys[id] = key
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(id)
        if source.declarations[declaration].isLocal { locals[file, default: [:]][Self.lastComponent(of: key)] = key }
      }
    }
  }

  subscript(id: ID) -> Declaration { files[id.file].declarations[id.declaration] }

  /// The declarations of a key, extensions included.
  func declarations(of key: String) -> [Declaration] {
    (members[key] ?? []).map { self[$0] }
  }

  func key(of id: ID) -> String { keys[id] ?? "" }

  /// The key of a type or a protocol declared inside a function of a file.
  ///
  /// Which function that is makes no difference: nothing local can be registered.
  func local(_ name: String, in file: Int) -> String? { locals[file]?[name] }

  /// Whether a declaration is the module's own, and not one of its dependencies'.
  func isOwn(_ id: ID) -> Bool { files[id.file].dependency == nil }

  /// The declaration and those in whose bodies it stands, innermost first.
  @_optimize(none)
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

  /// Whether a file sees a type, a protocol or an alias: what is private is seen in its own file only.
  func isVisible(_ key: String, from file: Int) -> Bool {
    (members[key] ?? []).contains { id in
      self[id].kind != .extension && (id.file == file || !Self.isPrivate(self[id].access))
    } || !aliases(key, from: file).isEmpty
  }

  /// The aliases of a key that a file sees: more than one if they stand in branches of an `#if`.
  func aliases(_ key: String, from file: Int) -> [Alias] {
    (aliases[key] ?? []).filter { $0.file == file || !$0.isPrivate }
  }

  /// Whether anything, at any depth, is declared under a name of the library's, other than an alias for just that.
  func shadows(_ name: String) -> Bool {
    files.contains { file in
      file.aliases.contains {
        $0.name.text == name && $0.references.map { $0.components.map(\.text) } != [["Nomad", name]]
      }
        || file.declarations.contains { $0.kind != .extension && $0.reference.components.last?.text == name }
    }
  }

  /// The branches in which a file sees a type, a protocol or an alias declared.
  func branches(of key: String, from file: Int) -> [[Condition]] {
    declarations(of: key).filter { $0.kind != .extension }.map(\.conditions)
      + aliases(key, from: file).map(\.conditions)
  }

  static func isPrivate(_ access: Access?) -> Bool {
    access.map { $0 <= .fileprivate } ?? false
  }

  /// Whether a type has a member, which others inherit, that can stand behind a colon.
  var hasNestedNames: Bool {
    files.contains { file in
      file.aliases.contains { $0.parent != nil }
        || file.declarations.contains { ($0.kind == .protocol || $0.kind == .class) && $0.parent != nil }
    }
  }

  // MARK: Scopes

  /// The starts of the keys under which a name is looked up around a declaration, innermost first.
  @_optimize(none)
  func scopes(around key: String, in file: Int) -> [String] {
    let name = Self.qualifiedName(in: key)
    let prefix = key[..<name.startIndex]
    var path = name.split(separator: ".").dropLast()
    var scopes: [String] = []
    while !path.isEmpty {
      scopes.append(prefix + path.joined(separator: ".") + ".")
      path.removeLast()
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

  // MARK: Keys

  /// What stands before the names of a file's declarations in their keys.
  func prefix(ofFile file: Int) -> String { Self.prefix(of: files[file].dependency) }

  static func prefix(of dependency: String?) -> String { dependency.map { $0 + "\0" } ?? "" }

  /// The qualified name in a key, without the module.
  static func qualifiedName(in key: String) -> Substring {
    key.lastIndex(of: "\0").map { key[key.index(after: $0)...] } ?? key[...]
  }

  static func components(of key: String) -> [String] {
    qualifiedName(in: key).split(separator: ".").map(String.init)
  }

  static func lastComponent(of key: String) -> String {
    components(of: key).last ?? key
  }

  @_optimize(none)
  private mutating func indexTopLevel() {
    for (file, source) in files.enumerated() {
      let names =
        source.declarations.filter { $0.parent == nil && $0.kind != .extension && !$0.isLocal }
        .compactMap(\.reference.components.first) + source.aliases.filter { $0.parent == nil }.map(\.name)
      topLevel.formUnion(names.map { prefix(ofFile: file) + $0.text })
    }
  }

  @_optimize(none)
  private mutating func indexAliases() {
    // An alias inside an extension of an alias is found in a second round; deeper chains of that are not code.
    for _ in 0..<2 {
      var indexed: [String: [Alias]] = [:]
      for (file, source) in files.enumerated() {
        for alias in source.aliases where !alias.references.isEmpty {
          let owner = alias.parent.map { makeKey(of: ID(file: file, declaration: $0)) + "." }
          let key = (owner ?? prefix(ofFile: file)) + alias.name.text
          indexed[key, default: []].append(
            Alias(
              references: alias.references,
              scopes: scopes(around: key, in: file),
              file: file,
              isPrivate: Self.isPrivate(alias.access),
              conditions: alias.conditions
            )
          )
        }
      }
      aliases = indexed
    }
  }

  /// The key of a declaration; an extension has the key of what it extends.
  @_optimize(none)
  private func makeKey(of id: ID) -> String {
    var key = prefix(ofFile: id.file)
    var isFirst = true
    for id in chain(of: id).reversed() {
      let declaration = self[id]
      if declaration.kind == .extension {
        key = canonicalKey(declaration.reference, in: id.file)
      } else {
        key += (isFirst ? "" : ".") + declaration.reference.components.map(\.text).joined(separator: ".")
      }
      isFirst = false
    }
    // A local type is nobody's member and shares its name with nothing.
    return self[id].isLocal ? "\(id.file):\(id.declaration)\0\(Self.qualifiedName(in: key))" : key
  }

  /// The key of an extended type, with aliases replaced.
  @_optimize(none)
  private func canonicalKey(_ reference: TypeReference, in file: Int) -> String {
    var (prefix, path) = place(reference, in: file)
    // Bounded, because aliases can form a cycle in code that does not compile.
    for _ in 0..<16 {
      let lengths = (1...max(1, path.count)).reversed()
      let candidates = lengths.map { ($0, aliases(prefix + path.prefix($0).joined(separator: "."), from: file)) }
      guard let (length, found) = candidates.first(where: { $0.1.count == 1 && $0.1[0].references.count == 1 })
      else { break }
      let rest = path.dropFirst(length)
      (prefix, path) = place(found[0].references[0], in: found[0].file)
      path += rest
    }
    return prefix + path.joined(separator: ".")
  }

  /// Where a name at the top level of a file leads: the prefix of a module, and the path in it.
  @_optimize(none)
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
