import Foundation

/// A user's data.
final class Home: Sendable {
  let url: URL
  /// The file that pauses a tribe halfway; it is not part of the data.
  let pause: URL

  /// Makes a home with the notes of release 1, which had no ledger, or with nothing.
  init(withNotes: Bool = true) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-widget-\(UUID().uuidString)")
    (url, pause) = (folder.appendingPathComponent("home"), folder.appendingPathComponent("pause"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: pause)
    guard withNotes else { return }
    let notes = url.appendingPathComponent("Notes")
    try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
    try Data("buy water\nfeed the camels\nleave at dawn".utf8).write(to: notes.appendingPathComponent("all.txt"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A folder outside of the data, for copies of programs.
  var folder: URL { url.deletingLastPathComponent() }

  /// Lets the tribe continue.
  func resume() throws { try FileManager.default.removeItem(at: pause) }

  /// Returns the state of each file and folder by path: kind, bytes, mode, identity, and date to the nanosecond.
  func tree() throws -> [String: String] {
    var tree: [String: String] = [:]
    guard let walk = FileManager.default.enumerator(atPath: url.path) else { return tree }
    for case let path as String in walk { tree[path] = try mark(url.appendingPathComponent(path)) }
    if FileManager.default.fileExists(atPath: url.path) { tree["."] = try mark(url) }
    return tree
  }

  private func mark(_ file: URL) throws -> String {
    var status = stat()
    guard lstat(file.path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    #if canImport(Darwin)
      let (date, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (date, change) = (status.st_mtim, status.st_ctim)
    #endif
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let bytes = isFolder ? "" : try Data(contentsOf: file).base64EncodedString()
    return "\(status.st_mode) \(status.st_ino) \(date) \(change) \(bytes)"
  }
}
