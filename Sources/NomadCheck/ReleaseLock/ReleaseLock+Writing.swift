import NomadTargets

extension ReleaseLock {
  /// Creates the lock of an app that has shipped nothing yet.
  package init() {
    let lines = [
      Self.heading,
      "# What has shipped: each tribe, its target, the release that brought it, and the checksum of its source.",
      "# 'swift run nomad-gen --lock RELEASE' writes it. Do not delete or change a line by hand.",
      "",
    ]
    self.init(reading: lines.map { $0 + "\n" }.joined().utf8)
  }

  /// The text of the file, with its tribes, stored types and shapes sorted.
  ///
  /// Columns are not aligned: each line depends on one tribe or type alone, so that branches merge cleanly.
  var text: String {
    // The line of a release says nothing once another line has it, or a newer one.
    var lines: [String] = []
    if let quietRelease, newestRelease == quietRelease.text {
      lines.append(([quietRelease.line] + quietWords.fields).joined(separator: " "))
    }
    // The lines about one tribe are together, so that changes of different tribes rarely touch one place.
    let tribes: [any LockLine] = entries.sorted() + accepted.sorted()
    let sorted = tribes.enumerated().sorted { lhs, rhs in
      let (own, other) = (lhs.element, rhs.element)
      if own.module != other.module { return ByteOrder.precedes(own.module, other.module) }
      return own.name == other.name ? lhs.offset < rhs.offset : ByteOrder.precedes(own.name, other.name)
    }
    let others: [any LockLine] = stored.sorted() + shapes.sorted()
    for line in sorted.map(\.element) + others { lines += line.leading + [line.line] }
    return (head + lines + tail).map { $0 + "\n" }.joined()
  }

  /// Whether a text is the text of this lock, whichever newlines it uses.
  func isSame(as text: String) -> Bool {
    text.utf8.filter { $0 != UInt8(ascii: "\r") }.elementsEqual(self.text.utf8)
  }
}
