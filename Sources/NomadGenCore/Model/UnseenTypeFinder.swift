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
  func types() -> [UnseenType] {
    candidates().compactMap { key, place, ancestors in
      guard let (ancestor, imports) = ancestors.first(where: { !$0.imports.isEmpty }) else { return nil }
      return UnseenType(
        name: Name.readable(Module.qualifiedName(in: key)),
        ancestor: ancestor,
        imports: imports,
        location: module[place].location
      )
    }
  }

  /// The names that other files have to be searched for, because they may declare what is unseen.
  var names: Set<String> { Set(candidates().flatMap { $0.ancestors.map { Module.lastComponent(of: $0.name) } }) }

  private typealias Ancestor = (name: String, imports: [String])

  /// The types that look like tribes and inherit something unknown.
  private func candidates() -> [(key: String, place: Module.ID, ancestors: [Ancestor])] {
    module.order.compactMap { key in
      let own = (module.members[key] ?? []).filter(module.isOwn)
      let place = own.first { module[$0].kind != .extension } ?? own.first
      guard let place, module[place].kind != .protocol, conformances.types[key] == nil else { return nil }
      guard !own.contains(where: isIgnored) else { return nil }
      let path = [key] + conformances.ancestry(of: key).declared
      return path.contains(where: looksLikeTribe) ? (key, place, path.flatMap(unknownAncestors)) : nil
    }
  }

  private func isIgnored(_ id: Module.ID) -> Bool { module.chain(of: id).contains { module[$0].isIgnored } }

  /// Whether a type or a protocol declares a target or a `migrate()`.
  private func looksLikeTribe(_ key: String) -> Bool {
    module.declarations(of: key).contains { declaration in
      !declaration.migrations.isEmpty
        || declaration.targets.contains { target in
          target.value.kind != nil || target.namesType
            || target.annotation?.components.last?.text == TargetResolver.targetType
        }
    }
  }

  /// What a type or a protocol inherits that nothing checked declares, each with the modules that may.
  private func unknownAncestors(of key: String) -> [Ancestor] {
    (module.members[key] ?? []).flatMap { id -> [Ancestor] in
      let imported = Set(module.files[id.file].imports.map(\.module)).subtracting(checked)
      let imports = imported.filter { !WellKnown.modules.contains($0) }.sorted()
      return module[id].inherited.compactMap { reference in
        let path = reference.components.map(\.text)
        guard conformances.names.senses(of: reference, in: id).contains(where: { $0.meaning == .foreign }),
          let first = path.first, let last = path.last
        else { return nil }
        let isKnown =
          path.count == 1 ? WellKnown.isType(last) : checked.contains(first) || WellKnown.modules.contains(first)
        if isKnown { return nil }
        return (path.joined(separator: "."), path.count > 1 && imports.contains(first) ? [first] : imports)
      }
    }
  }
}
