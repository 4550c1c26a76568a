import SwiftSyntax

/// Reads a tree into a view.
final class SyntaxReader: SyntaxVisitor {
  private(set) var view = SourceView()
  /// Whether the compiler would accept everything in the tree.
  private(set) var isCompilable = true
  private let converter: SourceLocationConverter

  init(_ tree: SourceFileSyntax) {
    converter = SourceLocationConverter(fileName: "", tree: tree)
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  // MARK: Code that parses, but that no build compiles

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let condition = node.condition, !Self.isCondition(condition) { isCompilable = false }
    return .visitChildren
  }

  /// Returns whether a condition consists of names, calls such as `os(Linux)`, and operators.
  private static func isCondition(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): !name.baseName.text.contains("`")
    case .booleanLiteralExpr: true
    case .binaryOperatorExpr(let infix): ["&&", "||"].contains(infix.operator.text)
    case .functionCallExpr(let call):
      isCondition(call.calledExpression) && !call.arguments.isEmpty && call.trailingClosure == nil
        && call.arguments.allSatisfy { isArgument($0.expression) }
    case .tupleExpr(let tuple): tuple.elements.count == 1 && tuple.elements.allSatisfy { isCondition($0.expression) }
    case .prefixOperatorExpr(let prefixed): prefixed.operator.text == "!" && isCondition(prefixed.expression)
    case .sequenceExpr(let sequence): sequence.elements.allSatisfy(isCondition)
    default: false
    }
  }

  /// Returns whether a condition's argument is a name or, after an operator, a version.
  private static func isArgument(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr, .memberAccessExpr, .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr: true
    case .prefixOperatorExpr(let prefixed): isArgument(prefixed.expression)
    default: false
    }
  }

  /// Rejects misplaced `async` and `class` modifiers, which SwiftParser accepts.
  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    switch (node.name.text, node.parent?.parent?.kind) {
    case ("async", .variableDecl): break
    case ("async", _), ("reasync", _): isCompilable = false
    case ("class", .variableDecl), ("class", .functionDecl), ("class", .subscriptDecl): break
    case ("class", _): isCompilable = false
    default: break
    }
    return .visitChildren
  }

  /// Rejects the name of a modifier as a statement, because the scanner treats it as a modifier.
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isStatement = [.codeBlockItem, .tryExpr, .awaitExpr, .unsafeExpr].contains(
      node.parent?.kind
    )
    guard isStatement, Self.modifiers.contains(node.baseName.text),
      let next = node.nextToken(viewMode: .sourceAccurate)
    else { return .visitChildren }
    let between = node.trailingTrivia + next.leadingTrivia
    switch next.tokenKind {
    case .keyword(.else): break
    case .atSign, .poundIf, .poundElseif, .poundElse, .poundEndif: isCompilable = false
    case .keyword, .identifier: if between.contains(where: \.isNewline) { isCompilable = false }
    default: break
    }
    return .visitChildren
  }

  /// Rejects a key path of a type that has the name of a modifier.
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    if let root = node.root, Self.modifiers.contains(root.trimmedDescription) { isCompilable = false }
    return .visitChildren
  }

  private static let modifiers: Set = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "final", "indirect", "infix", "isolated", "lazy",
    "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix", "prefix",
    "required",
    "sending", "unowned", "weak",
  ]

  // MARK: Declarations

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    add("struct", node, at: node.name, isGeneric: node.genericParameterClause != nil)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    add("class", node, at: node.name, isGeneric: node.genericParameterClause != nil)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    add("enum", node, at: node.name, isGeneric: node.genericParameterClause != nil)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    add("actor", node, at: node.name, isGeneric: node.genericParameterClause != nil)
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    add("protocol", node, at: node.name, isGeneric: false)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    switch node.extendedType.kind {
    case .arrayType, .dictionaryType, .optionalType, .implicitlyUnwrappedOptionalType: break
    case .identifierType, .memberType: if Self.names(node.extendedType) == nil { isCompilable = false }
    default: isCompilable = false
    }
    if Self.isMisplaced(Syntax(node)) { return .visitChildren }
    return add("extension", node, at: node.extendedType, isGeneric: false)
  }

  /// Skips the arguments of attributes, as the scanner does.
  ///
  /// Other code cannot name a type in a closure there.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if node.attributeName.kind != .identifierType, node.attributeName.kind != .memberType { isCompilable = false }
    return .skipChildren
  }

  /// Skips interpolations, because the scanner treats a string literal as one token.
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // A newline in an interpolation ends a single-line literal for the compiler, but not always for SwiftParser.
    let isMultiline = node.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .multilineStringQuote }
    if !isMultiline, node.trimmedDescription.contains(where: \.isNewline) { isCompilable = false }
    return .skipChildren
  }

  private func add(
    _ kind: String,
    _ node: some DeclGroupSyntax,
    at place: some SyntaxProtocol,
    isGeneric: Bool
  ) -> SyntaxVisitorContinueKind {
    let location = converter.location(for: place.positionAfterSkippingLeadingTrivia)
    let inherited = Self.all(node.inheritanceClause?.inheritedTypes.map(\.type) ?? [])
    let (requirements, hasOthers) = Self.requirements(node.genericWhereClause)
    let reader = MemberReader(node, converter) { Self.conditions(around: $0) }
    if !reader.isCompilable { isCompilable = false }
    view.declarations.append(
      SourceView.Entry(
        fields: [
          "\(location.line):\(location.column)",
          kind,
          Self.path(of: node),
          inherited?.joined(separator: ","),
          requirements?.joined(separator: ","),
          requirements == nil ? nil : hasOthers ? "others" : "",
          Self.conditions(around: node).joined(separator: ","),
          Self.access(node.modifiers),
          node.modifiers.contains { $0.name.tokenKind == .keyword(.final) } ? "final" : "",
          isGeneric ? "generic" : "",
        ] + reader.members.fields,
        conformances: Set(
          (inherited ?? []).map { $0.split(whereSeparator: { ".:".contains($0) }).last.map(String.init) ?? "" }
        ),
        members: reader.members.count
      )
    )
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    let owner = Self.owners(of: node)
    // A registry cannot use an alias in code.
    guard !owner.isLocal else { return .visitChildren }
    let path = (owner.names + [node.name.text]).joined(separator: ".")
    let references = Self.names(node.initializer.value)?.joined(separator: ",")
    view.aliases.append(SourceView.Entry(fields: [path, references, Self.access(node.modifiers)]))
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let owner = Self.owners(of: node)
    guard owner.names.isEmpty, !owner.isLocal, let module = node.path.first?.name.text else { return .skipChildren }
    if node.path.contains(where: { if case .identifier = $0.name.tokenKind { false } else { true } }) {
      isCompilable = false
    }
    view.imports.append(
      SourceView.Entry(
        fields: [
          module.filter { $0 != "`" }, Self.access(node.modifiers),
          Self.conditions(around: node).joined(separator: ","),
        ]
      )
    )
    return .visitChildren
  }

  // MARK: Surroundings

  /// The surroundings of a declaration: the names of the enclosing types, up to the file or the nearest code.
  private struct Owners {
    var names: [String] = []
    /// Whether the nearest enclosing scope is code.
    var isLocal = false
  }

  private static func owners(of node: some SyntaxProtocol) -> Owners {
    var owners = Owners()
    var next = node.parent
    while let ancestor = next {
      next = ancestor.parent
      if let group = ancestor.asProtocol((any DeclGroupSyntax).self), !isMisplaced(ancestor) {
        owners.names.insert(name(of: group), at: 0)
        continue
      }
      switch ancestor.kind {
      case .memberBlockItem, .memberBlockItemList, .memberBlock, .ifConfigClause, .ifConfigClauseList, .ifConfigDecl,
        .codeBlockItem, .codeBlockItemList, .sourceFile:
        break
      default:
        owners.isLocal = true
        return owners
      }
    }
    return owners
  }

  /// Returns whether a node is an extension in code, which no build compiles.
  ///
  /// The scanner treats it as code, too.
  private static func isMisplaced(_ node: Syntax) -> Bool {
    node.kind == .extensionDecl && owners(of: node).isLocal
  }

  private static func path(of node: some DeclGroupSyntax) -> String {
    let owners = owners(of: node)
    return (owners.isLocal ? "local " : "") + (owners.names + [name(of: node)]).joined(separator: ".")
  }

  private static func name(of group: any DeclGroupSyntax) -> String {
    if let named = group.asProtocol((any NamedDeclSyntax).self) { return named.name.text }
    guard let type = group.as(ExtensionDeclSyntax.self)?.extendedType else { return "" }
    return switch type.kind {
    case .arrayType: "Array"
    case .dictionaryType: "Dictionary"
    case .optionalType, .implicitlyUnwrappedOptionalType: "Optional"
    default: (names(type) ?? []).joined()
    }
  }

  /// Returns the conditions under which a node is compiled: for each enclosing `#if`, the condition of its branch, and
  /// that none of the earlier branches holds.
  private static func conditions(around node: some SyntaxProtocol) -> [String] {
    var conditions: [String] = []
    for clause in sequence(first: Syntax(node), next: \.parent).compactMap({ $0.as(IfConfigClauseSyntax.self) }) {
      guard let all = clause.parent?.as(IfConfigClauseListSyntax.self) else { continue }
      var parts = all.prefix { $0.id != clause.id }.compactMap(\.condition).map { operand($0, isNegated: true) }
      if let own = clause.condition {
        parts.append(parts.isEmpty ? own.tokens : operand(own, isNegated: false))
      }
      let condition = parts.joined(separator: "&&")
      // An `#if` around one with the same condition: the outer one counts.
      conditions.removeAll { $0 == condition }
      conditions.insert(condition, at: 0)
    }
    return conditions
  }

  private static func operand(_ condition: ExprSyntax, isNegated: Bool) -> String {
    let isAtom =
      switch condition.kind {
      case .declReferenceExpr, .functionCallExpr, .booleanLiteralExpr, .integerLiteralExpr, .tupleExpr: true
      default: false
      }
    return (isNegated ? "!" : "") + (isAtom ? condition.tokens : "(\(condition.tokens))")
  }

  private static func access(_ modifiers: DeclModifierListSyntax) -> String {
    let levels = ["private", "fileprivate", "internal", "package", "public", "open"]
    return modifiers.last { $0.detail == nil && levels.contains($0.name.text) }?.name.text ?? ""
  }

  // MARK: Types

  /// Returns the types `T` of a `where Self: T`, nil if one of them has no name, and whether there are other
  /// requirements.
  private static func requirements(_ clause: GenericWhereClauseSyntax?) -> ([String]?, hasOthers: Bool) {
    var types: [TypeSyntax] = []
    var hasOthers = false
    for requirement in clause?.requirements ?? [] {
      if case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.as(IdentifierTypeSyntax.self)?.name.tokenKind == .keyword(.Self)
      {
        types.append(conformance.rightType)
      } else {
        hasOthers = true
      }
    }
    return (all(types), hasOthers)
  }

  private static func all(_ types: [TypeSyntax]) -> [String]? {
    let names = types.map(names)
    return names.contains { $0 == nil } ? nil : names.flatMap { $0 ?? [] }
  }

  /// Returns the names in a type, with compositions split and generic arguments removed; nil for other types.
  private static func names(_ type: TypeSyntax) -> [String]? {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      return [(type.moduleSelector.map { $0.moduleName.text + "::" } ?? "") + type.name.text]
    case .memberType(let type):
      guard let base = names(type.baseType), base.count == 1 else { return nil }
      return [base[0] + "." + type.name.text]
    case .compositionType(let type): return all(type.elements.map(\.type))
    case .attributedType(let type): return names(type.baseType)
    case .someOrAnyType(let type): return names(type.constraint)
    case .tupleType(let type): return type.elements.count == 1 ? all(type.elements.map(\.type)) : nil
    case .suppressedType(let type): return names(type.type)?.count == 1 ? [] : nil
    default: return nil
    }
  }
}

extension SyntaxProtocol {
  /// The text of the tokens without white space.
  var tokens: String { tokens(viewMode: .sourceAccurate).map(\.text).joined().filter { !$0.isWhitespace } }
}
