extension Conformances {
  /// What a type or a protocol inherits, conforms to or requires of `Self`, directly or through others.
  struct Ancestry {
    /// The key of the type or protocol itself.
    var key: String
    /// Keys, nearest first.
    var declared: [String] = []
    /// What is inherited from elsewhere, as it is written but for the modules that everybody imports.
    var foreign: Set<String> = []
    /// Those of both that no `#if` puts in doubt.
    var certain: Set<String> = []
    /// What the type itself is declared as.
    var kinds: Set<Declaration.Kind> = []
    /// Whether the type's own declaration is seen, and none of its attributes may be a macro: then it conforms to what
    /// is written.
    var isWritten = false
  }

  /// The ancestry of a type or a protocol, but for what comes through some others, where some conditions hold.
  func ancestry(of key: String, besides others: [String] = [], within conditions: [Condition] = []) -> Ancestry {
    var ancestry = Ancestry(key: key)
    (ancestry.declared, ancestry.foreign) = inherited(from: key, besides: others) { _ in true }
    let certain = inherited(from: key, besides: others) { $0.allSatisfy(conditions.contains) }
    ancestry.certain = certain.foreign.union(certain.declared)
    let declarations = module.declarations(of: key)
    ancestry.kinds = Set(declarations.map(\.kind))
    ancestry.isWritten = module.isDeclared(key) && declarations.allSatisfy(\.attributes.isEmpty)
    return ancestry
  }

  /// All that is inherited, in declarations and through aliases whose conditions count.
  private func inherited(
    from key: String,
    besides others: [String],
    where counts: ([Condition]) -> Bool
  ) -> (declared: [String], foreign: Set<String>) {
    var foreign: Set<String> = []
    var seen = Set(others + [key])
    var pending = [key]
    var next = 0
    while next < pending.count {
      let current = pending[next]
      next += 1
      for id in module.members[current] ?? [] where counts(module[id].conditions) {
        // An extension of a protocol asks something of those types that it serves, not of all.
        let required = module[id].kind == .protocol ? module[id].selfRequirements : []
        for reference in module[id].inherited + required {
          for sense in names.senses(of: reference, in: id) where counts(sense.conditions) {
            switch sense.meaning {
            case .root: break
            case .declared(let found): if seen.insert(found).inserted { pending.append(found) }
            case .foreign: foreign.insert(foreignName(of: reference))
            }
          }
        }
      }
    }
    return (Array(pending.dropFirst()), foreign)
  }

  /// The name of something from elsewhere; that of another module's type or of a nested one says where it stands.
  func foreignName(of reference: TypeReference) -> String {
    let path = reference.components.map(\.text)
    let isPlain = path.count == 2 && ["Swift", "Foundation"].contains(path[0])
    return isPlain ? path[1] : path.joined(separator: ".")
  }

  /// Whether all that gives a type members is known: what it inherits is declared here, or gives it none that matter.
  func isKnown(_ ancestry: Ancestry) -> Bool {
    ancestry.foreign.isSubset(of: StandardProtocols.harmless)
  }

  /// The keys of the extensions, in all modules, of what a type inherits from elsewhere or may conform to in silence.
  func foreignKeys(of ancestry: Ancestry) -> [String] {
    let prefixes = ([nil] + module.dependencies).map(Module.prefix(of:))
    return foreignNames(of: ancestry).sorted().flatMap { name in prefixes.map { $0 + name } }
      .filter { module.members[$0] != nil }
  }

  /// What a type inherits from elsewhere, or may conform to in silence.
  func foreignNames(of ancestry: Ancestry) -> Set<String> {
    StandardProtocols.closure(of: ancestry.foreign.union(StandardProtocols.silent))
  }
}
