/// A scanner that finds the declarations of one source file.
///
/// The scanner walks the tokens once. At each token it knows the context: the file, a type, or code. It skips code,
/// except for the types declared there. It matches brackets with a stack of its own, so that deep nesting cannot
/// exhaust the thread's stack.
package struct Scanner {
  /// An open pair of brackets, or the file.
  struct Scope {
    enum Kind: Equatable {
      case file
      /// The body of the declaration with this index.
      case type(Int)
      case code
      /// Parentheses or square brackets.
      case group
    }

    var kind: Kind
    /// The number of `#if` directives that were open when the scope started.
    let conditionDepth: Int
    /// Whether the scope is code or a group, or is inside one.
    var isInCode = false
    /// Whether the scope is a pair of braces, or is inside one.
    var isInBraces = false
    /// The index of the scope among the file's blocks of code; nil until the scope contains a declaration.
    var block: Int?
    /// The `let` or `var` that a comma in this scope would continue.
    var binding: Binding?
    /// The method whose body the scope is, if it codes.
    var coder: Coder?
  }

  struct Binding {
    let isStatic: Bool
    let isConstant: Bool
    var access: Access?
    /// Whether the declaration has no attribute and is not `lazy`, so that only its own value could initialize it.
    let isPlain: Bool
    /// Whether an attribute may be a property wrapper or a macro.
    let mayBeRewritten: Bool
    let isLazy: Bool
    /// Whether it declares instance properties that are recorded if they are stored.
    let isMember: Bool
    /// The offset of the first modifier or attribute.
    let start: Int
  }

  /// The attributes and modifiers before the next declaration.
  struct Prefix {
    var isEmpty = true
    var access: Access?
    var isStatic = false
    var isFinal = false
    var isIgnored = false
    /// The availability that `@available` declares, each with the conditions of all `#if` directives around it.
    var availability: [Availability] = []
    /// The other attributes: the first and the last component of each name, its end with generic arguments, and the
    /// range of the arguments.
    var attributes: [(first: Token, name: Token, end: Int, arguments: Range<Int>)] = []
    var isLazy = false
    var start = 0
  }

  var cursor: TokenCursor
  var file: SourceFile
  var scopes = [Scope(kind: .file, conditionDepth: 0)]
  var conditions = ConditionStack()
  var prefix = Prefix()

  /// The end of the arguments of the latest macro expansion among declarations.
  var expansionEnd = 0

  /// The end of the latest type annotation that was read ahead.
  var annotationEnd = 0

  /// The end of the latest names and types of stored properties that were read ahead.
  var propertiesEnd = 0

  /// The end of the latest initial value that was read ahead.
  var valuesEnd = 0

  /// The end of the latest signature of a coder that was read ahead.
  var coderEnd = 0

  /// The coder whose body was found last.
  var coder: Coder?

  /// The ranges of the excluded declarations' attributes and modifiers, up to the keyword that introduces each.
  var ignored: [ClosedRange<Int>] = []

  let lines: LineMap

  let vocabulary: Vocabulary

  private init(_ bytes: UnsafeBufferPointer<UInt8>, path: String, _ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    cursor = TokenCursor(bytes, readsInstructions: true)
    file = SourceFile(path: path)
    file.text = vocabulary.wantsStoredMembers ? SourceText(copying: bytes, file: path) : nil
    lines = file.text?.lines ?? LineMap(bytes, file: path)
  }

  /// Scans a file.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - path: The path of the file, for locations.
  ///   - vocabulary: The names that matter to the caller.
  /// - Returns: The declarations in the file.
  package static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>,
    path: String,
    for vocabulary: Vocabulary
  ) -> SourceFile {
    var scanner = Scanner(bytes, path: path, vocabulary)
    while !scanner.cursor.peek().is(.end) { scanner.scanNext() }
    scanner.file.registryAccess = scanner.cursor.access
    scanner.file.ineffectiveInstructions = scanner.ineffectiveInstructions
    return scanner.file
  }

  var scope: Scope { scopes[scopes.count - 1] }

  /// The declaration whose body directly contains the next token.
  var parent: Int? {
    if case .type(let index) = scope.kind { return index }
    return nil
  }

  /// Returns the innermost block of code that contains the next token, and adds it to the file if it is new.
  mutating func block() -> Int? {
    guard isInCode else { return nil }
    var block = SourceFile.Block()
    var innermost: Int?
    for index in scopes.indices {
      switch scopes[index].kind {
      case .file: break
      case .type(let declaration): block.parent = declaration
      case .code, .group:
        if scopes[index].block == nil {
          scopes[index].block = file.blocks.count
          file.blocks.append(block)
        }
        innermost = scopes[index].block
        block = SourceFile.Block(outer: innermost)
      }
    }
    return innermost
  }

  /// Whether the next token is in code, at any depth.
  var isInCode: Bool { scope.isInCode }

  /// Whether more scopes and conditions are open than the compiler accepts.
  ///
  /// The compiler rejects such code: "structure nesting level exceeded maximum". The scanner skips it, which bounds the
  /// length of names and of conditions.
  private var isTooDeep: Bool { scopes.count + conditions.depth > 256 }

  private mutating func scanNext() {
    let token = cursor.peek()
    switch token.kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      // An `#if` directive may separate attributes from their declaration, so the prefix is kept.
      scanDirective()
    case _ where isTooDeep:
      scanOther(token)
      prefix = Prefix()
    case .at:
      scanAttribute()
    case .pound where !isInCode:
      scanExpansion(token)
      prefix = Prefix()
    case .identifier where token.keyword?.isModifier == true:
      scanModifier(token)
    case .identifier where token.keyword != nil && !cursor.isAfter(.period):
      scanKeyword(token)
      prefix = Prefix()
    default:
      scanOther(token)
      prefix = Prefix()
    }
  }

  // MARK: Brackets

  private mutating func scanOther(_ token: Token) {
    cursor.advance()
    switch token.kind {
    case .leftBrace:
      open(.code)
      if let coder, coder.body.lowerBound == token.start { scopes[scopes.count - 1].coder = coder }
    case .leftParen, .leftSquare: open(.group)
    case .rightBrace: closeBraces()
    case .rightParen, .rightSquare: if scope.kind == .group { closeInnermost() }
    case .comma: scanFurtherBinding()
    default: break
    }
  }

  mutating func open(_ kind: Scope.Kind) {
    let isCode = kind == .code || kind == .group
    scopes.append(
      Scope(
        kind: kind,
        conditionDepth: conditions.depth,
        isInCode: isCode || scope.isInCode,
        isInBraces: kind != .group || scope.isInBraces
      )
    )
  }

  /// Closes the innermost braces, and all groups that are still open in them.
  private mutating func closeBraces() {
    guard scope.isInBraces else { return }
    while scope.kind == .group { scopes.removeLast() }
    closeInnermost()
  }

  private mutating func closeInnermost() {
    guard scopes.count > 1 else { return }
    conditions.truncate(to: scope.conditionDepth)
    if let coder = scope.coder { close(coder) }
    if let parent, let brace = cursor.last {
      file.declarations[parent].range = file.declarations[parent].range.lowerBound..<brace.end
    }
    scopes.removeLast()
  }

  // MARK: Conditions

  private mutating func scanDirective() {
    let directive = cursor.advance()
    // A branch has to close its own brackets. Those that it left open are a mistake.
    if !directive.is(.poundIf), let depth = conditions.scopeDepth, depth < scopes.count, depth > 0 {
      scopes.removeLast(scopes.count - depth)
    }
    conditions.apply(directive, cursor: &cursor, scopeDepth: scopes.count)
  }
}

/// A stack of the open `#if` directives.
package struct ConditionStack {
  private struct Chain {
    /// The conditions of the branches before this one.
    var earlier: [Condition] = []
    /// The condition of this branch; nil in an `#else`.
    var own: Condition?
    /// The number of scopes that were open at the `#if`.
    let scopeDepth: Int
  }

  private var chains: [Chain] = []

  package init() {}

  var depth: Int { chains.count }

  /// The conditions of the open branches, each once, outermost first.
  package var all: [Condition] {
    chains.reduce(into: []) { all, chain in all = all.union([Condition.branch(chain.own, after: chain.earlier)]) }
  }

  /// The number of scopes that were open at the innermost `#if`; nil if no `#if` is open.
  var scopeDepth: Int? { chains.last?.scopeDepth }

  mutating func truncate(to depth: Int) {
    if depth < chains.count { chains.removeLast(chains.count - depth) }
  }

  /// Applies an `#if` directive that was just consumed, and consumes its condition.
  package mutating func apply(_ directive: Token, cursor: inout TokenCursor, scopeDepth: Int = 0) {
    switch directive.kind {
    case .poundIf:
      chains.append(Chain(own: Condition(text: Self.consumeCondition(&cursor)), scopeDepth: scopeDepth))
    case .poundElseif:
      nextBranch(Condition(text: Self.consumeCondition(&cursor)))
    case .poundElse:
      nextBranch(nil)
    default:
      if !chains.isEmpty { chains.removeLast() }
    }
  }

  private mutating func nextBranch(_ condition: Condition?) {
    guard !chains.isEmpty else { return }
    let last = chains.count - 1
    if let earlier = chains[last].own { chains[last].earlier.append(earlier) }
    chains[last].own = condition
  }

  /// Consumes a condition and returns its text.
  ///
  /// The condition ends with the line, except inside parentheses.
  private static func consumeCondition(_ cursor: inout TokenCursor) -> String {
    var text = ""
    var depth = 0
    while true {
      let token = cursor.peek()
      if token.is(.end) || token.startsLine && depth == 0 { return text }
      if token.is(.leftParen) { depth += 1 }
      if token.is(.rightParen) { depth -= 1 }
      if !text.isEmpty, token.isDetached { text += " " }
      text += cursor.text(of: token)
      cursor.advance()
    }
  }
}
