import Foundation

/// The system calls of a run, as `strace` reports them.
enum SystemCalls {
  /// The system calls that read and write a ledger.
  private static let kinds: Set = [
    "openat", "read", "write", "pwrite64", "close", "fstat", "newfstatat", "lstat", "flock", "ftruncate", "fsync",
    "fdatasync", "fallocate", "fchown", "fchmod", "flistxattr", "fgetxattr", "fsetxattr",
    "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat",
  ]

  /// Returns the number of calls of each kind on the ledger, in an undisturbed run from the state of an attempt.
  ///
  /// It is the maximum of the run's threads, because `strace` counts in each thread.
  static func counts(from start: Attempt?, _ options: [String] = []) throws -> [(kind: String, count: Int)] {
    let attempt = try Attempt(from: start)
    guard try attempt.run(under: attempt.strace("trace=all"), options).terminationStatus == 0 else { throw Disturbed() }
    return try counts(tracedIn: attempt)
  }

  /// Returns the number of calls of each kind that `strace` reported in an attempt.
  static func counts(tracedIn attempt: Attempt) throws -> [(kind: String, count: Int)] {
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

  /// An error for an undisturbed run that did not complete or left no trace, so that there is nothing to compare with.
  struct Disturbed: Error {}
}
