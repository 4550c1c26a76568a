#if Nomadctl
  import Foundation
  import Testing

  @testable import Nomad
  @testable import NomadFormat
  @testable import nomadctl

  @Suite struct LedgerAccountTests {
    private static func account(_ bytes: [UInt8]?, acknowledged: Int = 0) -> LedgerAccount {
      let note = LedgerLock.Note(acknowledged: acknowledged, holder: nil).bytes
      return LedgerAccount(of: bytes, lock: .success(note), file: "L")
    }

    private static func damage(_ bytes: [UInt8], acknowledged: Int = 0) -> [String] {
      account(bytes, acknowledged: acknowledged).damage.map { damage in
        (damage.line.map { "\($0): " } ?? "") + damage.reason
      }
    }

    private static func problem(_ bytes: [UInt8], acknowledged: Int = 0) -> LedgerProblem? {
      do throws(LedgerProblem) {
        try LedgerReader.read(bytes).check(acknowledged: acknowledged)
        return nil
      } catch {
        return error
      }
    }

    private static func record(_ kind: LedgerRecord.Kind, _ key: LedgerKey, at second: Int, attempt: Int = 1)
      -> LedgerRecord
    {
      let date = Date(timeIntervalSince1970: 1_795_000_000 + Double(second))
      return LedgerRecord(kind, key: key, name: "T", module: "App", date: date, attempt: attempt, appVersion: "2.0.0")
    }

    /// The records of three tribes, the second of which failed once.
    private static let records = [
      record(.began, "version:1.0.0", at: 0), record(.finished, "version:1.0.0", at: 1),
      record(.began, "version:2.0.0", at: 2), record(.failed(error: "no room"), "version:2.0.0", at: 3),
      record(.began, "version:2.0.0", at: 4, attempt: 2), record(.finished, "version:2.0.0", at: 5, attempt: 2),
      record(.began, "once:a", at: 6), record(.finished, "once:a", at: 7),
    ]

    private static func bytes(isSealed: Bool = false) -> [UInt8] {
      var bytes = LedgerContents.rewritten(with: records, lastSequence: records.count).bytes
      guard isSealed else { return bytes }
      let checksum = bytes.withUnsafeBytes { XXH64.checksum(of: $0) }
      let line = SealLine(date: Timestamp(milliseconds: 0), seal: LedgerHistory(records).seal, bytes: checksum)
      bytes += LedgerFormat.line(.sealed(line), sequence: records.count + 1)
      return bytes
    }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
      bytes.split(separator: LedgerFormat.newline).map { $0 + [LedgerFormat.newline] }
    }

    // MARK: Agreement with the reader

    /// Checks the rules for any bytes: the verdict is the reader's, and damage that leaves records has a reason.
    private static func check(_ bytes: [UInt8], acknowledged: Int = 0, _ comment: Comment) {
      let account = account(bytes, acknowledged: acknowledged)
      #expect(account.problem == problem(bytes, acknowledged: acknowledged), comment)
      if case .damaged = account.problem, !account.history.isEmpty { #expect(!account.damage.isEmpty, comment) }
      if account.problem == nil { #expect(account.damage.isEmpty, comment) }
    }

    @Test("The account has the reader's verdict and a reason for damage, whichever byte is wrong, missing or extra")
    func anyByte() {
      for whole in [Self.bytes(isSealed: true), Self.bytes()] {
        for index in whole.indices {
          var damaged = [Array(whole[..<index]), Array(whole[..<index] + whole[(index + 1)...])]
          for mask in [1, 0x80] as [UInt8] {
            damaged.append(whole)
            damaged[damaged.count - 1][index] ^= mask
          }
          for byte in [0, LedgerFormat.newline, 13] { damaged.append(whole[..<index] + [byte] + whole[index...]) }
          for (number, bytes) in damaged.enumerated() {
            for acknowledged in [0, 8] { Self.check(bytes, acknowledged: acknowledged, "byte \(index), \(number)") }
          }
        }
      }
    }

    @Test("The account has the reader's verdict and a reason for damage, however lines are removed, doubled or moved")
    func anyLines() {
      let lines = Self.lines(Self.bytes(isSealed: true))
      for first in lines.indices {
        for second in lines.indices {
          var (moved, doubled, without) = (lines, lines, lines)
          moved.insert(moved.remove(at: first), at: second)
          doubled.insert(lines[first], at: second)
          without.removeSubrange(min(first, second)...max(first, second))
          for lines in [moved, doubled, without] { Self.check(Array(lines.joined()), "lines \(first), \(second)") }
        }
      }
    }

    @Test("Random damage never traps, and the account has the reader's verdict")
    func anything() {
      var generator = SystemRandomNumberGenerator()
      let whole = Self.bytes(isSealed: true)
      for _ in 0..<3_000 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...90, using: &generator)))
          case 2: bytes.insert(contentsOf: whole.suffix(Int.random(in: 1...200, using: &generator)), at: place)
          default: bytes.insert(contentsOf: [UInt8](repeating: 0, count: 40), at: place)
          }
          if bytes.isEmpty { bytes = [0] }
        }
        Self.check(bytes, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        #expect(!LedgerReport(account: Self.account(bytes)).text.isEmpty)
      }
    }

    // MARK: Reasons

    @Test("Each kind of damage has its line and its reason")
    func reasons() {
      let whole = Self.bytes()
      let lines = Self.lines(whole)
      var damaged = lines
      damaged[3][2] ^= 1
      let count = lines[3].count - 1
      #expect(
        Self.damage(Array(damaged.joined())) == [
          "4: \(count) bytes cannot be read, and look like 'began' of App.T (2.0.0)", "record 3 is lost",
        ]
      )
      #expect(Self.damage(Array((lines[..<4] + lines[6...]).joined())) == ["records 4-5 are lost"])
      #expect(
        Self.damage(Array((lines[...4] + lines[4...]).joined())) == [
          "6: record 4 is out of place or appears again; a repair keeps it only if the number is certain"
        ]
      )
      let heading = "the first line, 'nomad-ledger 1', is missing"
      #expect(
        Self.damage(Array("ledger 1\n".utf8) + lines.dropFirst().joined()) == ["1: 8 bytes cannot be read", heading]
      )
      #expect(Self.damage(Array(lines.dropFirst().joined())) == [heading])
      let joined = lines[4].dropLast() + lines[5...].joined()
      #expect(
        Self.damage(Array(lines[..<4].joined()) + joined) == [
          "a text tool changed the newlines of 1 line, and nothing is lost"
        ]
      )
      #expect(Self.damage(Array(lines[..<5].joined()), acknowledged: 8) == ["records 5-8 are lost"])
      #expect(Self.damage(Array("nomad-ledger 2\n".utf8)) == [])
      for newline in ["\r\n", "\r", "\n\n"] {
        let changed = lines.flatMap { $0.dropLast() + Array(newline.utf8) }
        #expect(Self.damage(changed) == ["a text tool changed the newlines of 9 lines, and nothing is lost"])
      }
      let sealed = Self.lines(Self.bytes(isSealed: true))
      #expect(
        Self.damage(Array((sealed + [lines[8]]).joined())).first?.hasPrefix("11: record 8 is out of place") == true
      )
      #expect(Self.account(nil, acknowledged: 3).problem == .gone(acknowledged: 3))
    }

    @Test("The tribes that would run again are those whose end is in no readable record, late or not")
    func runAgain() {
      var lines = Self.lines(Self.bytes())
      lines[8][3] ^= 1
      let last = Self.account(Array(lines.joined()), acknowledged: 8)
      #expect(last.history.records.count == 7 && last.missing == [8...8])
      #expect(last.runAgain.map(\.tribe) == [#"App.T (.once("a"))"#] && last.runAgain.map(\.isLate) == [false])
      lines = Self.lines(Self.bytes())
      for line in [1, 2] { lines[line][3] ^= 1 }
      let first = Self.account(Array(lines.joined()))
      #expect(first.runAgain.map(\.tribe) == ["App.T (1.0.0)"] && first.runAgain.map(\.isLate) == [true])
    }

    // MARK: Other files

    @Test(
      "A file without any sign of a ledger is not one, unless the ledger lock counts lines or is newer",
      arguments: ["", "\n", "hello\n", "{}", "# Nomad ledger 1\n", "8c6a2f07 1 72 began\n", "\0\0\0\0", "%PDF-1.7\n"]
    )
    func other(text: String) {
      let bytes = Array(text.utf8)
      #expect(!Self.account(bytes).isLedger && Self.account(bytes).damage.isEmpty)
      #expect(Self.account(bytes, acknowledged: 1).isLedger)
      let newer = Array("nomad-lock 2\n".utf8)
      #expect(LedgerAccount(of: bytes, lock: .success(newer), file: "L").isLedger)
      for lock in ["", "my own notes\n"] {
        #expect(!LedgerAccount(of: bytes, lock: .success(Array(lock.utf8)), file: "L").isLedger)
      }
    }

    @Test("A file is a ledger if its first line names the format, or if any line matches its checksum")
    func signs() {
      for text in ["nomad-ledger 1\n", "\r\n\nnomad-ledger 1\r\n", "nomad-ledger 7\nwhat it likes", "nomad-ledger x"] {
        #expect(Self.account(Array(text.utf8)).isLedger, "\(text.debugDescription)")
      }
      for line in Self.lines(Self.bytes()).dropFirst() {
        #expect(Self.account(Array("not the first line\n\n".utf8) + line + [1, 2, 3]).isLedger)
      }
      let whole = Self.bytes()
      for index in whole.indices {
        var damaged = whole
        damaged[index] ^= 1
        #expect(Self.account(damaged).isLedger, "byte \(index)")
      }
    }

    @Test("Reading a ledger during a run finds no damage")
    func beingWritten() async throws {
      let folder = try LedgerFolder()
      let ledger = FileLedger(at: URL(fileURLWithPath: folder.path))
      #expect(try LedgerAccount.read(ledger, named: "L") == nil)
      try await ledger.withExclusiveAccess { try await $0.append(LedgerRecord(key: "once:0", name: "T")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for round in 1...20 {
            try await ledger.withExclusiveAccess { session in
              for number in 0..<20 {
                try await session.append(LedgerRecord(key: "once:\(round).\(number % 3)", name: "T"))
              }
            }
          }
        }
        for _ in 0..<300 {
          let account = try #require(try LedgerAccount.read(ledger, named: "L"))
          #expect(account.problem == nil)
          await Task.yield()
        }
        try await group.waitForAll()
      }
    }
  }
#endif
