package import NomadGenCore

/// What has shipped: the contents of a `Tribes.lock`, which holds later sources to it.
///
/// It is a text with one line for each tribe. Whatever else stands in it, comments and words that a later version of
/// this tool may know, is kept.
package struct TribeLock {
  /// The name of the file, in the folder of the package.
  package static let fileName = "Tribes.lock"

  /// The first line, with the version of the format.
  static let heading = "tribes-lock 1"

  /// The lines above the first tribe that belong to the file: its heading, and comments.
  var head: [String]

  /// The tribes that have shipped, and those of which something was accepted before they do.
  package internal(set) var entries: [Entry] = []

  /// What stands below the last tribe.
  var tail: [String] = []

  /// Why it cannot be read; empty if it can.
  package internal(set) var damages: [Diagnostic] = []

  /// Makes the lock of an app that has shipped nothing yet.
  package init() {
    head = [
      Self.heading,
      "# What has shipped: each tribe, its target, the release that brought it, and the checksum of its source.",
      "# 'nomadctl lock' writes it, and 'nomadctl help lock' says how a line is changed. Do not delete any.",
      "",
    ]
  }

  /// The text of the file, its tribes sorted.
  ///
  /// Nothing is aligned: each line depends on one tribe alone, so that branches merge.
  package var text: String {
    let lines = entries.sorted().flatMap { $0.leading + [$0.line] }
    return (head + lines + tail).map { $0 + "\n" }.joined()
  }

  /// The newest release that brought a tribe; nil if nothing has shipped.
  package var newestRelease: String? {
    entries.compactMap(\.shipment).max { $0.version < $1.version }?.release
  }

  /// Whether a text is that of this lock, whichever newlines it has.
  package func isSame(as text: String) -> Bool {
    text.utf8.filter { $0 != UInt8(ascii: "\r") }.elementsEqual(self.text.utf8)
  }
}
