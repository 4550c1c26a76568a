import Foundation

/// A folder in which victims run, one after the other or several at once.
final class Attempt {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-attack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The lines of a journal.
  func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The names of the tribes that ran, once for each time.
  var ran: [String] { lines("effects").compactMap { $0.split(separator: " ").first.map(String.init) } }

  /// Starts a victim, traced by `strace` with some options if there are any.
  func start(tracing options: [String] = []) throws -> Process {
    let process = Process()
    let victim = Self.products.appendingPathComponent("victim").path
    if options.isEmpty {
      process.executableURL = URL(fileURLWithPath: victim)
      process.arguments = [folder.path]
    } else {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
      process.arguments = ["-f", "-qq", "-o", trace.path] + options + [victim, folder.path]
    }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs a victim to its end, or to its death.
  @discardableResult
  func run(tracing options: [String] = []) throws -> Process {
    let process = try start(tracing: options)
    process.waitUntilExit()
    return process
  }

  /// What `strace` wrote.
  var trace: URL { folder.appendingPathComponent("trace") }

  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()
}
