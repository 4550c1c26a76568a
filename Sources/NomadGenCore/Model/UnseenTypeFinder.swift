/// Finds the types that the build may register, and the check does not: their protocol or superclass comes from a
/// module whose sources are not checked.
struct UnseenTypeFinder {
  private let module: Module
  private let conformances: Conformances

  /// The names of the modules whose sources are checked.
  private let checked: Set<String>

  init(module: Module, conformances: Conformances, checked: Set<String>) {
    self.module = module
    self.conformances = conformances
    self.checked = checked
  }

  /// The types, in the order of the sources.
  @_optimize(none)
  func types() -> [UnseenType] {
    module.order.compactMap { key in
      let own = (module.members[key] ?? []).filter(module.isOwn)
      let place = own.first { module[$0].kind != .extension } ?? own.first
      guard let place, module[place].kind != .protocol, conformances.types[key] == nil else { return nil }
      guard !own.contains(where: isIgnored) else { return nil }
      let path = [key] + conformances.ancestry(of: key).declared
      guard path.contains(where: looksLikeTribe) else { return nil }
      guard let (ancestor, imports) = path.lazy.compactMap(unseenAncestor).first else { return nil }
      return UnseenType(
        name: Name.readable(Module.qualifiedName(in: key)),
        ancestor: ancestor,
        imports: imports,
        location: module[place].location
      )
    }
  }

  private func isIgnored(_ id: Module.ID) -> Bool { module.chain(of: id).contains { module[$0].isIgnored } }

  /// Whether a type or a protocol declares a target or a `migrate()`.
  @_optimize(none)
  private func looksLikeTribe(_ key: String) -> Bool {
    module.declarations(of: key).contains { declaration in
      !declaration.migrations.isEmpty
        || declaration.targets.contains { target in
          target.value.kind != nil || target.namesType
            || target.annotation?.components.last?.text == TargetResolver.targetType
        }
    }
  }

  /// The first name from an unchecked module that a type or a protocol inherits, and the modules that may declare it.
  @_optimize(none)
  private func unseenAncestor(of key: String) -> (ancestor: String, imports: [String])? {
    for id in module.members[key] ?? [] {
      let imported = Set(module.files[id.file].imports.map(\.module)).subtracting(checked)
      let imports = imported.filter { !WellKnown.modules.contains($0) }.sorted()
      guard !imports.isEmpty else { continue }
      for reference in module[id].inherited {
        guard conformances.names.senses(of: reference, in: id).contains(where: { $0.meaning == .foreign }),
          let first = reference.components.first?.text, let last = reference.components.last?.text
        else { continue }
        let isQualified = reference.components.count > 1
        if isQualified ? checked.contains(first) || WellKnown.modules.contains(first) : WellKnown.isType(last) {
          continue
        }
        return (
          reference.components.map(\.text).joined(separator: "."),
          isQualified && imports.contains(first) ? [first] : imports
        )
      }
    }
    return nil
  }
}
