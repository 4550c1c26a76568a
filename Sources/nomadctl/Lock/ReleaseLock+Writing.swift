import NomadCheck
import NomadTargets

extension ReleaseLock {
  /// Creates the lock of an app that has shipped nothing yet.
  init() {
    let lines = [
      Self.heading,
      "# What has shipped: each tribe, its target, the release that brought it, and the checksum of its source.",
      "# 'nomadctl lock' writes it, and 'nomadctl help lock' says how a line is changed. Do not delete any.",
      "",
    ]
    self.init(reading: lines.map { $0 + "\n" }.joined().utf8)
  }

  /// The text of the file, with its tribes, stored types and shapes sorted.
  ///
  /// Columns are not aligned: each line depends on one tribe or type alone, so that branches merge cleanly.
  var text: String {
    // The line of a release says nothing once another line has it, or a newer one.
    var lines = newestRelease == quietRelease?.text ? [quietRelease].compactMap { $0.map(\.line) } : []
    lines += entries.sorted().flatMap { $0.leading + [$0.line] }
    lines += stored.sorted().flatMap { $0.leading + [$0.line] }
    lines += shapes.sorted().flatMap { $0.leading + [$0.line] }
    return (head + lines + tail).map { $0 + "\n" }.joined()
  }

  /// Whether a text is the text of this lock, whichever newlines it uses.
  func isSame(as text: String) -> Bool {
    text.utf8.filter { $0 != UInt8(ascii: "\r") }.elementsEqual(self.text.utf8)
  }
}
