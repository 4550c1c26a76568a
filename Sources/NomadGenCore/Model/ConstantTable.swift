/// The constants of a module whose values can be read, and the rules by which a name leads to one.
///
/// It never guesses: where anything else could be what a name stands for, there is no value.
struct ConstantTable {
  private enum Found {
    case absent
    case value(String)
    /// Something of that name is there, and its value takes running code.
    case unreadable

    var value: String? {
      if case .value(let text) = self { return text }
      return nil
    }
  }

  private let module: Module
  private let conformances: Conformances

  /// What is declared, by its key, each with the index of its file; several where branches of an `#if` differ.
  private var table: [String: [(constant: SourceFile.Constant, file: Int)]] = [:]

  init(module: Module, conformances: Conformances) {
    self.module = module
    self.conformances = conformances
    for (index, file) in module.files.enumerated() {
      for constant in file.constants {
        let owner = constant.parent.map { module.key(of: .init(file: index, declaration: $0)) + "." }
        table[(owner ?? module.prefix(ofFile: index)) + constant.name.text, default: []].append((constant, index))
      }
    }
  }

  /// The value that a name or a path stands for in the body of a declaration.
  func value(of reference: TypeReference, in id: Module.ID) -> String? {
    let path = reference.components.map(\.text)
    guard let name = path.last else { return nil }
    let owner = Array(path.dropLast())
    if owner.isEmpty { return unqualified(name, in: id) }
    if owner == ["Self"] {
      // What `Self` is in a protocol, or in a class that others inherit from, depends on the type that conforms.
      let key = module.key(of: id)
      let isFixed = module.declarations(of: key).allSatisfy { declaration in
        declaration.kind != .protocol && (declaration.kind != .class || declaration.isFinal)
      }
      return isFixed ? find(key + "." + name, from: id.file).value : nil
    }
    return ownerKey(owner, isModule: reference.hasModuleSelector, in: id)
      .flatMap { find($0 + name, from: id.file).value }
  }

  /// Whether a file sees another member of the library's type, in an extension, under the name of one of its cases.
  func isShadowed(_ kind: String, of type: String, from file: Int) -> Bool {
    ([nil] + module.dependencies).contains { dependency in
      if case .absent = find("\(Module.prefix(of: dependency))\(type).\(kind)", from: file) { return false }
      return true
    }
  }

  /// The nearest declaration of a name, outwards from a body, decides.
  private func unqualified(_ name: String, in id: Module.ID) -> String? {
    for link in module.chain(of: id) {
      let key = module.key(of: link)
      switch find(key + "." + name, from: id.file) {
      case .value(let text): return text
      case .unreadable: return nil
      case .absent: if mayInherit(name, key: key, file: id.file) { return nil }
      }
    }
    for scope in module.outerScopes(of: id.file) {
      switch find(scope + name, from: id.file) {
      case .value(let text): return text
      case .unreadable: return nil
      case .absent: continue
      }
    }
    return nil
  }

  private func find(_ key: String, from file: Int) -> Found {
    // What is private in another file is another constant.
    let found = (table[key] ?? []).filter { $0.file == file || !Module.isPrivate($0.constant.access) }
    if found.isEmpty { return .absent }
    let values = Set(found.map(\.constant.value))
    guard values.count == 1, let value = values.first, let value else { return .unreadable }
    return .value(value)
  }

  /// Whether a type could have a member, a type among them, from a superclass, a protocol or its unseen declaration.
  private func mayInherit(_ name: String, key: String, file: Int) -> Bool {
    guard module.isDeclared(key) else { return true }
    let ancestry = conformances.ancestry(of: key)
    let declared = ancestry.declared + conformances.rootKeys + conformances.foreignKeys(of: ancestry)
    for ancestor in declared {
      let member = ancestor + "." + name
      if case .absent = find(member, from: file), module.visibleKey(member, from: file) == nil { continue }
      return true
    }
    return !conformances.isKnown(ancestry)
  }

  /// The start of the keys of a type's members, or of what stands at the top level of a module.
  private func ownerKey(_ path: [String], isModule: Bool, in id: Module.ID) -> String? {
    if !isModule {
      for key in module.chain(of: id).map(module.key(of:)) {
        if module.visibleKey(key + "." + path[0], from: id.file) != nil {
          return memberKey(path, scope: key + ".", file: id.file)
        }
        if mayInherit(path[0], key: key, file: id.file) { return nil }
      }
      let scopes = module.outerScopes(of: id.file)
      if let scope = scopes.first(where: { module.visibleKey($0 + path[0], from: id.file) != nil }) {
        return memberKey(path, scope: scope, file: id.file)
      }
    }
    guard path[0] == module.name || module.dependencies.contains(path[0]) else { return nil }
    let prefix = path[0] == module.name ? "" : Module.prefix(of: path[0])
    let rest = Array(path.dropFirst())
    return rest.isEmpty ? prefix : memberKey(rest, scope: prefix, file: id.file)
  }

  private func memberKey(_ path: [String], scope: String, file: Int) -> String? {
    var start = scope
    for name in path {
      let key = module.visibleKey(start + name, from: file) ?? start + name
      guard module.isDeclared(key), module.aliases(key, from: file).isEmpty else { return nil }
      start = key + "."
    }
    return start
  }
}
