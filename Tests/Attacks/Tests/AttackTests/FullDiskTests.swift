import Testing

@Suite("A full disk", .serialized)
struct FullDiskTests {
  @Test(
    "A run reports a full disk, and the next run with free space loses and repeats nothing",
    .enabled(if: SmallDisk.isPossible, "a disk has to be mounted")
  )
  func full() throws {
    // The padding moves the end of a page, at which a write is cut short, through the records of each tribe.
    let paddings = isThorough ? Array(stride(from: 0, through: 4_000, by: 250)) : [0, 2_900]
    var tally = Tally()
    for padding in paddings {
      for pages in 0...(isThorough ? 12 : 4) {
        // The folder itself takes no page, and the file that fills the disk takes an inode.
        try tally.fill(leaving: pages, inodes: 100, padding: padding)
      }
    }
    // The inodes: the folder, the file that fills the disk, the lock, and the new file.
    for inodes in 2...4 { try tally.fill(leaving: 20, inodes: inodes, padding: 0) }
    tally.report("a full disk", hits: "runs that it stopped")
    #expect(tally.hits > tally.cases / 3)
  }

  @Test(
    "A tribe that fills the disk and fails is recorded as failed",
    .enabled(if: SmallDisk.isPossible, "a disk has to be mounted")
  )
  func filledByTribe() throws {
    for padding in isThorough ? Array(stride(from: 0, through: 4_000, by: 100)) : [0, 1_000, 2_900] {
      for tribe in 1...(isThorough ? 10 : 2) {
        let attempt = try Attempt()
        let body = "victim fills=Tribe_\(tribe) padding=\(padding)\ncat \"$disk/nomad.ledger\""
        let output = try SmallDisk.run(body, on: "nr_blocks=64,nr_inodes=100", for: attempt)
        #expect(output.contains("status 3"))
        #expect(output.contains(" failed\tversion:\(tribe).0.0\t"), "tribe \(tribe), padding \(padding): \(output)")
      }
    }
  }
}

extension Tally {
  /// Runs a victim on a disk of 32 pages with a few free ones, and another victim when all pages are free.
  fileprivate mutating func fill(leaving pages: Int, inodes: Int, padding: Int) throws {
    let attempt = try Attempt()
    let body = """
      page=$(getconf PAGESIZE)
      head -c $(((32 - \(pages)) * page)) /dev/zero >"$disk/filler"
      victim padding=\(padding)
      rm "$disk/filler"
      mount -o remount,nr_blocks=64,nr_inodes=100 "$disk"
      echo "room is made"
      victim padding=\(padding)
      """
    let output = try SmallDisk.run(body, on: "nr_blocks=32,nr_inodes=\(inodes)", for: attempt)
    let lines = output.split(separator: "\n").map(String.init)
    guard let room = lines.firstIndex(of: "room is made") else { throw SmallDisk.Failure(output: output) }
    let before = try attempt.noteJournals(in: lines[..<room].joined(separator: "\n"))
    let verdict = Verdict(after: attempt)
    let after = try attempt.noteJournals(in: lines[room...].joined(separator: "\n"))

    var violations = verdict.violations(in: attempt, status: after.contains("status 0") ? 0 : 1)
    let isStopped = before.contains("status 3")
    if isStopped, !before.contains("No space left on device") { violations.append("it did not say why: \(before)") }
    if !isStopped, !before.contains("status 0") { violations.append("it ended otherwise: \(before)") }
    count("\(pages) pages, \(inodes) inodes, padding \(padding)", hit: isStopped, violations)
  }
}
