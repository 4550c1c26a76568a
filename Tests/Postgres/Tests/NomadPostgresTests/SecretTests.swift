import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

/// A password never reaches an error, an event, a record or the output of the tool.
@Suite("Secrets", .serialized)
struct SecretTests {
  /// Passwords with every character that has a meaning in a connection string.
  private static let passwords = [
    "s3cr%zzet", "my s3cret", "s3@cret", "s3:cret", "s3/cret/7", "1234/s3cret", "s3?cret", "s3#cret", "s3&cret=1",
    "s3=cret", "'s3cret'", "s3'cret", "\"s3cret\"", "s3\\cret\\", "s3cret zwei  drei", "[s3cret]", "s3\ncret",
    "schlüssel", "%73%33cret", "s3%cret", "s3%00cret", "-s3cret", "--s3cret", "${s3cret}", "s3;cret",
  ]

  /// The strings that somebody could write for a password: correct, wrong, and for other clients.
  private static func strings(for password: String, _ port: Int, _ database: String) -> [String] {
    let encoded = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let quoted = password.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
    let server = "127.0.0.1:\(port)/\(database)"
    let users = ["nobody:\(password)", "nobody:\(encoded)"]
    return users.flatMap { user in
      [
        "postgresql://\(user)@\(server)", "postgres://\(user)@\(server)", "postgresql:/\(user)@\(server)",
        "\(user)@\(server)", "//\(user)@\(server)", "mysql://\(user)@\(server)", "POSTGRESQL://\(user)@\(server)",
        "postgresql+ssl://\(user)@\(server)?sslmode=disable", " postgresql://\(user)@\(server)",
        "postgresql://\(user)@\(server)?unknown=1", "postgresql://\(user)@127.0.0.1:\(port),[::1]:\(port)/\(database)",
        "postgresql://\(user)@no.such.host.invalid/x", "dbname=postgresql://\(user)@\(server)",
        "host=\(user)@\(server) port=\(port)", "jdbc:postgresql://\(server)?user=nobody&password=\(user)",
      ]
    }
      + [password, encoded].flatMap { password in
        [
          "postgresql://nobody@\(server)?password=\(password)", "postgresql://127.0.0.1:\(port)?password=\(password)",
          "postgresql://nobody@\(server)?sslpassword=\(password)", "postgresql://nobody@\(server)?pasword=\(password)",
          "postgresql://\(server)?user=nobody&password=\(password)&sslmode=\(password)x",
          "host=127.0.0.1 port=\(port) dbname=\(database) user=nobody password=\(password)",
          "host=127.0.0.1 port=\(port) password= \(password) user=nobody dbname = \(database)",
          "host=127.0.0.1 port=\(port) user=nobody pasword=\(password)", "password=\(password)", password,
          "host=127.0.0.1 port=\(port) dbname='host=x password=\(password)' user=nobody",
        ]
      } + [
        "host=127.0.0.1 port=\(port) dbname=\(database) user=nobody password='\(quoted)'",
        "host=127.0.0.1 port=\(port) dbname=\(database) user=nobody password='\(password)'",
        "host=127.0.0.1 port=\(port) user=nobody password='\(quoted)", "'\(quoted)'",
      ]
  }

  /// Returns the first part of a password that a text contains: four bytes or more of one of its words.
  private func leak(of password: String, in text: String) -> String? {
    let encoded = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? password
    let decoded = password.removingPercentEncoding ?? password
    return [password, encoded, decoded].flatMap { form in
      let characters = Array(form)
      guard characters.count >= 4 else { return [String]() }
      return (0...characters.count - 4).map { String(characters[$0..<$0 + 4]) }
    }.first { text.contains($0) }
  }

  @Test("No error of a connection contains a part of its password", arguments: [true, false])
  func errors(hasServer: Bool) async throws {
    let database = try await TestDatabase()
    let port = hasServer ? database.server.port : TestServer.freePort()
    for password in Self.passwords {
      for string in Self.strings(for: password, port, database.name) {
        do {
          let connection = try await LibPQConnection.connect(string)
          // Only the server of the tests may accept it, and it has no such role.
          Issue.record("\(string) connects to \(connection.database)")
        } catch let error as LibPQError {
          let texts = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
          #expect(leak(of: password, in: texts) == nil, "\(string) gives \(texts)")
        }
      }
    }
  }

  @Test("A connection string without one of the two forms is refused, and the error names the forms")
  func forms() async throws {
    for (string, form) in [
      ("postgresql://u:s3cr%zzet@h/db", "percent-encode"), ("postgresql://u:s3@cret@h/db", "percent-encode"),
      ("postgresql://u:1234/cret@h/db", "percent-encode"), ("postgresql://h?user=u:s3cret@x", "percent-encode"),
      ("u:s3cret@h/db", "postgresql://"), ("orders", "postgresql://"), ("mysql://u:s3cret@h/db", "postgresql://"),
      ("password=my s3cret", "single quotes"), ("host=h password='s3cret", "single quotes"),
      ("host=h\0 password=s3cret", "single quotes"), ("dbname=postgresql://u:s3cret@h/db", "connection string"),
    ] {
      let error = await #expect(throws: LibPQError.self) { try await LibPQConnection.connect(string) }
      #expect(error?.description.contains(form) == true, "\(string): \(error?.description ?? "")")
      #expect(error?.description.contains("cret") != true)
    }
  }

  @Test("Every password connects if it is percent-encoded in a URL or quoted in a pair, and no error shows it")
  func accepted() async throws {
    let database = try await TestDatabase()
    let (host, port, role) = ("127.0.0.1", database.server.port, "s" + database.name)
    for password in Self.passwords where !password.contains("%00") {
      let encoded = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let quoted = password.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
      try await database.query("DROP ROLE IF EXISTS \(role)")
      try await database.query("CREATE ROLE \(role) LOGIN")
      for string in [
        "postgresql://\(role):\(encoded)@\(host):\(port)/\(database.name)",
        "postgres://\(host):\(port)/\(database.name)?user=\(role)&password=\(encoded)",
        "postgresql://\(role):\(encoded)@[::1]:1,\(host):\(port)/\(database.name)?connect_timeout=2",
        "host=\(host) port=\(port) dbname=\(database.name) user=\(role) password='\(quoted)'",
      ] {
        let connection = try await LibPQConnection.connect(string)
        #expect(try await connection.query("SELECT current_user::text", []) == [[role]])
        // A statement can contain the password, too.
        let literal = password.replacingOccurrences(of: "'", with: "''")
        let error = await #expect(throws: PostgresError.self) {
          try await connection.query("SELECT '\(literal)'::text::int", [])
        }
        #expect(leak(of: password, in: "\(error.map { "\($0)" } ?? "")") == nil, "\(String(describing: error))")
        await connection.close()
      }
    }
  }

  @Test("A failed run shows the password of its connection in no event, error or record")
  func events() async throws {
    struct Leaks: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate(_ db: PostgresTransaction) async throws {
        try await db.execute("DO $$ BEGIN RAISE EXCEPTION 'my s3cret'; END $$")
      }
    }
    let database = try await TestDatabase()
    let url = database.url.replacingOccurrences(of: "postgres@", with: "postgres:my%20s3cret@")
    let ledger = PostgresLedger(try await LibPQConnection.connect(url))
    let seen = Seen()
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(try TribeRegistry([Leaks.self]), ledger: ledger, currentVersion: .unlimited)
        .migrate { seen.add("\($0)") }
    }
    let records = try await database.column("SELECT record FROM nomad.ledger")
    for text in seen.all + records + ["\(error.map { "\($0) \($0.localizedDescription)" } ?? "")"] {
      #expect(!text.contains("s3cret"), "\(text)")
    }
    #expect(records.contains { $0.contains("[hidden]") })
  }

  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    var all: [String] { lock.withLock { texts } }

    func add(_ text: String) { lock.withLock { texts.append(text) } }
  }

  @Test("The tool shows no password, wherever it is on the command line", arguments: [true, false])
  func tool(hasServer: Bool) async throws {
    let database = try await TestDatabase()
    let port = hasServer ? database.server.port : TestServer.freePort()
    for password in ["s3cr%zzet", "my s3cret", "s3@cret", "-s3cret"] {
      for (number, string) in Self.strings(for: password, port, database.name).enumerated() {
        let commands = [
          ["status", "--database", string], ["status", "--database=\(string)"],
          ["retry", "once:a", "--database", string],
          ["status", string], ["contract", string, "--database", string], ["status", "--databse=\(string)"],
          ["status", "--database"] + string.split(separator: " ").map(String.init),
          ["status", "--format", string, "--database", string], [string], ["status", "--fail-if-pending=\(string)"],
        ]
        // Each command with each form takes too long.
        let command = commands[number % commands.count]
        let child = try Child(TestHost.product("nomadctl"), ["fleet"] + command)
        #expect(await child.wait() != 0, "\(command)")
        #expect(leak(of: password, in: child.text) == nil, "\(command): \(child.text)")
      }
    }
  }

  @Test("The tool shows no password from the environment or a file", arguments: [true, false])
  func environment(hasServer: Bool) async throws {
    let database = try await TestDatabase()
    let port = hasServer ? database.server.port : TestServer.freePort()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (services, passwords) = (folder.appendingPathComponent("services"), folder.appendingPathComponent("passwords"))
    try """
    [orders]
    host=127.0.0.1
    user=nobody
    password=s3cret word
    [broken]
    password
    s3cret word
    [misplaced]
    host=127.0.0.1
    dbname=postgresql://nobody:s3cret@127.0.0.1/orders
    user=nobody
    """.write(to: services, atomically: true, encoding: .utf8)
    try "*:*:*:*:s3cret\n".write(to: passwords, atomically: true, encoding: .utf8)
    let url = "postgresql://nobody:s3cret@127.0.0.1:\(port)/\(database.name)"
    for (string, variables) in [
      ("host=127.0.0.1 user=nobody", ["PGPASSWORD": "s3cret"]), ("host=127.0.0.1", ["PGUSER": url]),
      ("host=127.0.0.1 user=nobody", ["PGDATABASE": url]), ("user=nobody", ["PGHOST": url]),
      ("user=nobody", ["PGHOST": "nobody:s3cret@127.0.0.1"]),
      ("host=127.0.0.1 user=nobody", ["PGPASSFILE": passwords.path]),
      ("service=orders", [:]), ("service=broken", [:]), ("service=misplaced", [:]), ("", ["PGSERVICE": "misplaced"]),
      ("host=127.0.0.1 user=nobody", ["PGDATABASE": "host=127.0.0.1 password=s3cret"]),
    ] as [(String, [String: String])] {
      let all = ["PGPORT": "\(port)", "PGSERVICEFILE": services.path].merging(variables) { $1 }
      let child = try Child(TestHost.product("nomadctl"), ["fleet", "status", "--database", string], environment: all)
      #expect(await child.wait() == 2, "\(variables): \(child.text)")
      #expect(child.text.contains("nomadctl: error: ") && !child.text.contains("cret"), "\(variables): \(child.text)")
    }
  }

  @Test("An error of a server still names the role, the database and the reason")
  func useful() async throws {
    let database = try await TestDatabase()
    let url = database.url.replacingOccurrences(of: "postgres@", with: "nobody:s3cret@")
    let error = await #expect(throws: LibPQError.self) { try await LibPQConnection.connect(url) }
    #expect(error?.description.contains("role \"nobody\" does not exist") == true, "\(String(describing: error))")
  }
}
