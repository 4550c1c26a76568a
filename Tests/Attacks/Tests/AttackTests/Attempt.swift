import Foundation

/// A folder in which victims run, one after another or several at once.
final class Attempt {
  let folder: URL

  /// Makes a folder, with a copy of another attempt's files.
  ///
  /// A killed or failed process leaves the same files in memory as on a disk, and in memory syncs take no time. If the
  /// duration of a sync matters, the folder is on a disk.
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

  /// Returns the lines of a journal.
  func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The names of the tribes that ran, once for each run.
  var ran: [String] { lines("effects").compactMap { $0.split(separator: " ").first.map(String.init) } }

  /// Starts a victim with options, if needed as the last argument of another command.
  func start(
    under command: [String] = [],
    _ options: [String] = [],
    in environment: [String: String] = [:],
    printingTo output: Pipe? = nil,
    errorsTo errors: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    let words = command + [Self.victim, folder.path] + options
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = errors ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs a victim until it ends or dies.
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

  /// Returns the `strace` command, with options, that traces the system calls on the ledger's files.
  ///
  /// `strace` counts only the calls that it traces, in each thread, so the first call of a kind is the first that
  /// touches the ledger.
  func strace(_ options: String...) -> [String] {
    let files = [ledger, folder] + [".lock", ".new"].map { URL(fileURLWithPath: ledger.path + $0) }
    return ["/usr/bin/strace", "-f", "-qq", "-o", trace.path] + files.flatMap { ["-P", $0.path] }
      + options.flatMap { ["-e", $0] }
  }

  /// The output of `strace`.
  var trace: URL { folder.appendingPathComponent("trace") }

  private static let memory: URL = {
    let path = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: path)
      ? URL(fileURLWithPath: path) : FileManager.default.temporaryDirectory
  }()

  /// The path of the program that migrates.
  static let victim = products.appendingPathComponent("victim").path

  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()
}
