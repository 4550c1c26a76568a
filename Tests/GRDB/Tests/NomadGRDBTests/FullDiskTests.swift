import Foundation
import Testing

/// Runs on a disk that becomes full at different points.
@Suite("A full disk", .serialized)
struct FullDiskTests {
  private let folder = TemporaryFolder()

  /// The command that gives a process a namespace in which it may mount.
  private static let namespace: [String]? = [["-m"], ["-r", "-m"]].map { ["/usr/bin/unshare"] + $0 }.first {
    (try? run($0 + ["/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status) == 0
  }

  private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test(
    "Each tribe takes effect once if a run stops at a full disk and the next run has space",
    .enabled(if: namespace != nil, "a disk has to be mounted"),
    arguments: ["wal", "delete"]
  )
  func full(mode: String) throws {
    let script = """
      set -eu
      mount -t tmpfs -o nr_blocks=$3 tmpfs "$1"
      "$2" "$1/n.sqlite" \(mode) >/dev/null 2>"$1.log" && echo "was enough" || echo "was full"
      mount -o remount,nr_blocks=1000 "$1"
      "$2" "$1/n.sqlite" \(mode)
      """
    var (cases, held, stops) = (0, 0, 0)
    for pages in stride(from: 1, to: mode == "wal" ? 120 : 40, by: KilledProcessTests.share == 1 ? 1 : 7) {
      let disk = folder.path("disk")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      let words = ["/bin/sh", "-c", script, "sh", disk, builtProduct("notes").path, "\(pages)"]
      let result = try Self.run((Self.namespace ?? []) + words)
      cases += 1
      if result.output.hasPrefix("was full") { stops += 1 }
      let ran = "ran " + KilledProcessTests.tribes.joined(separator: " ")
      if result.status == 0, result.output.contains(ran + "\n") { held += 1 }
      #expect(result.status == 0 && result.output.contains(ran + "\n"), "\(pages) pages: \(result.output)")
    }
    print("a full disk, \(mode): \(cases) cases, \(stops) runs that it stopped, \(held) held")
    #expect(held == cases && stops > 1)
  }
}
