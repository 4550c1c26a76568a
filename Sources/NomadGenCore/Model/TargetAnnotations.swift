/// Which types that stand behind a `target` are the library's.
struct TargetAnnotations {
  private let module: Module

  init(module: Module) { self.module = module }

  /// Whether an annotation names the library's type for sure, itself or through aliases.
  @_optimize(none)
  func isTarget(_ annotation: TypeReference) -> Bool {
    var seen: Set<String> = []
    var pending = [annotation]
    while let reference = pending.popLast() {
      let path = reference.components.map(\.text)
      if path == ["Nomad", TargetResolver.targetType] { continue }
      guard let name = path.last else { return false }
      let found = aliases(of: name)
      if path == [TargetResolver.targetType], found.isEmpty, !isDeclared(name) { continue }
      guard !found.isEmpty, !isDeclared(name) else { return false }
      guard seen.insert(name).inserted else { continue }
      for alias in found {
        guard alias.references.count == 1 else { return false }
        pending += alias.references
      }
    }
    return true
  }

  /// The aliases of a name, wherever they are declared: each of them may be the one that is meant.
  private func aliases(of name: String) -> [SourceFile.Alias] {
    module.files.flatMap(\.aliases).filter { $0.name.text == name }
  }

  /// Whether a type of a name is declared, wherever.
  private func isDeclared(_ name: String) -> Bool {
    module.files.contains { file in
      file.declarations.contains { $0.kind != .extension && $0.reference.components.last?.text == name }
    }
  }
}
