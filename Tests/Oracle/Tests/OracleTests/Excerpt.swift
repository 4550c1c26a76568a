import Foundation
import SwiftParser
import SwiftSyntax

/// A piece of source as tokens, each with its surrounding white space and comments.
struct Excerpt {
  var tokens: [[UInt8]]

  var bytes: [UInt8] { Array(tokens.joined()) }

  /// Returns the declarations and statements of a file that are short and parse on their own.
  static func all(in file: URL, limit: Int) throws -> [Excerpt] {
    let source = [UInt8](try Data(contentsOf: file))
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var found: [Excerpt] = []
    var pending = [Syntax(tree)]
    while let node = pending.popLast(), found.count < limit {
      let isItem = node.kind == .codeBlockItem || node.kind == .memberBlockItem
      if isItem, 40...2_500 ~= node.totalLength.utf8Length {
        let excerpt = Excerpt(tokens: node.tokens(viewMode: .sourceAccurate).map { Array($0.description.utf8) })
        if !excerpt.bytes.withUnsafeBufferPointer({ Parser.parse(source: $0) }).hasError { found.append(excerpt) }
        // A long one is skipped, and its contents are used instead.
        if node.totalLength.utf8Length < 400 { continue }
      }
      pending += node.children(viewMode: .sourceAccurate)
    }
    return found
  }
}
