/// Which types that stand behind a `target` are the library's.
struct TargetAnnotations {
  private let table: SymbolTable

  init(table: SymbolTable) { self.table = table }

  /// Whether an annotation names the library's type for sure, itself or through aliases.
  func isTarget(_ annotation: TypeReference) -> Bool {
    var seen: Set<String> = []
    var pending = [annotation]
    while let reference = pending.popLast() {
      let path = reference.components.map(\.text)
      if path == ["Nomad", TargetResolver.targetType] { continue }
      guard let name = path.last else { return false }
      let found = table.index.aliases[name, default: []]
      if path == [TargetResolver.targetType], found.isEmpty, !table.index.types.contains(name) { continue }
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
