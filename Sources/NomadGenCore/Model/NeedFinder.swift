/// Finds what the tribes of a module depend on: the properties with `@TribeDependency`, their own and inherited ones.
struct NeedFinder {
  private let module: Module
  private let conformances: Conformances

  /// The properties of each type, by its key, with the declarations in whose bodies they stand.
  private var written: [String: [(need: WrittenNeed, owner: Module.ID)]] = [:]

  @_optimize(none)
  init(module: Module, conformances: Conformances) {
    self.module = module
    self.conformances = conformances
    for (index, file) in module.files.enumerated() {
      for need in file.needs {
        guard let parent = need.parent, need.isOfInstances else { continue }
        let owner = Module.ID(file: index, declaration: parent)
        written[module.key(of: owner), default: []].append((need, owner))
      }
    }
  }

  /// What a tribe depends on where some conditions hold.
  @_optimize(none)
  func needs(of key: String, within outer: [Condition]) -> [Need] {
    guard !written.isEmpty else { return [] }
    return family(of: key).flatMap { written[$0] ?? [] }
      .filter { !Condition.areExclusive($0.need.conditions, outer) }
      .map { need, owner in
        Need(
          property: need.property,
          location: need.location,
          type: need.type.map { spelling(of: $0, in: owner) } ?? .missing,
          conditions: need.conditions.filter { !outer.contains($0) }
        )
      }
  }

  /// Whether a tribe may depend on more than is seen: through a superclass, a wrapper or a macro from elsewhere.
  @_optimize(none)
  func mayNeedMore(_ key: String) -> Bool {
    let declarations = family(of: key).flatMap { module.declarations(of: $0) }
    if declarations.contains(where: { $0.hasUnknownWrapper || !$0.attributes.isEmpty }) { return true }
    // A class may inherit from what is not seen; of an extension's protocols none has a property to store.
    guard declarations.contains(where: { $0.kind == .class && !$0.inherited.isEmpty }) else { return false }
    return !conformances.isKnown(conformances.ancestry(of: key))
  }

  /// The files whose imports are asked for by what a tribe depends on.
  func files(of key: String) -> [String] {
    guard !written.isEmpty else { return [] }
    return family(of: key).flatMap { written[$0] ?? [] }.filter { module.isOwn($0.owner) }
      .map { module.files[$0.owner.file].path }
  }

  /// The names that the types of what tribes depend on start from: what they mean may be declared elsewhere.
  func names(of key: String) -> [String] {
    guard !written.isEmpty else { return [] }
    return family(of: key).flatMap { written[$0] ?? [] }.compactMap(\.need.type).flatMap(\.paths)
      .compactMap(\.components.first?.text).filter { !Self.everyday.contains($0) }
  }

  /// What stands for the same thing in every file, and in very many.
  private static let everyday: Set<String> = [
    "Any", "Array", "Bool", "Data", "Date", "Dictionary", "Double", "Int", "Optional", "Result", "Sendable", "Set",
    "String", "URL", "UUID", "Void",
  ]

  /// The properties that no tribe has, in the files of the module.
  @_optimize(none)
  func strays() -> [StrayNeed] {
    var families: Set<String> = []
    for key in conformances.types.keys { families.formUnion(family(of: key)) }
    var strays: [StrayNeed] = []
    for (index, file) in module.files.enumerated() where file.dependency == nil {
      for need in file.needs {
        let owner = need.parent.map { Module.ID(file: index, declaration: $0) }
        if let owner, isAccountedFor(need, in: owner, families) { continue }
        strays.append(
          StrayNeed(
            property: need.property,
            owner: need.isOfInstances ? owner.map { readable(module.key(of: $0)) } : nil,
            location: need.location
          )
        )
      }
    }
    return strays
  }

  /// Whether a property in the body of a declaration is a tribe's, may be one elsewhere, or is said to be none.
  @_optimize(none)
  private func isAccountedFor(_ need: WrittenNeed, in owner: Module.ID, _ families: Set<String>) -> Bool {
    if module.chain(of: owner).contains(where: { module[$0].isIgnored }) { return true }
    // What others can inherit from may be a tribe's elsewhere.
    let isOpen = module[owner].kind == .class && !module[owner].isFinal
    return need.isOfInstances && (isOpen || families.contains(module.key(of: owner)))
  }

  /// A type and those from which it inherits.
  private func family(of key: String) -> [String] {
    [key] + conformances.ancestry(of: key).declared
  }

  // MARK: Spelling

  /// A type as the registry writes it, which stands at the top level of another file.
  @_optimize(none)
  private func spelling(of type: TypeText, in owner: Module.ID) -> Need.Spelling {
    var text = ""
    for piece in type.pieces {
      switch piece {
      case .text(let between): text += between
      case .path(let path):
        if let (name, access) = hidden(path, from: owner) { return .unreachable(name: name, access) }
        text += spelling(of: path, in: owner)
      }
    }
    return .written(text)
  }

  @_optimize(none)
  private func spelling(of path: TypeReference, in owner: Module.ID) -> String {
    let written = path.components.map(\.spelling)
    guard let first = path.components.first, !path.hasModuleSelector else {
      // A module stands before its members with a `::` (SE-0491).
      return written.prefix(1).joined() + "::" + written.dropFirst().joined(separator: ".")
    }
    if first.text == "Self" {
      return ([module.spelling(of: owner)] + written.dropFirst()).joined(separator: ".")
    }
    guard let key = key(of: first.text, in: owner), key.contains(".") else { return written.joined(separator: ".") }
    return ([module.spelling(ofKey: key)] + written.dropFirst()).joined(separator: ".")
  }

  /// The key of what a name stands for in the body of a declaration; nil if it is declared elsewhere.
  private func key(of name: String, in owner: Module.ID) -> String? {
    conformances.names.key(of: name, in: module.scopes(within: owner), from: owner.file)
  }

  /// The first name on a path that another file cannot see.
  @_optimize(none)
  private func hidden(_ path: TypeReference, from owner: Module.ID) -> (name: String, Access)? {
    guard let first = path.components.first, !path.hasModuleSelector, var key = key(of: first.text, in: owner) else {
      return nil
    }
    for component in path.components.dropFirst().map(Optional.some) + [nil] {
      if module.aliases(key, from: owner.file).contains(where: \.isPrivate) { return (readable(key), .private) }
      for id in module.members[key] ?? [] where module[id].kind != .extension {
        let access = Reach.access(of: id, in: module)
        if access <= .fileprivate { return (readable(key), access) }
      }
      if let component { key += "." + component.text }
    }
    return nil
  }

  private func readable(_ key: String) -> String { Name.readable(Module.qualifiedName(in: key)) }
}
