import Foundation

/// The system calls of a run, as `strace` sees them.
enum SystemCalls {
  /// Those by which a ledger is read and written.
  private static let kinds: Set = [
    "openat", "read", "write", "pwrite64", "close", "fstat", "newfstatat", "lstat", "flock", "ftruncate", "fsync",
    "fdatasync", "fallocate", "fchown", "fchmod", "flistxattr", "fgetxattr", "fsetxattr",
    "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat",
  ]

  /// How many calls of each kind have to do with the ledger in a run that nothing disturbs, from the state of an
  /// attempt: at most, of its threads, as `strace` counts in each.
  static func counts(from start: Attempt?) throws -> [(kind: String, count: Int)] {
    let attempt = try Attempt(from: start)
    guard try attempt.run(under: attempt.strace("trace=all")).terminationStatus == 0 else { throw Disturbed() }
    var counts: [String: [Substring: Int]] = [:]
    for line in try String(contentsOf: attempt.trace, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, let call = words[1].split(separator: "(").first.map(String.init), kinds.contains(call)
      else { continue }
      counts[call, default: [:]][words[0], default: 0] += 1
    }
    guard counts["write"] != nil else { throw Disturbed() }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.values.max() ?? 0) }
  }

  /// A run that nothing disturbed did not complete, or left no trace, so that there is nothing to compare with.
  struct Disturbed: Error {}
}
