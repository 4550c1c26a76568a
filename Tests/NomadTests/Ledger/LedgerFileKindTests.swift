import Foundation
import Testing

@testable import Nomad
@testable import NomadExamination
@testable import NomadFiles
@testable import NomadFormat

@Suite("Telling ledgers from other files")
struct LedgerFileKindTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private static func fileKind(_ bytes: [UInt8], lock: [UInt8]? = nil) -> LedgerFileKind {
    LedgerExamination(of: bytes, lock: .success(lock)).fileKind
  }

  private static let others = [
    "", "\n", "\r\n\r\n", "hello\n", "{}", "{\"version\": 1, \"nomad-ledger\": 1}\n", "# Nomad ledger 1\n",
    "nomad-lock 1\nacknowledged 0000000000000000012 3f0a99c4\n", "nomad-ledger is the file that we keep\n",
    "import Nomad\n\nlet ledger = \"nomad-ledger 1\"\n", "8c6a2f07 1 72 began\n", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    "\u{89}PNG\r\n\u{1A}\n\0\0\0\u{D}IHDR", "%PDF-1.7\n", "SQLite format 3\0",
    "\0n\0o\0t\0 \0a\0 \0l\0e\0d\0g\0e\0r\0\n",
  ]

  @Test("A file without any sign of a ledger is not a ledger", arguments: others)
  func other(text: String) {
    #expect(Self.fileKind(Array(text.utf8)) == .other)
  }

  @Test(
    "A file is a ledger if its first line is correct, nearly correct or of a newer version",
    arguments: [
      "nomad-ledger 1\n", "nomad-ledger 1", "nomad-ledger 1\r\n", "nomad-ledger 1\rx", "\r\n\nnomad-ledger 1\n",
      "nomad-ledger 1\n\0\0\0\0", "\u{FEFF}nomad-ledger 1\n", "nomad-ledger", "omad-ledger 1\nx\n", "nomad+ledger 7\n",
      "Nomad-Ledger 1\n", "nomad-ledger 1 \t\n", "nomad-ledger 2\nwhat it likes", "nomad-ledger 1000 and more\n",
    ]
  )
  func heading(text: String) {
    #expect(Self.fileKind(Array(text.utf8)) == .ledger)
  }

  @Test("The heading is classified as right, marked with a byte order mark, changed or other")
  func headings() {
    for (text, heading) in [
      ("nomad-ledger 1\n", LedgerHeading.right), ("nomad-ledger 1\r\n", .right), ("\nnomad-ledger 1\n", .right),
      ("\u{FEFF}nomad-ledger 1\n", .marked), ("nomad-ledger 2\n", .changed), ("nomad-ldger1\n", .changed),
      ("nmad-ldger1\n", .other), ("nomad-ledger 1234\n", .other), ("", .other), ("x\nnomad-ledger 1\n", .other),
    ] {
      #expect(LedgerHeading(of: Array(text.utf8)) == heading, "\(text.debugDescription)")
    }
  }

  @Test("A first line with one changed, missing or added byte still counts as a ledger's heading")
  func anyByteOfTheHeading() {
    let whole = Array(LedgerFormat.header.dropLast())
    for index in whole.indices {
      let (start, end) = (Array(whole[..<index]), Array(whole[(index + 1)...]))
      for byte in UInt8.min...UInt8.max where ![0, 10, 13].contains(byte) {
        #expect([.right, .changed].contains(LedgerHeading(of: start + [byte] + end + [10])), "\(byte) at \(index)")
        #expect(LedgerHeading(of: start + [byte, whole[index]] + end + [10]) == .changed, "\(byte) before \(index)")
      }
      #expect(LedgerHeading(of: start + end + [10]) == .changed, "without \(index)")
    }
  }

  @Test("A file is a ledger if any line matches its checksum")
  func line() async throws {
    try await append("once:a", "once:b")
    let lines = try bytes().split(separator: LedgerFormat.newline).map { Array($0) + [LedgerFormat.newline] }
    for line in lines.dropFirst() {
      #expect(Self.fileKind(line) == .ledger)
      #expect(Self.fileKind(Array("not the first line\n\n".utf8) + line + [1, 2, 3]) == .ledger)
      var damaged = line
      damaged[12] ^= 1
      #expect(Self.fileKind(damaged) == .other)
    }
    let checked = Array("3 5 moved".utf8)
    let digits = String(CRC32C.checksum(of: checked), radix: 16)
    let unknown = Array((String(repeating: "0", count: 8 - digits.count) + digits + " ").utf8) + checked
    #expect(Self.fileKind(unknown) == .ledger)
  }

  @Test("A ledger lock's file makes a file a ledger only if it counts acknowledged lines or is newer")
  func lock() throws {
    let note = LedgerLock.Note(acknowledged: 1, holder: nil).bytes
    for text in Self.others where !text.hasPrefix("\0n") {
      let bytes = Array(text.utf8)
      #expect(Self.fileKind(bytes, lock: note) == .ledger)
      #expect(Self.fileKind(bytes, lock: Array("nomad-lock 2\n".utf8)) == .ledger)
      for lock in ["", "\0\0\0\0", "my own notes\n", "held by process 1 (x) since then\n"] {
        #expect(Self.fileKind(bytes, lock: Array(lock.utf8)) == .other)
      }
      #expect(Self.fileKind(bytes, lock: LedgerLock.Note(acknowledged: 0, holder: "process 1 (x)").bytes) == .other)
      #expect(LedgerExamination(of: bytes, lock: .failure(SystemError(call: "open", number: 13))).fileKind == .other)
    }
    #expect(LedgerExamination(of: nil, lock: .success(note)).fileKind == .ledger)
  }

  @Test("A ledger that was saved as UTF-16 or UTF-32 counts as converted", arguments: [false, true])
  func converted(isMarked: Bool) async throws {
    try await append("once:a")
    let text = try String(contentsOf: folder.ledgerURL, encoding: .utf8)
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
      let mark = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE] as [UInt8]
      let bytes = (isMarked ? mark : []) + Array(try #require(text.data(using: encoding)))
      #expect(Self.fileKind(bytes) == .converted)
      #expect(Self.fileKind(bytes, lock: LedgerLock.Note(acknowledged: 1, holder: nil).bytes) == .converted)
    }
  }

  @Test("A ledger with any single damaged byte still counts as a ledger")
  func anyByte() async throws {
    try await append("once:a", "once:b")
    let whole = try bytes()
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x55
      #expect(Self.fileKind(damaged) == .ledger, "byte \(index)")
    }
  }
}
