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

  private let table: SymbolTable
  private let conformances: Conformances

  /// The constants by their names, each with the index of its file; several where branches of an `#if` differ.
  private var constants: [Symbol: [(constant: SourceFile.Constant, file: Int)]] = [:]

  init(table: SymbolTable, conformances: Conformances) {
    self.table = table
    self.conformances = conformances
    for (index, file) in table.files.enumerated() {
      for constant in file.constants {
        let owner = constant.parent.map { table.symbol(of: .init(file: index, declaration: $0)) }
        let symbol = table.names.member(constant.name.text, of: owner ?? table.names.module(file.module))
        constants[symbol, default: []].append((constant, index))
      }
    }
  }

  /// The value that a name or a path stands for in the body of a declaration.
  func value(of reference: TypeReference, in id: SymbolTable.ID) -> String? {
    let path = reference.components.map(\.text)
    guard let name = path.last else { return nil }
    let owner = Array(path.dropLast())
    if owner.isEmpty { return unqualified(name, in: id) }
    if owner == ["Self"] {
      // What `Self` is in a protocol, or in a class that others inherit from, depends on the type that conforms.
      let symbol = table.symbol(of: id)
      let isFixed = table.declarations(of: symbol).allSatisfy { declaration in
        declaration.kind != .protocol && (declaration.kind != .class || declaration.isFinal)
      }
      return isFixed ? find(name, of: symbol, from: id.file).value : nil
    }
    return self.owner(at: owner, isModule: reference.hasModuleSelector, in: id)
      .flatMap { find(name, of: $0, from: id.file).value }
  }

  /// Whether a file sees another member of the library's type, in an extension, under the name of one of its cases.
  func isShadowed(_ kind: String, of type: String, from file: Int) -> Bool {
    (table.named[type] ?? []).contains { symbol in
      if case .absent = find(kind, of: symbol, from: file) { false } else { true }
    }
  }

  /// The nearest declaration of a name, outwards from a body, decides.
  private func unqualified(_ name: String, in id: SymbolTable.ID) -> String? {
    for symbol in table.chain(of: id).map(table.symbol(of:)) {
      switch find(name, of: symbol, from: id.file) {
      case .value(let text): return text
      case .unreadable: return nil
      case .absent: if mayInherit(name, symbol, from: id.file) { return nil }
      }
    }
    for module in table.modules(from: id.file) {
      switch find(name, of: table.names.module(module), from: id.file) {
      case .value(let text): return text
      case .unreadable: return nil
      case .absent: continue
      }
    }
    return nil
  }

  private func find(_ name: String, of owner: Symbol, from file: Int) -> Found {
    // What is private in another file is another constant.
    let found = table.names.find(name, of: owner).flatMap { constants[$0] } ?? []
    let seen = found.filter { $0.file == file || !SymbolTable.isPrivate($0.constant.access) }
    if seen.isEmpty { return .absent }
    let values = Set(seen.map(\.constant.value))
    guard values.count == 1, let value = values.first, let value else { return .unreadable }
    return .value(value)
  }

  /// Whether a type could have a member, a type among them, from a superclass, a protocol or its unseen declaration.
  private func mayInherit(_ name: String, _ symbol: Symbol, from file: Int) -> Bool {
    guard table.isDeclared(symbol) else { return true }
    let ancestry = conformances.ancestry(of: symbol)
    let declared = ancestry.declared + conformances.roots + conformances.foreignExtensions(of: ancestry)
    for ancestor in declared {
      if case .absent = find(name, of: ancestor, from: file), table.visible(name, of: ancestor, from: file) == nil {
        continue
      }
      return true
    }
    return !conformances.isKnown(ancestry)
  }

  /// The type or the module at a path of names.
  private func owner(at path: [String], isModule: Bool, in id: SymbolTable.ID) -> Symbol? {
    if !isModule {
      for symbol in table.chain(of: id).map(table.symbol(of:)) {
        if table.visible(path[0], of: symbol, from: id.file) != nil { return type(at: path, in: symbol, from: id.file) }
        if mayInherit(path[0], symbol, from: id.file) { return nil }
      }
      let modules = table.modules(declaring: path[0], from: id.file).map(table.names.module)
      if let module = modules.first(where: { table.visible(path[0], of: $0, from: id.file) != nil }) {
        return type(at: path, in: module, from: id.file)
      }
    }
    guard table.modules.contains(path[0]) else { return nil }
    return type(at: Array(path.dropFirst()), in: table.names.module(path[0]), from: id.file)
  }

  /// The type at a path below a symbol, which an empty path leads to itself; nil if an alias stands on the way.
  private func type(at path: [String], in start: Symbol, from file: Int) -> Symbol? {
    var symbol = start
    for name in path {
      guard let member = table.visible(name, of: symbol, from: file), table.isDeclared(member),
        table.aliases(member, from: file).allSatisfy(\.references.isEmpty)
      else { return nil }
      symbol = member
    }
    return symbol
  }
}
