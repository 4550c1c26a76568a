/// A name in the tree of names: a module, a block of code, or what is declared or extended in one.
package struct Symbol: Hashable {
  fileprivate let index: Int
}

/// The names of some modules: modules and blocks of code at the roots, and below each name those of its members.
///
/// A name need not be declared: what an extension extends may come from elsewhere.
package final class NameTree {
  private struct Node: Hashable {
    /// The index of the name that this one is a member of; below zero for a root.
    var parent: Int
    var name: String
    /// The file in which the name stands for something else than in others, or in which a block stands; -1 for none.
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

  /// The symbol of a module.
  func module(_ name: String) -> Symbol { symbol(Node(parent: Self.module, name: name)) }

  /// The symbol of a block of code, by its index in a file.
  func block(_ index: Int, in file: Int) -> Symbol {
    symbol(Node(parent: Self.block, name: "\(index)", file: file))
  }

  /// The symbol of a member; of one that only a file sees, if others have something else of that name.
  func member(_ name: String, of parent: Symbol, privateIn file: Int? = nil) -> Symbol {
    symbol(Node(parent: parent.index, name: name, file: file ?? -1))
  }

  /// The symbol at the end of a path of members.
  func member(_ path: some Sequence<Name>, of parent: Symbol) -> Symbol {
    path.reduce(parent) { member($1.text, of: $0) }
  }

  /// The symbol of a member, or nil if nothing has mentioned it yet.
  func find(_ name: String, of parent: Symbol, privateIn file: Int? = nil) -> Symbol? {
    symbols[Node(parent: parent.index, name: name, file: file ?? -1)]
  }

  /// What a symbol is a member of: a module and a block are members of nothing.
  package func parent(of symbol: Symbol) -> Symbol? {
    let parent = nodes[symbol.index].parent
    return parent < 0 ? nil : Symbol(index: parent)
  }

  /// The module or the block of code that a symbol is below.
  func root(of symbol: Symbol) -> Symbol {
    var root = symbol
    while let parent = parent(of: root) { root = parent }
    return root
  }

  /// The name itself.
  package func name(of symbol: Symbol) -> String { nodes[symbol.index].name }

  /// The names from the module or the block, which is left out, to the symbol.
  package func path(of symbol: Symbol) -> [String] {
    var path: [String] = []
    var symbol = symbol
    while let parent = parent(of: symbol) {
      path.append(name(of: symbol))
      symbol = parent
    }
    return path.reversed()
  }

  /// The file in which a block stands; nil for what stands in none.
  func file(ofBlock symbol: Symbol) -> Int? {
    let node = nodes[symbol.index]
    return node.parent == Self.block ? node.file : nil
  }
}
