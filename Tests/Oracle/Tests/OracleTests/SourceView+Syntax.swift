import SwiftSyntax

extension SourceView {
  /// A file as SwiftParser sees it; nil if it takes what no compiler does.
  init?(_ tree: SourceFileSyntax) {
    let reader = SyntaxReader(tree)
    if tree.hasError || !reader.isCompilable { return nil }
    self = reader.view
  }
}
