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

  /// The classes that a macro may make tribes, with the name of the macro: what inherits from them would be tribes,
  /// too.
  func classes() -> [String: String] {
    let macros = macros
    var classes: [String: String] = [:]
    for key in module.order where conformances.types[key] == nil {
      for declaration in module.declarations(of: key) where declaration.kind == .class {
        classes[key] = declaration.attributes.first { isSuspicious($0, macros) }?.name
      }
    }
    return classes
  }

  /// The suspects in the files of the module, without those that are tribes by themselves.
  func suspects() -> [Suspect] {
    let (macros, classes) = (macros, classes())
    var suspects: [Suspect] = []
    for (index, file) in module.files.enumerated() where file.dependency == nil {
      for use in file.expansions where !use.isIgnored && isSuspicious(use, macros) {
        suspects.append(Suspect(use: "#" + use.name, location: use.location))
      }
      for (declaration, place) in zip(file.declarations, file.declarations.indices) {
        let id = Module.ID(file: index, declaration: place)
        let key = module.key(of: id)
        let isIgnored = module.chain(of: id).contains { module[$0].isIgnored }
        guard declaration.kind != .protocol, conformances.types[key] == nil, !isIgnored else { continue }
        for use in declaration.attributes where isSuspicious(use, macros) {
          suspects.append(Suspect(use: "@" + use.name, type: name(key), location: use.location))
        }
        guard !classes.isEmpty, classes[key] == nil, declaration.kind == .class else { continue }
        for base in conformances.ancestry(of: key).declared {
          guard let use = classes[base] else { continue }
          suspects.append(
            Suspect(use: "@" + use, type: name(base), heir: name(key), location: declaration.location)
          )
        }
      }
    }
    return suspects
  }

  private func name(_ key: String) -> String { Name.readable(Module.qualifiedName(in: key)) }

  private func isSuspicious(_ use: MacroUse, _ macros: Set<String>) -> Bool {
    macros.contains(use.name) || !use.arguments.isDisjoint(with: protocols)
  }
}
