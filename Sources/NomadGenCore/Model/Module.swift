/// The declarations of one module, with their names resolved.
struct Module {
  /// A declaration, by its file and its place in it.
  struct ID: Hashable {
    var file: Int
    var declaration: Int
  }

  let name: String
  let files: [SourceFile]

  /// The declarations of a type, extensions included, by its qualified name.
  private(set) var members: [String: [ID]] = [:]

  /// The qualified names in the order in which the files declare them, so that all that follows is repeatable.
  private(set) var order: [String] = []

  private var aliases: [String: [TypeReference]] = [:]
  private var names: [ID: String] = [:]

  init(name: String, files: [SourceFile]) {
    self.name = name
    self.files = files
    indexAliases()
    for (file, source) in files.enumerated() {
      for declaration in source.declarations.indices {
        let id = ID(file: file, declaration: declaration)
        let qualified = qualifiedName(of: id)
        names[id] = qualified
        if members[qualified] == nil { order.append(qualified) }
        members[qualified, default: []].append(id)
      }
    }
  }

  subscript(id: ID) -> Declaration { files[id.file].declarations[id.declaration] }

  /// The declarations of a qualified name, extensions included.
  func declarations(of qualified: String) -> [Declaration] {
    (members[qualified] ?? []).map { self[$0] }
  }

  func name(of id: ID) -> String { names[id] ?? "" }

  /// The declarations in whose bodies a declaration stands, innermost first.
  func ancestors(of id: ID) -> [Declaration] {
    var ancestors: [Declaration] = []
    var parent = self[id].parent
    while let index = parent {
      let declaration = files[id.file].declarations[index]
      ancestors.append(declaration)
      parent = declaration.parent
    }
    return ancestors
  }

  /// Whether the module declares the name as a type or a protocol.
  func isDeclared(_ qualified: String) -> Bool {
    declarations(of: qualified).contains { $0.kind != .extension }
  }

  func alias(_ qualified: String) -> [TypeReference]? { aliases[qualified] }

  // MARK: Names

  private mutating func indexAliases() {
    // An alias inside an extension of an alias is found in a second round; deeper chains of that are not code.
    for _ in 0..<2 {
      for (file, source) in files.enumerated() {
        for alias in source.aliases where !alias.references.isEmpty {
          let owner = alias.parent.map { qualifiedName(of: ID(file: file, declaration: $0)) + "." } ?? ""
          aliases[owner + alias.name.text] = alias.references
        }
      }
    }
  }

  /// The name of a declaration with those of the types around it; an extension has the name of what it extends.
  private func qualifiedName(of id: ID) -> String {
    let declaration = self[id]
    let path = ([declaration] + ancestors(of: id)).reversed().flatMap { declaration in
      declaration.kind == .extension
        ? canonical(declaration.reference, in: id.file) : declaration.reference.components.map(\.text)
    }
    let name = path.joined(separator: ".")
    // A local type is nobody's member and shares its name with nothing.
    return declaration.isLocal ? "\(id.file):\(id.declaration):\(name)" : name
  }

  /// The path of an extended type without the module and with its aliases replaced.
  private func canonical(_ reference: TypeReference, in file: Int) -> [String] {
    var path = withoutModule(reference, in: file)
    // Bounded, because aliases can form a cycle in code that does not compile.
    for _ in 0..<16 {
      let lengths = (1...max(1, path.count)).reversed()
      guard
        let length = lengths.first(where: { aliases[path.prefix($0).joined(separator: ".")]?.count == 1 }),
        let target = aliases[path.prefix(length).joined(separator: ".")]?.first
      else { break }
      path = withoutModule(target, in: file) + path.dropFirst(length)
    }
    return path
  }

  /// The components of a reference without a module in front: this one, or one that the file imports.
  func withoutModule(_ reference: TypeReference, in file: Int) -> [String] {
    let path = reference.components.map(\.text)
    guard let first = path.first, path.count > 1 else { return path }
    let isModule =
      reference.hasModuleSelector || first == name || files[file].imports.contains { $0.module == first }
    return isModule && !isTopLevel(first) ? Array(path.dropFirst()) : path
  }

  private func isTopLevel(_ name: String) -> Bool {
    files.contains { source in
      source.declarations.contains {
        $0.parent == nil && $0.kind != .extension && !$0.isLocal && $0.reference.components.first?.text == name
      }
    }
  }
}
