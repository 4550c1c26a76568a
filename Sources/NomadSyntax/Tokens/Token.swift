/// A token of Swift source, given by its kind and its range of bytes.
package struct Token {
  package enum Kind {
    case identifier, quotedIdentifier
    case number, string, regex
    case leftBrace, rightBrace, leftParen, rightParen, leftSquare, rightSquare
    case at, comma, colon, doubleColon, semicolon, period, backslash
    case equal, arrow, postfixQuestion, infixQuestion, postfixExclamation
    case binaryOperator, prefixOperator, postfixOperator
    case poundIf, poundElseif, poundElse, poundEndif, pound
    case placeholder, unknown, end
  }

  package var kind: Kind
  /// The start of the token, in bytes from the start of the file.
  package var start: Int
  /// The offset after the last byte of the token.
  package internal(set) var end: Int
  /// The keyword that an identifier without backticks spells; nil if it spells none.
  package var keyword: Keyword?
  /// Whether the token is the first on its line.
  package internal(set) var startsLine = false
  /// Whether white space or a comment separates the token from the previous one.
  package var isDetached = false
  /// Whether an instruction directly above the token excludes the declaration that it starts.
  var isIgnored = false

  /// Returns whether the token is of a kind.
  ///
  /// Type checking a call takes a tenth of the time that `==` takes, which has a hundred overloads.
  package func `is`(_ kind: Kind) -> Bool { self.kind == kind }

  /// Returns whether the token is a keyword.
  package func `is`(keyword: Keyword) -> Bool { self.keyword == keyword }

  package var isOperator: Bool {
    switch kind {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }

  /// Whether the token is one of `#if`, `#elseif`, `#else` and `#endif`.
  package var isDirective: Bool {
    switch kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif: true
    default: false
    }
  }

  package var isIdentifier: Bool { self.is(.identifier) || self.is(.quotedIdentifier) }

  /// Whether the token can name a declaration: an identifier that is in backticks or is not a reserved word.
  package var isName: Bool {
    switch kind {
    case .quotedIdentifier: true
    case .identifier: keyword.map { !$0.isReserved } ?? true
    default: false
    }
  }
}

/// A keyword of Swift that the scanner distinguishes from names.
package enum Keyword: String, CaseIterable {
  // Reserved: never a name without backticks.
  case anyType = "Any"
  case `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`, `defer`, `deinit`
  case `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`, `for`, `func`, `guard`, `if`
  case `import`, `in`, initializer = "init", `inout`, `internal`, `is`, `let`, `nil`, `operator`, `precedencegroup`,
    `private`
  case `protocol`, `public`, `repeat`, `rethrows`, `return`, selfValue = "self", selfType = "Self", `static`, `struct`,
    `subscript`
  case `super`, `switch`, `throw`, `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`

  // Contextual: keywords only where the grammar expects them.
  case actor, any, async, borrowing, consuming, convenience, distributed, dynamic, final, get, indirect, infix
  case isolated, lazy, macro, mutating, nonisolated, nonmutating, open, optional, override, package, postfix
  case prefix, reasync, required, sending, some, unowned, weak
  case oldConsuming = "__consuming", setterAccess = "__setter_access", const = "_const", local = "_local"

  package var isReserved: Bool {
    switch self {
    case .actor, .any, .async, .get, .macro, .reasync, .some: false
    default: !isContextualModifier
    }
  }

  /// Whether the word can be a modifier of a declaration, except for `class`, which the scanner handles.
  var isModifier: Bool {
    switch self {
    case .fileprivate, .internal, .private, .public, .static: true
    default: isContextualModifier
    }
  }

  /// Whether the word is a modifier before a declaration, and a name elsewhere.
  var isContextualModifier: Bool {
    switch self {
    case .borrowing, .consuming, .convenience, .distributed, .dynamic, .final, .indirect, .infix, .isolated,
      .lazy, .mutating, .nonisolated, .nonmutating, .open, .optional, .override, .package, .postfix, .prefix,
      .required, .sending, .unowned, .weak, .oldConsuming, .setterAccess, .const, .local:
      true
    default:
      false
    }
  }

  /// Whether an expression can end with the word, so that a `/` after it is an operator.
  var endsExpression: Bool {
    switch self {
    case .true, .false, .anyType, .nil, .selfValue, .selfType, .super: true
    default: !isReserved
    }
  }

  /// Creates the keyword that some bytes of source spell; nil if they spell none.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(rawValue: String(decoding: bytes, as: UTF8.self))
  }
}
