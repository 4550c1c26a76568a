import Foundation

/// A folder in which victims run, one after the other or several at once.
final class Attempt {
  let folder: URL

  /// A new folder, with what there is in that of another attempt.
  ///
  /// What a process leaves when it is killed, or stopped by an error, is the same in memory, where no sync takes time.
  /// Where it matters how long one takes, the folder is on a disk.
  init(from other: Attempt? = nil, onDisk: Bool = false) throws {
    let place = onDisk ? FileManager.default.temporaryDirectory : Self.memory
    folder = place.appendingPathComponent("nomad-attack-\(UUID().uuidString)")
    if let other {
      try FileManager.default.copyItem(at: other.folder, to: folder)
    } else {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The file of the ledger.
  var ledger: URL { folder.appendingPathComponent("nomad.ledger") }

  /// The lines of a journal.
  func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The names of the tribes that ran, once for each time.
  var ran: [String] { lines("effects").compactMap { $0.split(separator: " ").first.map(String.init) } }

  /// Starts a victim with options, as the last argument of a command if there is one.
  func start(
    under command: [String] = [],
    _ options: [String] = [],
    in environment: [String: String] = [:],
    printingTo output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    let words = command + [Self.victim, folder.path] + options
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs a victim to its end, or to its death.
  @discardableResult
  func run(
    under command: [String] = [],
    _ options: [String] = [],
    in environment: [String: String] = [:]
  ) throws -> Process {
    let process = try start(under: command, options, in: environment)
    process.waitUntilExit()
    return process
  }

  /// The command that traces what has to do with the ledger with `strace` and some options.
  ///
  /// Of a kind of system calls `strace` counts only what it traces, in each thread: so the first is the first that
  /// touches the ledger.
  func strace(_ options: String...) -> [String] {
    let files = [ledger, folder] + [".lock", ".new"].map { URL(fileURLWithPath: ledger.path + $0) }
    return ["/usr/bin/strace", "-f", "-qq", "-o", trace.path] + files.flatMap { ["-P", $0.path] }
      + options.flatMap { ["-e", $0] }
  }

  /// What `strace` wrote.
  var trace: URL { folder.appendingPathComponent("trace") }

  private static let memory: URL = {
    let path = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: path)
      ? URL(fileURLWithPath: path) : FileManager.default.temporaryDirectory
  }()

  /// The program that migrates.
  static let victim = products.appendingPathComponent("victim").path

  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()
}
