import NomadSyntax

/// The identity of a name in the tree of names: a module, a block of code, or anything declared or extended in one.
package struct Symbol: Hashable {
  fileprivate let index: Int
}

/// A tree of the names in some modules.
///
/// Its roots are modules and blocks of code, and below each name are the names of its members. A name need not be
/// declared: an extension may extend a type that another module declares.
package final class NameTree {
  private struct Node: Hashable {
    /// The index of the node of which this one is a member; negative for a root.
    var parent: Int
    let name: String
    /// The file of a block, or the file in which the name has a meaning of its own; -1 if there is none.
    var file = -1
  }

  private static let (module, block) = (-1, -2)

  private var nodes: [Node] = []
  private var symbols: [Node: Symbol] = [:]

  private func symbol(_ node: Node) -> Symbol {
    if let known = symbols[node] { return known }
    let symbol = Symbol(index: nodes.count)
    nodes.append(node)
    symbols[node] = symbol
    return symbol
  }

  /// Returns the symbol of a module.
  package func module(_ name: String) -> Symbol { symbol(Node(parent: Self.module, name: name)) }

  /// Returns the symbol of a block of code, given by its index in a file.
  func block(_ index: Int, in file: Int) -> Symbol {
    symbol(Node(parent: Self.block, name: "\(index)", file: file))
  }

  /// Returns the symbol of a member.
  ///
  /// If a private declaration and another file's declaration share the name, the private one has a symbol of its own.
  func member(_ name: String, of parent: Symbol, privateIn file: Int? = nil) -> Symbol {
    symbol(Node(parent: parent.index, name: name, file: file ?? -1))
  }

  /// Returns the symbol at the end of a path of members.
  func member(_ path: some Sequence<Name>, of parent: Symbol) -> Symbol {
    path.reduce(parent) { member($1.text, of: $0) }
  }

  /// Returns the symbol of a member; nil if no symbol has been made for it.
  package func find(_ name: String, of parent: Symbol, privateIn file: Int? = nil) -> Symbol? {
    symbols[Node(parent: parent.index, name: name, file: file ?? -1)]
  }

  /// Returns the symbol of which this one is a member; nil for a module or a block.
  package func parent(of symbol: Symbol) -> Symbol? {
    let parent = nodes[symbol.index].parent
    return parent < 0 ? nil : Symbol(index: parent)
  }

  /// Returns the module or the block of code at the root of a symbol.
  package func root(of symbol: Symbol) -> Symbol {
    var root = symbol
    while let parent = parent(of: root) { root = parent }
    return root
  }

  /// Returns the last component of a qualified name.
  package static func lastName(_ path: String) -> String? { path.split(separator: ".").last.map(String.init) }

  /// Returns the last component of a symbol's name.
  package func name(of symbol: Symbol) -> String { nodes[symbol.index].name }

  /// Returns the names from below the module or the block down to the symbol.
  package func path(of symbol: Symbol) -> [String] {
    var path: [String] = []
    var symbol = symbol
    while let parent = parent(of: symbol) {
      path.append(name(of: symbol))
      symbol = parent
    }
    return path.reversed()
  }

  /// Returns the file that contains a block; nil for any other symbol.
  func file(ofBlock symbol: Symbol) -> Int? {
    let node = nodes[symbol.index]
    return node.parent == Self.block ? node.file : nil
  }
}

/// An index of the types, aliases and constants that some files declare, by name.
struct NameIndex {
  /// A constant, the index of its file, and the declaration whose body contains it.
  typealias Constant = (constant: SourceFile.Constant, file: Int, parent: SymbolTable.ID?)

  /// The names of types and protocols, at any level.
  private(set) var types: Set<String> = []
  private(set) var aliases: [String: [SourceFile.Alias]] = [:]
  private(set) var constants: [String: [Constant]] = [:]
  /// The files that declare a type, a protocol or an alias of a name at their top level, and its access level.
  private(set) var files: [String: [(file: Int, access: Access)]] = [:]

  init(_ files: [SourceFile]) {
    for (index, file) in files.enumerated() {
      for declaration in file.declarations where !declaration.is(.extension) {
        guard let name = declaration.reference.components.last?.text else { continue }
        types.insert(name)
        if declaration.parent == nil, !declaration.isLocal { add(name, index, declaration.access) }
      }
      for alias in file.aliases {
        aliases[alias.name.text, default: []].append(alias)
        if alias.parent == nil, alias.block == nil { add(alias.name.text, index, alias.access) }
      }
      for constant in file.constants {
        let parent = constant.parent.map { SymbolTable.ID(file: index, declaration: $0) }
        constants[constant.name.text, default: []].append((constant, index, parent))
      }
    }
  }

  private mutating func add(_ name: String, _ file: Int, _ access: Access?) {
    files[name, default: []].append((file, access ?? .internal))
  }
}

/// The scopes in which a name is looked up: the bodies and blocks around a place, then the modules that its file sees.
package struct Scopes: Hashable {
  /// The bodies and blocks, innermost first.
  package let inner: [Symbol]
  package let file: Int
  /// The number of modules that declare the name and are skipped, because the lookup continues after them.
  var passed = 0

  /// Returns the scopes that remain without the given number of innermost ones.
  func dropping(_ count: Int) -> Scopes {
    Scopes(inner: Array(inner.dropFirst(count)), file: file, passed: passed + max(0, count - inner.count))
  }
}

extension Sequence where Element: Hashable {
  /// Returns these elements and all others that they lead to, directly or indirectly, without duplicates.
  ///
  /// Elements that take fewer steps come first.
  package func closure(_ next: (Element) -> some Sequence<Element>) -> [Element] {
    var seen: Set<Element> = []
    var found = filter { seen.insert($0).inserted }
    var index = 0
    while index < found.count {
      found += next(found[index]).filter { seen.insert($0).inserted }
      index += 1
    }
    return found
  }
}
