import NomadTargets

/// A place in a file.
package struct Location: Hashable, Sendable {
  /// The path under which the file was read.
  package var file: String

  /// The line, starting at 1.
  package var line: Int

  /// The column in UTF-8 bytes, starting at 1, as SwiftPM and Xcode read it.
  package var column: Int

  /// The column in Unicode code points, starting at 1, as SARIF counts it.
  package var codePointColumn: Int

  package init(file: String, line: Int, column: Int, codePointColumn: Int) {
    (self.file, self.line, self.column, self.codePointColumn) = (file, line, column, codePointColumn)
  }
}

extension Location: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.file != rhs.file { return ByteOrder.precedes(lhs.file, rhs.file) }
    return (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}
