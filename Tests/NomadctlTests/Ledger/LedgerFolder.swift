#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// A folder with a ledger, and the tool to inspect it.
  struct LedgerFolder {
    static let nomadctl = Tool("nomadctl")
    static let name = "nomad.ledger"

    let folder: Folder

    /// Makes an empty folder.
    init() throws { folder = try Folder() }

    /// Makes a folder with the ledger of real runs of the demo, with or without an accident.
    init(running accident: String..., times: Int = 1) throws {
      folder = try Folder()
      for _ in 0..<times {
        _ = try Tool("caravan").run(["--data", folder.path("D")] + accident, in: folder.url)
      }
      for name in [Self.name, Self.name + ".lock"] {
        try FileManager.default.moveItem(atPath: folder.path("D/\(name)"), toPath: folder.path(name))
      }
      try FileManager.default.removeItem(atPath: folder.path("D"))
    }

    var path: String { folder.path(Self.name) }

    var bytes: [UInt8] {
      get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

    func removeLock() throws { try FileManager.default.removeItem(atPath: path + ".lock") }

    /// The lines, each with its newline.
    var lines: [[UInt8]] {
      get throws { try bytes.split(separator: 10, omittingEmptySubsequences: true).map { $0 + [10] } }
    }

    /// Runs `nomadctl ledger` on the ledger, in its folder.
    func ledger(_ arguments: String...) throws -> Tool.Result {
      try Self.nomadctl.run(["ledger"] + arguments + [Self.name], in: folder.url)
    }

    /// Runs the command with JSON output, and returns the document.
    func document(_ arguments: String...) throws -> [String: Any] {
      let result = try Self.nomadctl.run(["ledger"] + arguments + ["--format", "json", Self.name], in: folder.url)
      return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    /// Returns the properties that show whether any file in the folder was changed or replaced.
    func state() throws -> [String: String] {
      try folder.names().reduce(into: [:]) { state, name in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let number = attributes[.systemFileNumber] as? Int ?? 0
        state[name] = "\(number) \(time) \(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))).hashValue)"
      }
    }
  }
#endif
