import Foundation

/// A disk in memory, mounted in a namespace of its own, in which a script and its victims run.
///
/// It goes when they have ended.
enum SmallDisk {
  /// The command that gives a process a namespace in which it may mount: as root, or as nobody in particular.
  private static let namespace: [String]? = [["-m"], ["-r", "-m"]].map { ["/usr/bin/unshare"] + $0 }.first {
    (try? run($0 + ["/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status) == 0
  }

  /// Whether disks can be mounted here.
  ///
  /// Containers often forbid it. What needs a disk is then skipped, and says so.
  static let isPossible = namespace != nil

  /// The text of a script that mounts a disk on the folder `$disk`, with options of `tmpfs`, and goes on with more.
  ///
  /// There, `victim` runs one with the journals elsewhere, and prints its status.
  private static func script(_ options: String, _ body: String) -> String {
    """
    set -eu
    disk=$1 victim=$2
    mount -t tmpfs -o \(options) tmpfs "$disk"
    victim() { "$victim" "$disk" journals=- "$@" && echo "status 0" || echo "status $?"; }
    \(body)
    """
  }

  /// Runs a script over a disk, mounted on the folder of an attempt; returns what it printed.
  static func run(_ body: String, on options: String, for attempt: Attempt) throws -> String {
    let folder = attempt.folder.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (status, output) = try run(
      (namespace ?? []) + ["/bin/sh", "-c", script(options, body), "sh", folder.path, Attempt.victim]
    )
    guard status == 0 else { throw Failure(output: output) }
    return output
  }

  /// A script that did not run to its end.
  struct Failure: Error {
    let output: String
  }

  private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
