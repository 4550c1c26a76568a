#if Nomadctl
  import Foundation
  import Testing

  @testable import Nomad
  @testable import NomadFormat
  @testable import NomadExamination
  @testable import nomadctl

  @Suite struct LedgerCheckTests {
    private static func check(_ bytes: [UInt8], acknowledged: Int = 0) -> LedgerCheck {
      let note = LedgerLock.Note(acknowledged: acknowledged, holder: nil).bytes
      return LedgerCheck(of: LedgerExamination(of: bytes, lock: .success(note)))
    }

    private static func codes(_ bytes: [UInt8], acknowledged: Int = 0) -> [String] {
      check(bytes, acknowledged: acknowledged).findings.map { "\($0.place?.line ?? 0) \($0.code.rawValue)" }
    }

    private static func throwing(_ bytes: [UInt8], acknowledged: Int = 0) -> Bool {
      do throws(LedgerProblem) {
        try LedgerReader.read(bytes).check(acknowledged: acknowledged)
        return false
      } catch {
        return true
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

    private static func bytes(_ records: [LedgerRecord], last: Int? = nil, isSealed: Bool = false) -> [UInt8] {
      let last = last ?? records.count
      var bytes = LedgerContents.rewritten(with: records, lastSequence: last).bytes
      guard isSealed else { return bytes }
      var finished = KeyDigest()
      finished = LedgerHistory(records).digest
      let checksum = bytes.withUnsafeBytes { XXH64.checksum(of: $0) }
      let seal = LedgerSeal(date: Timestamp(milliseconds: 0), finished: finished, baseline: nil, bytes: checksum)
      bytes += LedgerFormat.line(.sealed(seal), sequence: last + 1)
      return bytes
    }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
      bytes.split(separator: LedgerFormat.newline).map { $0 + [LedgerFormat.newline] }
    }

    // MARK: Agreement with the reader

    @Test(
      "The check finds an error exactly if the reader throws, for any truncation and any wrong, missing or extra byte"
    )
    func anyByte() {
      for whole in [
        Self.bytes(Self.records, isSealed: true), Self.bytes(Self.records), Self.bytes(Self.records, last: 20),
      ] {
        #expect(Self.codes(whole) == [])
        for index in whole.indices {
          var damaged: [[UInt8]] = [Array(whole[..<index]), Array(whole[..<index] + whole[(index + 1)...])]
          for mask in [1, 4, 0x80] as [UInt8] {
            damaged.append(whole)
            damaged[damaged.count - 1][index] ^= mask
          }
          for byte in [0, LedgerFormat.newline, 13] {
            damaged.append(whole[..<index] + [byte] + whole[index...])
          }
          for (number, bytes) in damaged.enumerated() {
            for acknowledged in [0, 8] {
              let check = Self.check(bytes, acknowledged: acknowledged)
              #expect(
                check.hasErrors == Self.throwing(bytes, acknowledged: acknowledged),
                "byte \(index), damage \(number): \(check.findings.map { $0.text(file: "L") })"
              )
            }
          }
        }
      }
    }

    @Test("The check finds an error exactly if the reader throws, however lines are removed, duplicated or moved")
    func anyLines() {
      let lines = Self.lines(Self.bytes(Self.records, isSealed: true))
      for first in lines.indices {
        for second in lines.indices {
          var (moved, doubled, without) = (lines, lines, lines)
          moved.insert(moved.remove(at: first), at: second)
          doubled.insert(lines[first], at: second)
          without.removeSubrange(min(first, second)...max(first, second))
          for lines in [moved, doubled, without] {
            let bytes = Array(lines.joined())
            let check = Self.check(bytes)
            #expect(check.hasErrors == Self.throwing(bytes), "\(check.findings.map { $0.text(file: "L") })")
          }
        }
      }
    }

    @Test("Random damage never traps: the check agrees with the reader, and every report contains text")
    func anything() {
      var generator = SystemRandomNumberGenerator()
      let whole = Self.bytes(Self.records, isSealed: true)
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
        let check = Self.check(bytes)
        #expect(check.hasErrors == Self.throwing(bytes), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        let examination = LedgerExamination(of: bytes, lock: .success(nil))
        #expect(!LedgerDoctorReport(of: examination, file: "L").conclusion.isEmpty)
        let account = LedgerAccount(examination, file: "L", isRedacted: false)
        let report = LedgerReport(account: account, clock: Clock(zone: nil))
        #expect(!report.overview.isEmpty && !report.log.isEmpty)
      }
    }

    // MARK: Locations

    @Test("The check reports each kind of damage with its line")
    func places() throws {
      let whole = Self.bytes(Self.records)
      let lines = Self.lines(whole)
      var damaged = lines
      damaged[3][20] ^= 1
      #expect(Self.codes(Array(damaged.joined())) == ["4 damaged-line"])
      #expect(Self.codes(Array((lines[..<4] + lines[5...]).joined())) == ["5 missing-records"])
      #expect(Self.codes(Array((lines[...4] + lines[4...]).joined())) == ["6 misplaced-record"])
      #expect(Self.codes(Array("ledger 1\n".utf8) + lines.dropFirst().joined()) == ["1 damaged-heading"])
      #expect(Self.codes(Array(lines.dropFirst().joined())) == ["1 damaged-heading"])
      #expect(Self.codes([0xEF, 0xBB, 0xBF] + whole) == ["1 damaged-heading"])
      #expect(Self.codes(Array("{}\n\n{\"a\": 1}\n".utf8)) == ["0 not-a-ledger"])
      #expect(Self.codes([], acknowledged: 8) == ["0 no-record"])
      #expect(Self.codes(Array(lines[..<5].joined()), acknowledged: 8) == ["5 cut-short"])
      #expect(Self.codes(LedgerFormat.header) == ["0 no-record"])
      #expect(Self.codes(Array("nomad-ledger 2\n".utf8)) == ["1 newer-format"])
      // Its lines have this version's format, so only the first one has changed.
      let changed = Array("nomad-ledger 2\n".utf8) + lines.dropFirst(3).joined()
      #expect(Self.codes(changed) == ["1 damaged-heading", "2 missing-records"])
      #expect(Self.codes(whole + Array("00000000 junk\n".utf8)) == ["10 torn-end"])
      let sealed = Self.lines(Self.bytes(Self.records, isSealed: true))
      #expect(Self.codes(Array((sealed + [lines[8]]).joined())) == ["11 behind-seal"])
      let gone = LedgerExamination(of: nil, lock: .success(LedgerLock.Note(acknowledged: 3, holder: nil).bytes))
      #expect(LedgerCheck(of: gone).findings.map(\.code) == [.gone])
    }

    @Test("Changed newlines are one finding, and other damage is a separate finding")
    func changedNewlines() throws {
      let lines = Self.lines(Self.bytes(Self.records, isSealed: true)).map { Array($0.dropLast()) }
      func changed(_ lines: [[UInt8]], _ newline: String) -> [UInt8] { lines.flatMap { $0 + Array(newline.utf8) } }
      for newline in ["\r\n", "\r", "\r\r\n"] {
        let check = Self.check(changed(lines, newline))
        #expect(check.findings.map(\.code) == [.changedNewlines])
        #expect(check.findings[0].message.contains("10 of 10 lines end in a carriage return"))
      }
      let blank = Self.check(changed(lines, "\n\n")).findings
      #expect(blank.map(\.code) == [.changedNewlines] && blank[0].message.contains("10 lines are empty"))
      #expect(Self.codes([13, 10] + lines.flatMap { $0 + [10] }) == ["1 changed-newlines"])
      var damaged = lines
      damaged[3][20] ^= 1
      #expect(Self.codes(changed(damaged, "\r\n")) == ["1 changed-newlines", "4 damaged-line"])
      #expect(Self.codes(changed(damaged, "\n\n")) == ["2 changed-newlines", "7 damaged-line"])
      damaged.remove(at: 3)
      #expect(Self.codes(changed(damaged, "\r\n")) == ["1 changed-newlines", "4 missing-records"])
      damaged = lines
      damaged[4].append(13)
      let one = Self.check(changed(damaged, "\n"))
      #expect(one.findings.map(\.code) == [.changedNewlines] && one.findings[0].place?.line == 5)
      #expect(one.findings[0].message.contains("1 of 10 lines ends in"))
    }

    @Test("Messages about one byte, line or record use the singular")
    func grammar() throws {
      var lines = Self.lines(Self.bytes(Self.records))
      lines.insert([120, 10], at: 3)
      #expect(Self.check(Array(lines.joined())).findings[0].message.hasPrefix("1 byte does not form a line"))
      let note = LedgerLock.Note(acknowledged: 1, holder: nil).bytes
      let gone = LedgerCheck(of: LedgerExamination(of: nil, lock: .success(note)))
      #expect(gone.findings[0].message.hasSuffix("its lock counts 1 acknowledged line"))
      let cut = Self.check(Array(Self.lines(Self.bytes(Self.records)).dropLast().joined()), acknowledged: 8)
      #expect(cut.findings[0].message.hasSuffix("also acknowledges record 8"))
    }

    @Test("A record of an unknown kind is one finding about a newer format, and the other lines are read")
    func unknownKind() {
      var lines = Self.lines(Self.bytes(Self.records))
      let checked = Array("3 5 moved".utf8)
      let digits = String(CRC32C.checksum(of: checked), radix: 16)
      lines[3] = Array((String(repeating: "0", count: 8 - digits.count) + digits + " ").utf8) + checked + [10]
      #expect(Self.codes(Array(lines.joined())) == ["4 newer-format"])
    }

    @Test("The effects of a repair name the tribes that would run again because their records are damaged")
    func effects() {
      var lines = Self.lines(Self.bytes(Self.records))
      lines[8][3] ^= 1
      let examination = LedgerExamination(
        of: Array(lines.joined()),
        lock: .success(LedgerLock.Note(acknowledged: 8, holder: nil).bytes)
      )
      let effects = LedgerRepairEffects(of: examination)
      #expect(effects.kept == 7 && effects.missing == [8...8])
      #expect(effects.runAgain.map(\.tribe) == [#"App.T (.once("a"))"#])
      #expect(effects.runAgain.map(\.isLate) == [false])
      lines = Self.lines(Self.bytes(Self.records))
      for line in [1, 2] { lines[line][3] ^= 1 }
      let other = LedgerRepairEffects(of: LedgerExamination(of: Array(lines.joined()), lock: .success(nil)))
      #expect(other.runAgain.map(\.tribe) == ["App.T (1.0.0)"] && other.runAgain.map(\.isLate) == [true])
      #expect(!other.isFirstStart && !other.isNothingLeft)
    }

    // MARK: Contradictions

    @Test(
      "An impossible sequence of records is a remark, not an error",
      arguments: [
        (1, [record(.finished, "version:1.0.0", at: 0)], "contradiction"),
        (1, [record(.failed(error: "x"), "once:a", at: 0)], "contradiction"),
        (
          2, [record(.began, "once:a", at: 0, attempt: 2), record(.began, "once:a", at: 1, attempt: 1)], "contradiction"
        ),
        (2, [record(.began, "once:a", at: 0), record(.finished, "once:a", at: 1, attempt: 2)], "contradiction"),
        (
          3, [record(.began, "once:a", at: 0), record(.finished, "once:a", at: 1), record(.began, "once:a", at: 2)],
          "contradiction"
        ),
        (1, [record(.checkpoint(name: "a", value: "1"), "once:a", at: 0)], "contradiction"),
        (2, [record(.began, "once:a", at: 5), record(.finished, "once:a", at: 4)], "clock-set-back"),
      ]
    )
    func contradictions(record: Int, records: [LedgerRecord], code: String) {
      let check = Self.check(Self.bytes(records))
      #expect(check.findings.map { "\($0.place?.line ?? 0) \($0.code.rawValue)" } == ["\(record + 1) \(code)"])
      #expect(!check.hasErrors)
    }

    @Test("Repairs, compactions, manual records, baselines and .always tribes cause no contradiction")
    func noContradictions() {
      let began = Self.record(.began, "always:T", at: 0)
      let finished = Self.record(.finished, "always:T", at: 1)
      for (records, last) in [
        ([Self.record(.finished, "once:a", at: 0)], 9),
        ([Self.record(.failed(error: "x"), "once:a", at: 0, attempt: 3)], 9),
        ([began, finished, began, finished].enumerated().map { Self.record($1.kind, $1.key, at: $0) }, 4),
        ([Self.record(.marked(reason: "by hand"), "once:a", at: 0), Self.record(.forgotten, "once:a", at: 1)], 2),
        (
          [
            Self.record(.marked(reason: "by hand"), "once:a", at: 0), Self.record(.forgotten, "once:a", at: 1),
            Self.record(.began, "once:a", at: 2), Self.record(.finished, "once:a", at: 3),
          ], 4
        ),
        ([Self.record(.marked(reason: "baseline"), "start:1.0.0", at: 0)], 1),
      ] {
        #expect(Self.codes(Self.bytes(records, last: last)) == [])
      }
    }
  }
#endif
