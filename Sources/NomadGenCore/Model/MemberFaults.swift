/// Finds out why a member cannot be read.
enum MemberFaults {
  /// What is known for sure of a member that could not be read.
  static func fault(of found: MemberResolver.Found, in table: SymbolTable) -> StaticMember.Fault? {
    if found.member.namesType, table.shadows(found.member.member.type) { return nil }
    guard case .known(_, .reference(let path)) = found.member.value else { return found.member.fault }
    return fault(of: path, in: found.owner, table)
  }

  /// Why a name has no value, judged by all that is declared under it: where that differs, nothing is known.
  private static func fault(of path: TypeReference, in owner: SymbolTable.ID, _ table: SymbolTable) -> StaticMember
    .Fault?
  {
    guard let name = path.components.last, !path.hasModuleSelector else { return nil }
    let spelling = path.components.map(\.spelling).joined(separator: ".")
    var isDeclared = false
    var isVariable = false
    for (constant, _, parent) in table.index.constants[name.text, default: []] {
      isDeclared = true
      guard canMean(path, memberOf: parent, in: owner, table) else { continue }
      // What a protocol asks for is a `var`, whatever the types have.
      guard constant.isVariable, parent.map({ table[$0].kind }) != .protocol else { return nil }
      isVariable = true
    }
    if isVariable { return .variable(spelling) }
    return isDeclared ? nil : .unknownName(spelling)
  }

  /// Whether a path in the body of one declaration can lead to a member of another, or to what is global.
  private static func canMean(
    _ path: TypeReference,
    memberOf parent: SymbolTable.ID?,
    in owner: SymbolTable.ID,
    _ table: SymbolTable
  )
    -> Bool
  {
    let type = path.components.dropLast().last?.text
    guard let parent else { return type == nil || type == table.files[owner.file].module }
    guard let type, type != "Self" else {
      return table.chain(of: owner).contains { table.symbol(of: $0) == table.symbol(of: parent) }
    }
    return table.names.name(of: table.symbol(of: parent)) == type
  }
}
