extension Lexer {
  struct Trivia {
    var hasNewline = false
    /// Whether a comment at the start of a line excludes the next declaration.
    var isIgnored = false
    /// Whether the last comment was a line of a doc comment.
    var isDocumented = false
    /// The index of the first instruction among the lexer's.
    var firstInstruction: Int?
  }

  /// Skips white space, comments and invalid bytes.
  mutating func skipTrivia(stoppingAtNewline: Bool = false) -> Trivia {
    var trivia = Trivia()
    var newlines = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if stoppingAtNewline { return trivia }
        trivia.hasNewline = true
        if !(bytes[offset].is("\n") && byte(offset - 1).is("\r")) { newlines += 1 }
        // An instruction applies only to the declaration directly below it, so an empty line ends its effect.
        if newlines > 1 {
          trivia.isIgnored = false
          trivia.isDocumented = false
          if let first = trivia.firstInstruction { endInstructions(from: first) }
        }
        offset += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0x00:
        offset += 1
      case UInt8(ascii: "/"):
        let start = offset
        let startsLine = trivia.hasNewline || previous.end == 0
        switch byte(offset + 1) {
        case UInt8(ascii: "/"):
          skipLine()
        case UInt8(ascii: "*"):
          if skipBlockComment() { trivia.hasNewline = true }
        default:
          return trivia
        }
        newlines = 0
        follow(bytes[start..<offset], startsLine: startsLine, &trivia)
      case 0xC2 where byte(offset + 1) == 0xA0:
        // A no-break space: SwiftParser warns and continues.
        offset += 2
      case 0xEF where byte(offset + 1) == 0xBB && byte(offset + 2) == 0xBF:
        offset += 3
      case 0x80...:
        guard case (nil, let length) = scalar(at: offset) else { return trivia }
        offset += length
      default:
        return trivia
      }
    }
    return trivia
  }

  /// Skips to the end of the line, but not past the newline.
  mutating func skipLine() {
    while offset < bytes.count, !ByteClass.isNewline(bytes[offset]) { offset += 1 }
  }

  /// Skips a block comment and the comments nested in it; returns whether it spans several lines.
  private mutating func skipBlockComment() -> Bool {
    var hasNewline = false
    var depth = 0
    repeat {
      switch (byte(offset), byte(offset + 1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        offset += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        offset += 2
      case (let byte, _):
        if ByteClass.isNewline(byte) { hasNewline = true }
        offset += 1
      }
    } while depth > 0 && offset < bytes.count
    offset = min(offset, bytes.count)
    return hasNewline
  }

  /// Applies and records a comment, if it is an instruction.
  private mutating func follow(
    _ comment: Slice<UnsafeBufferPointer<UInt8>>,
    startsLine: Bool,
    _ trivia: inout Trivia
  ) {
    let wasDocumented = trivia.isDocumented
    trivia.isDocumented = comment.starts(with: Self.documentation)
    guard readsInstructions, var instruction = Instruction(comment) else { return }
    if !startsLine, instruction.problem == nil { instruction.problem = .behindCode }
    if instruction.problem == nil {
      switch instruction.kind {
      case .exclusion: trivia.isIgnored = true
      case .access(let access): self.access = access
      case .allowance, .unknown: break
      }
    }
    // Inside a doc comment, a line of an ordinary sentence may happen to start with the marker.
    if wasDocumented, trivia.isDocumented { return }
    if trivia.firstInstruction == nil { trivia.firstInstruction = instructions.count }
    instructions.append(instruction)
  }

  /// Records that an empty line follows the instructions from an index on, for those that are about what is below them.
  private mutating func endInstructions(from first: Int) {
    for index in first..<instructions.count where instructions[index].problem == nil {
      switch instructions[index].kind {
      case .exclusion, .allowance: instructions[index].problem = .aboveEmptyLine
      case .access, .unknown: break
      }
    }
  }

  private static let documentation = Array("///".utf8)
}
