import Foundation
import Testing

@testable import Nomad
@testable import NomadFormat

/// Helpers for tests of a file ledger.
protocol LedgerFixture {
  var folder: TemporaryFolder { get }
  var ledger: FileLedger { get }
}

extension LedgerFixture {
  func append(_ keys: LedgerKey...) async throws {
    try await ledger.withExclusiveAccess { session in
      for key in keys { try await session.append(LedgerRecord(key: key, name: "T", module: "App")) }
    }
  }

  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.ledgerURL)
  }

  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: folder.ledgerURL))
  }

  /// Returns the file's contents without the seal at its end, as a killed run leaves them.
  func unsealedBytes() throws -> [UInt8] {
    let bytes = try bytes()
    let start = try #require(bytes.dropLast().lastIndex(of: LedgerFormat.newline)) + 1
    try #require(LedgerReader.seal(of: bytes) != nil)
    return Array(bytes[..<start])
  }

  func keys() throws -> [LedgerKey] {
    try ledger.history().records.map(\.key)
  }

  /// Returns a line with a valid checksum for any payload.
  func line(_ payload: String, sequence: Int) -> [UInt8] {
    let checked = Array("\(sequence) \(payload.utf8.count) \(payload)".utf8)
    let digits = String(CRC32C.checksum(of: checked), radix: 16)
    let checksum = String(repeating: "0", count: 8 - digits.count) + digits
    return Array("\(checksum) ".utf8) + checked + [LedgerFormat.newline]
  }

  /// Returns the code of the error that reading throws.
  ///
  /// Checks that writing throws the same error and changes nothing.
  func refusal() async throws -> NomadError.Code? {
    let before = try? bytes()
    let reading = #expect(throws: NomadError.self) { try ledger.history() }
    let migrator = Nomad(try TribeRegistry([.literal("1.0.0")]), ledger: ledger)
    let running = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    let appending = await #expect(throws: NomadError.self) { try await append("once:refused") }
    #expect(running?.code == reading?.code)
    #expect(appending?.code == reading?.code)
    #expect((try? bytes()) == before)
    return reading?.code
  }
}
