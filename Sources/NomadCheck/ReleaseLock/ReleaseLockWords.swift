import NomadGenCore
import NomadSyntax

/// The words at the end of a line of a release lock, each with a text after it, including words that this version does not
/// know.
package struct ReleaseLockWords {
  /// The words that have a meaning.
  package enum Known: String {
    /// The condition of the builds that have the tribe or the type; absent if all builds have it.
    case `if`
    /// The tribe that merges this one, so that this one may be gone.
    case merged
    /// The oldest version that the app supports, so that this tribe may be gone.
    case retired
    /// The first release without the type; absent if the newest one has it.
    case removed
    /// The release that shipped the accepted shape; absent if none has, and for doubts and findings of another kind.
    case shipped
  }

  /// The words in the order of the line.
  ///
  /// A word that this version does not know may have no text.
  var list: [(word: String, text: String?)] = []

  /// The text after a word, or nil if the line does not have the word.
  package subscript(word: String) -> String? {
    get { list.first { $0.word == word }?.text }
    set {
      let index = list.firstIndex { $0.word == word }
      switch (index, newValue) {
      case (let index?, nil): list.remove(at: index)
      case (let index?, let text?): list[index].text = text
      case (nil, let text?): list.insert((word, text), at: word == Known.if.rawValue ? 0 : list.count)
      case (nil, nil): break
      }
    }
  }

  /// The fields of the line.
  var fields: [String] {
    list.flatMap { [$0.word] + ($0.text.map { [$0.swiftLiteral] } ?? []) }
  }
}
