import Foundation

/// A disk in memory, mounted in a namespace of its own, in which a script and its victims run.
///
/// The disk is gone once they have ended.
enum SmallDisk {
  /// The command that gives a process a namespace in which it may mount: as root or as an ordinary user.
  private static let namespace: [String]? = [["-m"], ["-r", "-m"]].map { ["/usr/bin/unshare"] + $0 }.first {
    (try? run($0 + ["/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status) == 0
  }

  /// Whether disks can be mounted on this machine.
  ///
  /// Containers often forbid it. Tests that need a disk are then skipped, and report that.
  static let isPossible = namespace != nil

  /// Returns a script that mounts a disk on the folder `$disk`, with options of `tmpfs`, and continues with a body.
  ///
  /// In the body, `victim` runs a victim with journals outside of the disk, and prints its status.
  private static func script(_ options: String, _ body: String) -> String {
    """
    set -eu
    disk=$1 victim=$2
    mount -t tmpfs -o \(options) tmpfs "$disk"
    victim() { "$victim" "$disk" journals=- "$@" && echo "status 0" || echo "status $?"; }
    \(body)
    """
  }

  /// Runs a script on a disk that is mounted on the folder of an attempt, and returns its output.
  static func run(_ body: String, on options: String, for attempt: Attempt) throws -> String {
    let folder = attempt.folder.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (status, output) = try run(
      (namespace ?? []) + ["/bin/sh", "-c", script(options, body), "sh", folder.path, Attempt.victim]
    )
    guard status == 0 else { throw Failure(output: output) }
    return output
  }

  /// An error for a script that did not run to its end.
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
