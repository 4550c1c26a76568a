package import NomadSyntax
import NomadTargets

/// A line of a release lock about a tribe or a type.
package protocol LockLine: Comparable {
  var module: String { get }
  /// The qualified name, without the module and without backticks.
  var name: String { get }
  /// The words at the end of the line.
  var words: ReleaseLockWords { get set }
  /// Comments and empty lines directly above.
  var leading: [String] { get set }
  /// The location at which the line starts.
  var location: Location { get }
  /// The line, without its newline.
  var line: String { get }
  /// The key by which all lines about the same thing are found.
  var subjectOfLine: AnyHashable { get }
  /// Whether both lines, which have the same subject, describe one thing.
  func isTwin(of other: Self) -> Bool
  /// Whether it comes before another line of the same name; nil if the texts decide.
  func isBefore(_ other: Self) -> Bool?
}

extension LockLine {
  /// The name with its module, as messages and the command line write it.
  package var qualifiedName: String { ReleaseLockIdentity.qualifiedName(of: name, in: module) }

  /// The text after a word, or nil if the line does not have the word.
  package subscript(word: ReleaseLockWords.Known) -> String? {
    get { words[word.rawValue] }
    set { words[word.rawValue] = newValue }
  }

  package var subjectOfLine: AnyHashable { line }

  package func isTwin(of other: Self) -> Bool { self == other }

  package func isBefore(_ other: Self) -> Bool? { nil }

  /// Compares two lines by module and name.
  ///
  /// The release of a tribe plays no role in the order, so that two branches rarely add a line in the same place.
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.module != rhs.module { return ByteOrder.precedes(lhs.module, rhs.module) }
    if lhs.name != rhs.name { return ByteOrder.precedes(lhs.name, rhs.name) }
    return lhs.isBefore(rhs) ?? ByteOrder.precedes(lhs.line, rhs.line)
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.line == rhs.line }
}
