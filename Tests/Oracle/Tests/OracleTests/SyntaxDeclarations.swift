import SwiftSyntax

/// The declarations of a file as SwiftParser sees them, a line each.
final class SyntaxDeclarations: SyntaxVisitor {
  private(set) var lines: [String] = []
  private let converter: SourceLocationConverter

  init(_ tree: SourceFileSyntax) {
    converter = SourceLocationConverter(fileName: "", tree: tree)
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    add("struct", node.name.text, at: node.name, node.inheritanceClause, node)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    add("class", node.name.text, at: node.name, node.inheritanceClause, node)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    add("enum", node.name.text, at: node.name, node.inheritanceClause, node)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    add("actor", node.name.text, at: node.name, node.inheritanceClause, node)
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    add("protocol", node.name.text, at: node.name, node.inheritanceClause, node)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    add("extension", Self.names(node.extendedType).joined(), at: node.extendedType, node.inheritanceClause, node)
  }

  private func add(
    _ kind: String,
    _ name: String,
    at place: some SyntaxProtocol,
    _ clause: InheritanceClauseSyntax?,
    _ node: some SyntaxProtocol
  ) -> SyntaxVisitorContinueKind {
    let location = converter.location(for: place.positionAfterSkippingLeadingTrivia)
    let inherited = clause?.inheritedTypes.flatMap { Self.names($0.type) } ?? []
    let conditions = sequence(first: Syntax(node), next: \.parent).filter { $0.is(IfConfigClauseSyntax.self) }.count
    let depth = sequence(first: Syntax(node), next: \.parent).filter { $0.isProtocol((any DeclGroupSyntax).self) }.count
    lines.append(
      "\(location.line):\(location.column) \(kind) \(name): \(inherited.joined(separator: ",")) "
        + "#if \(conditions) depth \(depth)"
    )
    return .visitChildren
  }

  /// The types in a type, compositions taken apart, generic arguments left out.
  private static func names(_ type: TypeSyntax) -> [String] {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): [(type.moduleSelector.map { $0.moduleName.text + "::" } ?? "") + type.name.text]
    case .memberType(let type): [names(type.baseType).joined() + "." + type.name.text]
    case .compositionType(let type): type.elements.flatMap { names($0.type) }
    case .attributedType(let type): names(type.baseType)
    case .someOrAnyType(let type): names(type.constraint)
    case .tupleType(let type): type.elements.flatMap { names($0.type) }
    case .arrayType: ["Array"]
    case .dictionaryType: ["Dictionary"]
    case .optionalType: ["Optional"]
    default: []
    }
  }
}
