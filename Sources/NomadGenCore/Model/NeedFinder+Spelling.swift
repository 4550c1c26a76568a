extension NeedFinder {
  /// A type as the registry writes it, which stands at the top level of another file.
  ///
  /// It is written in the body of a declaration, its owner; the files of the tribe import some modules.
  func spelling(of type: TypeText, in owner: Module.ID, importing modules: Set<String>) -> Need.Spelling {
    let parameters = Reach.parameters(of: owner, in: module)
    var text = ""
    for piece in type.pieces {
      switch piece {
      case .text(let between): text += between
      case .path(let path):
        let spelling = spelling(of: path, in: owner, parameters, importing: modules)
        guard case .written(let name) = spelling else { return spelling }
        text += name
      }
    }
    return .written(text)
  }

  private func spelling(
    of path: TypeReference,
    in owner: Module.ID,
    _ parameters: Set<String>,
    importing modules: Set<String>
  ) -> Need.Spelling {
    let names = path.components.map(\.spelling)
    let isOwn = module.isOwn(owner)
    guard let first = path.components.first, !path.hasModuleSelector else {
      // A module stands before its members with a `::` (SE-0491).
      return isOwn ? .written(names.prefix(1).joined() + "::" + names.dropFirst().joined(separator: ".")) : .unsayable
    }
    if parameters.contains(first.text) { return .unsayable }
    guard let (key, outer) = find(first.text, in: owner) else {
      // Another module's imports are not the registry's.
      return isOwn || Self.isKnownEverywhere(first) ? .written(names.joined(separator: ".")) : .unsayable
    }
    if let (name, access) = limit(path, from: key, in: owner.file), !isOwn || access <= .fileprivate {
      return isOwn ? .unreachable(name: name, access) : .unsayable
    }
    guard isOwn || modules.contains(Module.dependency(in: key)) else { return .unsayable }
    // Within a generic type its parameters go without saying, and out here they would have to be said.
    let nest = outer ?? (module.chain(of: owner).contains { module.key(of: $0) == key } ? key : nil)
    let nests = nest.flatMap { module.members[$0] } ?? []
    if nests.contains(where: { !Reach.parameters(of: $0, in: module).isEmpty }) { return .unsayable }
    let start = qualifier(of: outer ?? key) + (outer.map { [module.spelling(ofKey: $0)] } ?? [])
    let rest = first.text == "Self" ? names.dropFirst() : names[...]
    return .written((start + rest).joined(separator: "."))
  }

  /// What a name in the body of a declaration stands for, and the type that it is a member of, if it is one's.
  private func find(_ name: String, in owner: Module.ID) -> (key: String, outer: String?)? {
    if name == "Self" { return (module.key(of: owner), module.key(of: owner)) }
    let found = conformances.names.find(name, in: module.scopes(within: owner), from: owner.file)
    return found.map { ($0.key, $0.scope.hasSuffix(".") ? String($0.scope.dropLast()) : nil) }
  }

  /// The module of what the registry would otherwise take for something of that name from another one.
  private func qualifier(of key: String) -> [String] {
    let dependency = Module.dependency(in: key)
    let name = Module.components(of: key).prefix(1).joined()
    let homes = ([nil] + module.dependencies).filter { module.topLevel.contains(Module.prefix(of: $0) + name) }
    // A module is hidden by a type of its name.
    return dependency.isEmpty || homes.count < 2 || module.index.types.contains(dependency) ? [] : [dependency]
  }

  /// The first name on a path that is not public, and how far it can be seen.
  private func limit(_ path: TypeReference, from start: String, in file: Int) -> (name: String, Access)? {
    var key = start
    var least: (name: String, Access)?
    for component in path.components.dropFirst().map(Optional.some) + [nil] {
      let aliases = module.aliases(key, from: file) + module.otherAliases(key, from: file)
      let declared = (module.members[key] ?? []).filter { module[$0].kind != .extension }
      // What follows is a member of something else.
      guard !aliases.isEmpty || !declared.isEmpty else { break }
      // Of an alias it is known only whether others see it.
      let levels =
        aliases.map { $0.isPrivate ? Access.private : .internal } + declared.map { Reach.access(of: $0, in: module) }
      if let access = levels.min(), access < least?.1 ?? .public { least = (readable(key), access) }
      if let component { key += "." + component.text }
    }
    return least
  }

  /// Whether a name that no module declares is a word of the language, or the standard library's.
  private static func isKnownEverywhere(_ name: Name) -> Bool {
    name.text.first?.isLowercase == true || standard.contains(name.text)
  }

  private static let standard: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Error", "Float", "Int",
    "Int16", "Int32", "Int64", "Int8", "MainActor", "Never", "Optional", "Result", "Sendable", "Set", "String",
    "Substring", "Swift", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Void",
  ]
}
