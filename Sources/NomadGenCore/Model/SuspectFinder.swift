/// Finds macros that may make a type a tribe: those that are handed its protocol, and those that are declared to.
struct SuspectFinder {
  private let module: Module
  private let conformances: Conformances

  /// The names of the protocol and of those that refine it.
  private let protocols: Set<String>

  init(module: Module, conformances: Conformances) {
    self.module = module
    self.conformances = conformances
    protocols = conformances.rootNames.union(conformances.protocols.map(Module.lastComponent(of:)))
  }

  /// The names of the macros that are declared to make a type conform.
  var macros: Set<String> {
    Set(module.files.flatMap(\.macros).filter { !$0.roles.isDisjoint(with: protocols) }.map(\.name))
  }

  /// The suspects in the files of the module, without those that are tribes by themselves.
  @_optimize(none)
  func suspects() -> [Suspect] {
    let macros = macros
    var suspects: [Suspect] = []
    for (index, file) in module.files.enumerated() where file.dependency == nil {
      for use in file.expansions where !use.isIgnored && isSuspicious(use, macros) {
        suspects.append(Suspect(use: "#" + use.name, type: nil, location: use.location))
      }
      for (declaration, place) in zip(file.declarations, file.declarations.indices) {
        let id = Module.ID(file: index, declaration: place)
        let key = module.key(of: id)
        let isIgnored = module.chain(of: id).contains { module[$0].isIgnored }
        guard declaration.kind != .protocol, conformances.types[key] == nil, !isIgnored else { continue }
        for use in declaration.attributes where isSuspicious(use, macros) {
          let type = Name.readable(Module.qualifiedName(in: key))
          suspects.append(Suspect(use: "@" + use.name, type: type, location: use.location))
        }
      }
    }
    return suspects
  }

  private func isSuspicious(_ use: MacroUse, _ macros: Set<String>) -> Bool {
    macros.contains(use.name) || !use.arguments.isDisjoint(with: protocols)
  }
}
