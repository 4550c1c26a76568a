import Foundation
import NomadLibPQ

/// A PostgreSQL server for the tests, in a folder that is removed with it.
final class TestServer: Sendable {
  /// The server that tests share, which no test stops.
  static func shared() async throws -> TestServer { try await sharedTask.value }

  private static let sharedTask = Task { try await onThread { try TestServer() } }

  let port: Int
  private let folder: URL
  private let tools: String

  /// Makes a server, and starts it.
  init() throws {
    port = Self.freePort()
    tools = try Self.findTools()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-postgres-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try run("/bin/chown", ["postgres", folder.path], asServer: false) }
    try run("\(tools)/initdb", ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync"])
    try start()
    if Self.running.all.isEmpty { atexit { TestServer.removeAll() } }
    Self.running.add(self)
  }

  private var data: String { folder.appendingPathComponent("data").path }

  func start() throws {
    let options = [
      "-p \(port)", "-c listen_addresses=127.0.0.1", "-k \(folder.path)", "-c max_connections=1000", "-c fsync=off",
      "-c deadlock_timeout=200ms",
    ]
    let arguments = ["start", "-w", "-D", data, "-l", "\(folder.path)/log", "-o", options.joined(separator: " ")]
    try run("\(tools)/pg_ctl", arguments)
  }

  /// Stops the server in a mode, such as `immediate`, which does not finish running statements.
  func stop(_ mode: String) throws {
    try run("\(tools)/pg_ctl", ["stop", "-w", "-m", mode, "-D", data])
  }

  func url(_ database: String, port: Int? = nil) -> String {
    "postgresql://postgres@127.0.0.1:\(port ?? self.port)/\(database)"
  }

  /// Connects to the administrator's database.
  func connect() async throws -> LibPQConnection { try await LibPQConnection.connect(url("postgres")) }

  /// Makes a database, and returns its name.
  func makeDatabase() async throws -> String {
    let name = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let connection = try await LibPQConnection.connect(url("postgres"))
    _ = try await connection.query("CREATE DATABASE \(name)", [])
    await connection.close()
    return name
  }

  @discardableResult
  private func run(_ tool: String, _ arguments: [String], asServer: Bool = true) throws -> String {
    try Self.run(tool, arguments, asServer: asServer)
  }

  @discardableResult
  private static func run(_ tool: String, _ arguments: [String], asServer: Bool = true) throws -> String {
    // The server refuses to run as root.
    let isRoot = asServer && getuid() == 0
    let words = isRoot ? ["/usr/sbin/runuser", "-u", "postgres", "--", tool] + arguments : [tool] + arguments
    let child = try Child(words[0], Array(words.dropFirst()))
    guard child.waitBlocking() == 0 else {
      throw ServerFailure(description: "\(tool) \(arguments.joined(separator: " ")): \(child.text)")
    }
    return child.text
  }

  private static func findTools() throws -> String {
    let roots = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
    let folders = roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted(by: >).map { "\(root)/\($0)/bin" }
    }
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }) else {
      throw ServerFailure(description: "PostgreSQL is not installed: no initdb in \(roots.joined(separator: ", "))")
    }
    return folder
  }

  static func freePort() -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(socket, address, length)
        _ = getsockname(socket, address, &length)
      }
      return Int(UInt16(bigEndian: pointer.pointee.sin_port))
    }
  }

  private static let running = Running()

  private static func removeAll() {
    for server in running.all {
      try? server.stop("immediate")
      try? FileManager.default.removeItem(at: server.folder)
    }
  }

  /// The servers that end with the process.
  private final class Running: @unchecked Sendable {
    private let lock = NSLock()
    private var servers: [TestServer] = []

    var all: [TestServer] { lock.withLock { servers } }

    func add(_ server: TestServer) { lock.withLock { servers.append(server) } }
  }
}

struct ServerFailure: Error, CustomStringConvertible {
  let description: String
}
