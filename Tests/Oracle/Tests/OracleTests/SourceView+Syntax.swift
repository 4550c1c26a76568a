import SwiftSyntax

extension SourceView {
  /// Makes SwiftParser's view of a file; nil if the parser accepts code that the compiler rejects.
  init?(_ tree: SourceFileSyntax) {
    let reader = SyntaxReader(tree)
    if tree.hasError || !reader.isCompilable { return nil }
    self = reader.view
  }
}
