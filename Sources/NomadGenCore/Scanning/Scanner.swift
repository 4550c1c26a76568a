/// Finds the declarations of one source file.
///
/// It walks the tokens once and knows at each one in what it stands: the file, a type, or code. Brackets are
/// matched with a stack of its own, so that no depth of nesting can exhaust the thread's; code is passed over
/// except for the types declared in it.
struct Scanner {
  /// A pair of brackets that is open, or the file.
  struct Scope {
    enum Kind: Equatable {
      case file
      /// The body of a declaration, by its index.
      case type(Int)
      case code
      /// Parentheses or square brackets.
      case group
    }

    var kind: Kind
    /// How many `#if` were open when the scope was.
    var conditionDepth: Int
    /// Whether it is code or a group, or stands in one.
    var isInCode = false
    /// Whether it is a pair of braces, or stands in one.
    var isInBraces = false
    /// Its index among the file's blocks of code, once something is declared in it.
    var block: Int?
    /// What a `static let` or `var` in this scope started, so that a comma may carry it on.
    var binding: Binding?
  }

  struct Binding {
    var isStatic: Bool
    var isConstant: Bool
    var access: Access?
    /// Whether nothing but a value of its own can give it one: no attribute, no `lazy`.
    var isPlain: Bool
    /// Whether an attribute may be a property wrapper or a macro.
    var mayBeRewritten: Bool
  }

  /// The attributes and modifiers that stand before the next declaration.
  struct Prefix {
    var isEmpty = true
    var access: Access?
    var isStatic = false
    var isFinal = false
    var isIgnored = false
    /// What `@available` says, each with the number of `#if` that were open there.
    var availability: [(Availability, depth: Int)] = []
    /// The other attributes: the first and the last name of each, and where its arguments stand.
    var attributes: [(first: Token, name: Token, arguments: Range<Int>)] = []
    var isLazy = false
    var start = 0
  }

  var cursor: TokenCursor
  var file: SourceFile
  var scopes = [Scope(kind: .file, conditionDepth: 0)]
  var conditions = ConditionStack()
  var prefix = Prefix()

  /// Where the arguments of the last macro that was expanded among declarations end.
  var expansionEnd = 0

  /// Up to where a property's type was read ahead last.
  var annotationEnd = 0

  /// Where what a `nomad:ignore` leaves out has its attributes and modifiers, up to the word that introduces it.
  var ignored: [ClosedRange<Int>] = []

  let lines: LineMap

  private init(_ bytes: UnsafeBufferPointer<UInt8>, path: String) {
    cursor = TokenCursor(bytes)
    file = SourceFile(path: path)
    lines = LineMap(bytes, file: path)
  }

  /// Scans a whole file.
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> SourceFile {
    var scanner = Scanner(bytes, path: path)
    while scanner.cursor.peek().kind != .end { scanner.step() }
    scanner.file.registryAccess = scanner.cursor.registryAccess
    scanner.file.ineffectiveDirectives = scanner.ineffectiveDirectives
    return scanner.file
  }

  var scope: Scope { scopes[scopes.count - 1] }

  /// The declaration in whose body the next token stands directly.
  var parent: Int? {
    if case .type(let index) = scope.kind { return index }
    return nil
  }

  /// The innermost block of code in which the next token stands.
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

  /// Whether the next token stands in code, at any depth.
  var isInCode: Bool { scope.isInCode }

  /// Whether more scopes and conditions are open than the compiler takes: "structure nesting level exceeded maximum".
  ///
  /// What is declared that deep cannot be compiled. To pass over it bounds the length of names and of conditions.
  private var isTooDeep: Bool { scopes.count + conditions.depth > 256 }

  private mutating func step() {
    let token = cursor.peek()
    switch token.kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      // A directive may stand between attributes and what they belong to: the prefix outlives it.
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
    case .identifier where token.keyword != nil && cursor.last?.kind != .period:
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
    case .leftBrace: open(.code)
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

  /// Closes the innermost braces, and whatever was left open in them.
  private mutating func closeBraces() {
    guard scope.isInBraces else { return }
    while scope.kind == .group { scopes.removeLast() }
    closeInnermost()
  }

  private mutating func closeInnermost() {
    guard scopes.count > 1 else { return }
    conditions.truncate(to: scope.conditionDepth)
    if let parent, let brace = cursor.last {
      file.declarations[parent].range = file.declarations[parent].range.lowerBound..<brace.end
    }
    scopes.removeLast()
  }

  // MARK: Conditions

  private mutating func scanDirective() {
    let directive = cursor.advance()
    let isAlternative = directive.kind == .poundElseif || directive.kind == .poundElse
    let isContinuation = isAlternative || directive.kind == .poundEndif
    // Each branch is complete: what it left open, it left open by mistake.
    if isContinuation, let depth = conditions.scopeDepth, depth < scopes.count, depth > 0 {
      scopes.removeLast(scopes.count - depth)
    }
    conditions.apply(directive, cursor: &cursor, scopeDepth: scopes.count)
  }
}
