import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat

@Suite("Parts of the ledger format")
struct LedgerPartsTests {
  @Test("CRC-32C matches the published check values and a bitwise implementation")
  func checksum() {
    #expect(CRC32C.checksum(of: Array("123456789".utf8)) == 0xE306_9283)
    // RFC 3720, appendix B.4.
    #expect(CRC32C.checksum(of: Array(repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(CRC32C.checksum(of: Array(repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(CRC32C.checksum(of: Array(0..<32)) == 0x46DD_794E)
    let bytes = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for length in 0...64 {
      var bitwise: UInt32 = ~0
      for byte in bytes.prefix(length) {
        bitwise ^= UInt32(byte)
        for _ in 0..<8 { bitwise = bitwise & 1 == 0 ? bitwise >> 1 : bitwise >> 1 ^ 0x82F6_3B78 }
      }
      #expect(CRC32C.checksum(of: bytes, in: 0..<length) == ~bitwise)
    }
  }

  @Test(
    "Times are written as Foundation writes them, and are read back unchanged",
    arguments: [
      0, -1, 951_782_400_000, 1_709_164_800_000, 1_795_248_000_123, -62_135_596_800_000, 253_402_300_799_999,
      -2_203_891_200_001,
    ]
  )
  func timestamp(milliseconds: Int64) {
    let timestamp = Timestamp(milliseconds: milliseconds)
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime]
    let seconds = (Double(milliseconds) / 1000).rounded(.down)
    // Foundation counts Julian leap years before 1582.
    if milliseconds > -12_219_292_800_000 {
      let text = formatter.string(from: Date(timeIntervalSince1970: seconds))
      #expect(timestamp.text.prefix(19) == text.prefix(19))
    }
    #expect(Timestamp(Array(timestamp.text.utf8)[...]) == timestamp)
    #expect(Timestamp(timestamp.date) == timestamp)
  }

  @Test(
    "A time outside the years 1 to 9999 is written as the first or the last time of these years",
    arguments: [
      (Double.infinity, "9999-12-31T23:59:59.999Z"), (1e300, "9999-12-31T23:59:59.999Z"),
      (-.infinity, "0001-01-01T00:00:00.000Z"), (-1e300, "0001-01-01T00:00:00.000Z"),
      (.nan, "0001-01-01T00:00:00.000Z"),
    ]
  )
  func extremeTimestamp(seconds: Double, text: String) {
    #expect(Timestamp(Date(timeIntervalSince1970: seconds)).text == text)
  }

  @Test(
    "An invalid time is not read",
    arguments: [
      "", "2026-11-21T08:00:00Z", "2026-13-21T08:00:00.123Z", "2026-11-21T24:00:00.123Z",
      "2026-11-21 08:00:00.123Z",
      "2026-11-2aT08:00:00.123Z",
    ]
  )
  func illegalTimestamp(text: String) {
    #expect(Timestamp(Array(text.utf8)[...]) == nil)
  }

  @Test("Every text becomes a safe file name, and the names of different texts differ in more than case")
  func fileNames() {
    let texts = [
      "", "default", "Default", "DEFAULT", ".", "..", "a/b", "a%2Fb", "%", "a:b", "\u{0}", "é", "e\u{301}",
      " ", "🐪",
      "%%", String(repeating: "x", count: 500), String(repeating: "x", count: 501),
    ]
    let names = texts.map { FilePath.name(for: $0, lowercase: true) }
    #expect(Set(names.map { $0.lowercased() }).count == texts.count)
    for name in names {
      #expect(name.utf8.count <= 200)
      #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
      #expect(!name.hasPrefix("."))
    }
    #expect(names[1] == "default")
  }

  @Test("The state folder comes from an absolute XDG_STATE_HOME, then from HOME, and is otherwise an error")
  func stateFolder() throws {
    #expect(try LedgerLocation.stateFolder(in: ["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s")
    #expect(try LedgerLocation.stateFolder(in: ["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state")
    for environment in [[:], ["HOME": ""], ["XDG_STATE_HOME": "s", "HOME": "h"]] {
      let error = #expect(throws: NomadError.self) { try LedgerLocation.stateFolder(in: environment) }
      #expect(error?.code == .ledgerLocationUnknown)
    }
  }
}
