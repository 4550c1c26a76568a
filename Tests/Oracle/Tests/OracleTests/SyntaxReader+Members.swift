import SwiftSyntax

/// SwiftParser's view of the stored members in a body, in the form of `SourceView.Members`.
struct MemberReader {
  private(set) var members = SourceView.Members()
  /// Whether the compiler would accept all members.
  private(set) var isCompilable = true
  private let converter: SourceLocationConverter
  private let conditions: (Syntax) -> [String]
  private let group: any DeclGroupSyntax

  init(
    _ group: any DeclGroupSyntax,
    _ converter: SourceLocationConverter,
    conditions: @escaping (Syntax) -> [String]
  ) {
    (self.group, self.converter, self.conditions) = (group, converter, conditions)
    read(group.memberBlock.members)
  }

  private mutating func read(_ list: MemberBlockItemListSyntax) {
    for item in list {
      switch item.decl.as(DeclSyntaxEnum.self) {
      case .ifConfigDecl(let directive):
        for clause in directive.clauses {
          if case .decls(let inner) = clause.elements { read(inner) }
        }
      case .variableDecl(let variable) where group.kind != .protocolDecl && !Self.isStatic(variable.modifiers):
        read(variable)
      case .enumCaseDecl(let line) where group.kind == .enumDecl:
        for element in line.elements { read(element) }
      case .initializerDecl(let initializer) where group.kind != .protocolDecl:
        if readRawValue(initializer) { break }
        let isPlain = initializer.genericParameterClause == nil && initializer.optionalMark?.text != "?"
        read("init", initializer.signature, isPlain ? "from" : nil, initializer.body)
      case .functionDecl(let function) where group.kind != .protocolDecl:
        let isPlain = function.genericParameterClause == nil && !Self.isStatic(function.modifiers)
        let name = function.name.identifier
        read(name, function.signature, isPlain && name == "encode" ? "to" : nil, function.body)
      default: break
      }
    }
  }

  private static func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { $0.name.text == "static" || $0.name.text == "class" }
  }

  private func place(_ node: some SyntaxProtocol) -> String {
    let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    return "\(location.line):\(location.column)"
  }

  // MARK: Properties

  private mutating func read(_ variable: VariableDeclSyntax) {
    let bindings = Array(variable.bindings)
    let isMember = ["let", "var"].contains(variable.bindingSpecifier.text)
    if !isMember || variable.modifiers.contains(where: { $0.name.text == "async" }) { isCompilable = false }
    for (index, binding) in bindings.enumerated() {
      if let block = binding.accessorBlock, binding.initializer == nil {
        guard case .accessors(let accessors) = block.accessors,
          accessors.allSatisfy({ ["willSet", "didSet"].contains($0.accessorSpecifier.text) })
        else { continue }
      }
      if !Self.isPattern(binding.pattern) || binding.accessorBlock != nil && Self.sharesType(index, in: bindings) {
        isCompilable = false
      }
      let isTuple = binding.pattern.kind == .tuplePattern
      let type = isTuple ? nil : Self.type(of: index, in: bindings)
      var value = binding.initializer.map { Self.value($0.value) } ?? ""
      if isTuple, !value.isEmpty { value = "other" }
      let wrappers = index == 0 ? variable.attributes.compactMap(Self.wrapper) : []
      for name in Self.names(in: binding.pattern) where name.text != "_" {
        members.properties.append(
          [
            place(name), variable.bindingSpecifier.text, name.identifier, type ?? "", value,
            variable.modifiers.contains { $0.name.text == "lazy" } ? "lazy" : "", wrappers.joined(separator: " "),
            conditions(Syntax(variable)).joined(separator: ","),
          ].joined(separator: " ")
        )
      }
    }
  }

  /// Returns the type of a name, which may follow a later name: `a, b: Int`.
  private static func type(of index: Int, in bindings: [PatternBindingSyntax]) -> String? {
    for binding in bindings[index...] {
      if let type = binding.typeAnnotation?.type { return binding.pattern.kind == .tuplePattern ? nil : text(type) }
      if binding.initializer != nil || binding.accessorBlock != nil { return nil }
    }
    return nil
  }

  /// Returns whether the name before has no type and no value of its own.
  private static func sharesType(_ index: Int, in bindings: [PatternBindingSyntax]) -> Bool {
    index > 0 && bindings[index - 1].typeAnnotation == nil && bindings[index - 1].initializer == nil
      && bindings[index - 1].accessorBlock == nil
  }

  /// Returns the tokens of a type, with `?` in place of a last `!`.
  static func text(_ type: some SyntaxProtocol) -> String {
    let text = type.tokens
    return text.hasSuffix("!") ? text.dropLast() + "?" : text
  }

  /// Returns whether a pattern consists of names, `_` and tuples.
  private static func isPattern(_ pattern: PatternSyntax) -> Bool {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern, .wildcardPattern: true
    case .tuplePattern(let tuple): tuple.elements.allSatisfy { isPattern($0.pattern) }
    default: false
    }
  }

  private static func names(in pattern: PatternSyntax) -> [TokenSyntax] {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let name): [name.identifier]
    case .tuplePattern(let tuple): tuple.elements.flatMap { names(in: $0.pattern) }
    default: []
    }
  }

  /// Returns the name of an attribute that the language does not define.
  private static func wrapper(_ element: AttributeListSyntax.Element) -> String? {
    // An attribute in an `#if` of its own is read like any other.
    if case .ifConfigDecl(let directive) = element {
      let inner = directive.clauses.flatMap { clause -> [String] in
        if case .attributes(let list) = clause.elements { list.compactMap(wrapper) } else { [] }
      }
      return inner.isEmpty ? nil : inner.joined(separator: " ")
    }
    guard case .attribute(let attribute) = element, let name = path(attribute.attributeName),
      let last = name.split(whereSeparator: { ".:".contains($0) }).last
    else { return nil }
    return last.hasPrefix("_") || language.contains(String(last)) ? nil : text(attribute.attributeName)
  }

  private static func path(_ type: TypeSyntax) -> String? {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): (type.moduleSelector.map { $0.moduleName.text + "::" } ?? "") + type.name.text
    case .memberType(let type): path(type.baseType).map { $0 + "." + type.name.text }
    default: nil
    }
  }

  private static let language: Set = [
    "GKInspectable", "IBInspectable", "IBOutlet", "MainActor", "NSCopying", "NSManaged", "Sendable", "abi", "available",
    "backDeployed", "concurrent", "inlinable", "inline", "nonobjc", "objc", "preconcurrency", "safe", "unsafe",
    "usableFromInline", "NSApplicationMain", "UIApplicationMain", "dynamicCallable", "dynamicMemberLookup", "frozen",
    "nonexhaustive",
    "globalActor", "main", "objcMembers", "propertyWrapper", "resultBuilder", "unchecked",
  ]

  private static func value(_ expression: ExprSyntax) -> String {
    if let literal = literal(expression) { return "literal \(literal)" }
    switch expression.as(ExprSyntaxEnum.self) {
    case .arrayExpr(let array):
      return common(array.elements.map { literal($0.expression) }).map { "literal [\($0)]" } ?? "other"
    case .sequenceExpr(let sequence): return value(Array(sequence.elements))
    case .functionCallExpr(let call):
      guard call.trailingClosure == nil, call.leftParen != nil, isNamed(call.calledExpression) else { return "other" }
      return "call \(call.calledExpression.tokens)"
    case .memberAccessExpr(let member):
      return isNamed(expression) && member.firstToken(viewMode: .sourceAccurate)?.tokenKind != .leftSquare
        ? "member \(member.tokens)" : "other"
    default: return "other"
    }
  }

  /// Returns the value of operands with operators between them.
  private static func value(_ elements: [ExprSyntax]) -> String {
    if elements.count > 2, let cast = elements[elements.count - 2].as(UnresolvedAsExprSyntax.self) {
      let rest = Array(elements.dropLast(2))
      let isRead = rest.count == 1 && rest[0].is(NilLiteralExprSyntax.self) || value(rest) != "other"
      guard cast.questionOrExclamationMark == nil, isRead, let type = elements.last else { return "other" }
      return "typed \(type.tokens)"
    }
    if elements.count == 1 { return value(elements[0]) }
    let operators = elements.enumerated().filter { $0.offset % 2 == 1 }.map(\.element.tokens)
    let types = elements.enumerated().filter { $0.offset % 2 == 0 }.map { literal($0.element) }
    let isCalculated =
      operators.allSatisfy { ["+", "-", "*", "/"].contains($0) } && ["Int", "Double"].contains(types[0])
    return isCalculated ? common(types).map { "literal \($0)" } ?? "other" : "other"
  }

  /// Returns the type of a literal.
  private static func literal(_ expression: ExprSyntax) -> String? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: "Int"
    case .floatLiteralExpr: "Double"
    case .stringLiteralExpr, .simpleStringLiteralExpr: "String"
    case .booleanLiteralExpr: "Bool"
    case .prefixOperatorExpr(let negated) where negated.operator.text == "-":
      negated.expression.is(IntegerLiteralExprSyntax.self)
        ? "Int" : negated.expression.is(FloatLiteralExprSyntax.self) ? "Double" : nil
    default: nil
    }
  }

  /// Returns the type that some literals have together.
  private static func common(_ types: [String?]) -> String? {
    guard let first = types.first else { return nil }
    return types.allSatisfy { $0 == first }
      ? first : types.allSatisfy { ["Int", "Double"].contains($0) } ? "Double" : nil
  }

  /// Returns whether an expression is a path of names, or the sugar for a type.
  private static func isNamed(_ expression: ExprSyntax, isMember: Bool = false) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name):
      switch name.baseName.tokenKind {
      case .identifier: name.argumentNames == nil
      case .keyword(let word): word == .Self || isMember && name.argumentNames == nil
      // `t.0` is an element of a tuple.
      default: false
      }
    case .arrayExpr, .dictionaryExpr: true
    case .memberAccessExpr(let member):
      (member.base.map { isNamed($0) } ?? false) && isNamed(ExprSyntax(member.declName), isMember: true)
    case .genericSpecializationExpr(let generic): isNamed(generic.expression)
    default: false
    }
  }

  // MARK: Cases

  private mutating func read(_ element: EnumCaseElementSyntax) {
    let parameters = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName.map { $0.text == "_" ? "" : $0.identifier + ":" } ?? ""
      return label + Self.text(parameter.type)
    }
    if let value = element.rawValue?.value, !Self.isRawValue(value) { isCompilable = false }
    if element.parameterClause?.parameters.contains(where: { !$0.modifiers.isEmpty }) == true { isCompilable = false }
    members.cases.append(
      [
        place(element.name), element.name.identifier, "(\(parameters.joined(separator: ",")))",
        element.rawValue?.value.trimmedDescription ?? "", conditions(Syntax(element)).joined(separator: ","),
      ].joined(separator: " ")
    )
  }

  /// Returns whether an expression is a literal without interpolations, maybe with a sign.
  private static func isRawValue(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
    case .stringLiteralExpr(let literal): literal.segments.allSatisfy { $0.kind == .stringSegment }
    case .prefixOperatorExpr(let signed): signed.operator.text == "-" && isRawValue(signed.expression)
    default: false
    }
  }

  // MARK: Coding

  /// Reads an `init(rawValue:)`, which counts if it does more than to keep the value; returns whether it is one.
  private mutating func readRawValue(_ initializer: InitializerDeclSyntax) -> Bool {
    guard initializer.genericParameterClause == nil,
      let parameter = initializer.signature.parameterClause.parameters.first, parameter.firstName.text == "rawValue"
    else { return false }
    let isBare = initializer.signature.effectSpecifiers == nil && initializer.genericWhereClause == nil
    guard isBare, let body = initializer.body else { return true }
    let local = (parameter.secondName ?? parameter.firstName).identifier
    let tokens = body.statements.tokens(viewMode: .sourceAccurate).map(\.identifier)
    if ![["self", ".", "rawValue", "=", local], ["rawValue", "=", local]].contains(tokens) {
      let range =
        "\(body.positionAfterSkippingLeadingTrivia.utf8Offset)..<\(body.endPositionBeforeTrailingTrivia.utf8Offset)"
      members.coders.append("rawValue init(rawValue:) \(local)  \(range)")
    }
    return true
  }

  /// Reads a method, which may be one that coding calls if it has a label for that.
  private mutating func read(
    _ name: String,
    _ signature: FunctionSignatureSyntax,
    _ label: String?,
    _ body: CodeBlockSyntax?
  ) {
    guard let body else { return }
    let range =
      "\(body.positionAfterSkippingLeadingTrivia.utf8Offset)..<\(body.endPositionBeforeTrailingTrivia.utf8Offset)"
    let parameters = signature.parameterClause.parameters
    if let label, parameters.count == 1, let parameter = parameters.first, parameter.firstName.text == label,
      parameter.defaultValue == nil, parameter.ellipsis == nil, signature.effectSpecifiers?.asyncSpecifier == nil,
      [nil, "Void", "Swift.Void", "()"].contains(signature.returnClause?.type.tokens)
    {
      let local = (parameter.secondName ?? parameter.firstName).identifier
      members.coders.append(
        "\(label == "from" ? "decoder" : "encoder") \(name) \(local) \(Self.text(parameter.type)) \(range)"
      )
      return
    }
    let names = parameters.flatMap { $0.tokens(viewMode: .sourceAccurate) }.compactMap { token in
      if case .identifier = token.tokenKind { token.identifier } else { nil }
    }
    let isOfCoding = names.contains { ["Decoder", "Encoder"].contains($0) || $0.hasSuffix("codingContainer") }
    if isOfCoding || name.hasPrefix("decode") || name.hasPrefix("encode") {
      members.coders.append("helper \(name)   \(range)")
    }
  }
}

extension TokenSyntax {
  /// The text without backticks.
  var identifier: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }
}
