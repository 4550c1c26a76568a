import Testing

@Suite("A read-only disk", .serialized, .enabled(if: SmallDisk.isPossible, "a disk has to be mounted"))
struct ReadOnlyTests {
  @Test("A run with pending tribes reports a read-only disk and changes nothing")
  func pending() throws {
    try Self.check("with tribes to run", first: "victim dies=Tribe_9", says: ["status 3", "Read-only file system"])
  }

  @Test("A run without pending tribes completes on a read-only disk")
  func settled() throws {
    try Self.check("with nothing to run", first: "victim", says: ["status 0"])
  }

  @Test("A run without a ledger reports a read-only disk and runs no tribe")
  func nothing() throws {
    try Self.check("without a ledger", first: ":", says: ["status 3", "Read-only file system"])
  }

  /// Runs a victim on a disk that becomes read-only after a first command.
  private static func check(_ state: String, first: String, says words: [String]) throws {
    let attempt = try Attempt()
    let body = """
      \(first) >/dev/null 2>&1
      before=$(mktemp -d)
      cp -a "$disk/." "$before"
      mount -o remount,ro "$disk"
      if touch "$disk/file" 2>/dev/null; then exit 9; fi
      victim
      diff -r "$before" "$disk" && echo "the files are the same"
      rm -r "$before"
      """
    let output = try attempt.noteJournals(in: SmallDisk.run(body, on: "size=1m", for: attempt))
    let missing = (words + ["the files are the same"]).filter { !output.contains($0) }
    var tally = Tally()
    let violations = missing.map { "'\($0)' is not in: \(output)" } + attempt.ran.map { "\($0) ran" }
    tally.count(state, hit: !output.contains("status 0"), violations)
    tally.report("a disk that can only be read, \(state)", hits: "runs that it stopped")
  }
}
