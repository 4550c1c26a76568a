package import NomadGenCore

/// The release lock, `Tribes.lock`: a list of the tribes that have shipped, which the check compares with the sources.
///
/// It is a text file with one line for each tribe. Comments, and words that only a later version of this tool knows,
/// are kept.
package struct ReleaseLock {
  /// The name of the file in the package's folder.
  package static let fileName = "Tribes.lock"

  /// The first line, with the version of the format.
  static let heading = "tribes-lock 1"

  /// The lines above the first tribe that belong to the file: its heading and comments.
  var head: [String]

  /// The tribes that have shipped, and tribes with a finding that was accepted before they ship.
  package internal(set) var entries: [Entry] = []

  /// The lines below the last tribe.
  var tail: [String] = []

  /// The findings that explain why the lock cannot be read; empty if it can.
  package internal(set) var readingFindings: [Finding] = []

  /// Creates the lock of an app that has shipped nothing yet.
  package init() {
    head = [
      Self.heading,
      "# What has shipped: each tribe, its target, the release that brought it, and the checksum of its source.",
      "# 'nomadctl lock' writes it, and 'nomadctl help lock' says how a line is changed. Do not delete any.",
      "",
    ]
  }

  /// The text of the file, with its tribes sorted.
  ///
  /// Columns are not aligned: each line depends on one tribe alone, so that branches merge cleanly.
  package var text: String {
    let lines = entries.sorted().flatMap { $0.leading + [$0.line] }
    return (head + lines + tail).map { $0 + "\n" }.joined()
  }

  /// The newest release that shipped a tribe; nil if nothing has shipped.
  package var newestRelease: String? {
    entries.compactMap(\.shipment).max { $0.version < $1.version }?.release
  }

  /// Whether a text is the text of this lock, whichever newlines it uses.
  package func isSame(as text: String) -> Bool {
    text.utf8.filter { $0 != UInt8(ascii: "\r") }.elementsEqual(self.text.utf8)
  }
}
