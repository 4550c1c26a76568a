/// Which types that stand behind a member's name are the library's.
struct MemberAnnotations {
  private let type: [String]
  private let module: String?
  private let table: SymbolTable

  init(of member: TribeMember, table: SymbolTable) {
    type = member.type.split(separator: ".").map(String.init)
    module = member.module
    self.table = table
  }

  /// Whether an annotation names the library's type for sure, itself or through aliases.
  func isLibrarys(_ annotation: TypeReference) -> Bool {
    var seen: Set<String> = []
    var pending = [annotation]
    while let reference = pending.popLast() {
      let path = reference.components.map(\.text)
      // `Any` is a keyword, so nothing shadows it.
      if module == nil, path == type { continue }
      if let module, path == [module] + type { continue }
      guard let name = path.last else { return false }
      let found = table.index.aliases[name, default: []]
      if path == type, found.isEmpty, !table.index.types.contains(name) { continue }
      guard !found.isEmpty, !table.index.types.contains(name) else { return false }
      guard seen.insert(name).inserted else { continue }
      for alias in found {
        guard alias.references.count == 1 else { return false }
        pending += alias.references
      }
    }
    return true
  }
}
