import Foundation

/// The system calls of a run, as `strace` sees them.
enum SystemCalls {
  /// Those by which a ledger is read and written.
  static let kinds = [
    "openat", "read", "write", "close", "fstat", "newfstatat", "lstat", "flock", "ftruncate", "fsync", "fdatasync",
    "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat",
  ]

  /// How many calls of each kind a run makes from the first that has to do with the ledger on, and how many before.
  static func count(in trace: URL) throws -> [(kind: String, calls: ClosedRange<Int>)] {
    var counts: [String: Int] = [:]
    var first: [String: Int] = [:]
    var isRunning = false
    for line in try String(contentsOf: trace, encoding: .utf8).split(separator: "\n") {
      guard let call = line.split(separator: " ").dropFirst().first?.split(separator: "(").first.map(String.init),
        kinds.contains(call)
      else { continue }
      counts[call, default: 0] += 1
      isRunning = isRunning || line.contains("nomad.ledger")
      if isRunning, first[call] == nil { first[call] = counts[call] }
    }
    return first.sorted { $0.key < $1.key }.map { ($0.key, $0.value...counts[$0.key, default: $0.value]) }
  }
}
