import Foundation

/// The remains of an earlier run, from which the next run has to recover.
enum Accident: String, CaseIterable {
  case middleOfTribe = "killed in the middle of a tribe"
  case tornRecord = "a torn last record"
  case missingNewline = "a last record without its newline"
  case leftover = "a file that was not renamed into its place"
  case compaction = "so many records that the run compacts"
  case leftoverOfCompaction = "a compacted file that was not renamed into its place"

  /// Returns a folder after the accident.
  func happened() throws -> Attempt {
    let attempt = try Attempt()
    switch self {
    case .leftover:
      try attempt.run(under: attempt.strace("inject=rename,renameat,renameat2:signal=KILL"))
    case .middleOfTribe:
      try attempt.run(["dies=Tribe_9"])
    case .compaction, .leftoverOfCompaction:
      try attempt.run(["dies=Tribe_9", "checkpoints=102"])
      guard self == .leftoverOfCompaction else { break }
      try attempt.run(under: attempt.strace("inject=rename,renameat,renameat2:signal=KILL"))
    case .tornRecord, .missingNewline:
      try attempt.run(["dies=Tribe_9"])
      // The complete line of that tribe, as a whole run writes it; it does not depend on earlier lines.
      let whole = try Attempt()
      try whole.run()
      let lines = try Data(contentsOf: whole.ledger).split(separator: UInt8(ascii: "\n"))
      let next = lines[try Data(contentsOf: attempt.ledger).split(separator: UInt8(ascii: "\n")).count]
      let file = try FileHandle(forWritingTo: attempt.ledger)
      try file.seekToEnd()
      try file.write(contentsOf: self == .tornRecord ? next.prefix(next.count / 2) : next)
      try file.close()
    }
    return attempt
  }

  /// Returns whether a folder is in the state that the accident leaves.
  func isSeen(in attempt: Attempt) throws -> Bool {
    let hasLeftover = FileManager.default.fileExists(atPath: attempt.ledger.path + ".new")
    if self == .leftover { return hasLeftover && !FileManager.default.fileExists(atPath: attempt.ledger.path) }
    let bytes = try Data(contentsOf: attempt.ledger)
    // The records of the complete lines: a line can have several.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let records = lines.dropFirst().dropLast().reduce(0) { $0 + $1.components(separatedBy: "\t\\+\t").count }
    let hasNewline = bytes.last == UInt8(ascii: "\n")
    switch self {
    case .middleOfTribe: return records == 26 && hasNewline
    case .tornRecord, .missingNewline: return records == 26 && !hasNewline
    case .compaction: return records == 128 && !hasLeftover
    case .leftoverOfCompaction: return records == 128 && hasLeftover
    case .leftover: return false
    }
  }
}
