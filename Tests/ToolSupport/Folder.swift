package import Foundation

/// A temporary folder that is removed with its last reference.
package final class Folder {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func path(_ name: String) -> String { url.path + "/" + name }

  package func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  package func text(_ name: String) -> String? {
    try? String(contentsOfFile: path(name), encoding: .utf8)
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}
