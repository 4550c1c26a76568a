import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let url: URL

  /// Makes a folder.
  ///
  /// Syncs take no time in memory.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isInMemory = inMemory && FileManager.default.isWritableFile(atPath: memory)
    let place = isInMemory ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    url = place.appendingPathComponent("nomad-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var ledgerURL: URL { url.appendingPathComponent("nomad.ledger") }

  var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
