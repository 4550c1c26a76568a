import Foundation
import Nomad
import NomadPostgres
import Testing

extension Attacks {
  @Suite("A full disk")
  struct FullDiskAttacks {
    @Test("A host reports a full disk, and the next host completes the migration when there is room")
    func full() async throws {
      guard getuid() == 0, let disk = try await TestDisk(megabytes: 40) else {
        return print("a full disk: skipped, because a disk in memory has to be mounted, which needs root")
      }
      let server = try await TestServer.shared()
      let administrator = try await server.connect()
      let space = "small_\(getpid())"
      _ = try await administrator.query("CREATE TABLESPACE \(space) LOCATION '\(disk.data)'", [])
      // The disk has room for only one database.
      let pages = Array(stride(from: 0, through: 160, by: isFull ? 1 : 20))
      await run("a full disk", pages, width: 1, on: server) { pages, database in
        var verdict = Verdict()
        let name = database.name + "_s"
        _ = try await administrator.query("CREATE DATABASE \(name) TABLESPACE \(space)", [])
        let small = try await TestDatabase(named: name, on: server)
        try disk.fill(leaving: pages * 8_192)
        let host = try TestHost(small)
        let code = await verdict.requireEnd(host)
        verdict.isHit = code != 0
        verdict.require(code == 0 || host.text.contains("No space left on device"), "\(host.text)")
        try await verdict.requireConsistency(of: small)
        try disk.empty()
        await verdict.requireDone(try TestHost(small), "the next host")
        try await verdict.requireCompletion(of: small)
        try await small.drop()
        return verdict
      }
      _ = try await administrator.query("CHECKPOINT", [])
      _ = try await administrator.query("DROP TABLESPACE \(space)", [])
      await administrator.close()
      try await disk.remove()
    }
  }
}

/// A small disk in memory, which a server uses.
struct TestDisk: Sendable {
  private let folder: String

  var data: String { folder + "/data" }
  private var filler: String { folder + "/filler" }

  /// Mounts a disk; nil if that is not possible on this machine.
  init?(megabytes: Int) async throws {
    // The folder must be accessible to other users.
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard try await Self.run(["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder]) == 0 else {
      try FileManager.default.removeItem(atPath: folder)
      return nil
    }
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    guard try await Self.run(["chown", "postgres", data]) == 0 else { return nil }
  }

  private static func run(_ words: [String]) async throws -> Int32 {
    try await Child("/usr/bin/env", words).wait()
  }

  /// Fills the disk, except for a number of bytes.
  func fill(leaving bytes: Int) throws {
    let free = try FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int ?? 0
    try Data(count: max(0, free - bytes)).write(to: URL(fileURLWithPath: filler))
  }

  func empty() throws {
    // A process that another test started meanwhile may have a copy of the open file, which would keep the room.
    guard truncate(filler, 0) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    try FileManager.default.removeItem(atPath: filler)
  }

  func remove() async throws {
    _ = try await Self.run(["umount", "--lazy", folder])
    try FileManager.default.removeItem(atPath: folder)
  }
}
