/// Finds out why the target of a tribe cannot be read.
enum TargetFaults {
  /// What is known for sure of a member that could not be read.
  static func fault(of found: TargetResolver.Found, in module: Module) -> TargetMember.Fault? {
    if found.member.namesType, module.shadows(TargetResolver.targetType) { return nil }
    guard case .text(_, .reference(let path)) = found.member.value else { return found.member.fault }
    return fault(of: path, in: found.owner, module)
  }

  /// Why a name has no value, judged by all that is declared under it: where that differs, nothing is known.
  private static func fault(of path: TypeReference, in owner: Module.ID, _ module: Module) -> TargetMember.Fault? {
    guard let name = path.components.last, !path.hasModuleSelector else { return nil }
    let spelling = path.components.map(\.spelling).joined(separator: ".")
    var isDeclared = false
    var isVariable = false
    for (constant, parent) in module.index.constants[name.text, default: []] {
      isDeclared = true
      guard canMean(path, memberOf: parent, in: owner, module) else { continue }
      // What a protocol asks for is a `var`, whatever the types have.
      guard constant.isVariable, parent.map({ module[$0].kind }) != .protocol else { return nil }
      isVariable = true
    }
    if isVariable { return .variable(spelling) }
    return isDeclared ? nil : .unknownName(spelling)
  }

  /// Whether a path in the body of one declaration can lead to a member of another, or to what is global.
  private static func canMean(_ path: TypeReference, memberOf parent: Module.ID?, in owner: Module.ID, _ module: Module)
    -> Bool
  {
    let type = path.components.dropLast().last?.text
    guard let parent else { return type == nil || type == module.name }
    guard let type, type != "Self" else {
      return module.chain(of: owner).contains { module.key(of: $0) == module.key(of: parent) }
    }
    return Module.lastComponent(of: module.key(of: parent)) == type
  }
}
