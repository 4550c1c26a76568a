#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @testable import Nomad

  @Suite struct LedgerDoctorTests {
    @Test("Doctor reports a healthy ledger in one line, with exit code 0")
    func healthy() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let result = try ledger.ledger("doctor")
      #expect(result.code == 0 && result.error == "")
      #expect(result.output == "nomad.ledger: healthy: 22 records of 7 tribes, sealed, newest version 2.4.0\n")
      let document = try ledger.document("doctor")
      #expect(document["healthy"] as? Bool == true && (document["findings"] as? [Any])?.isEmpty == true)
    }

    @Test("A torn end and a missing ledger lock are remarks, and the exit code is 0")
    func remarks() throws {
      let ledger = try LedgerFolder(running: "--kill-at", "2.4.0", times: 3)
      try ledger.write(try ledger.bytes.dropLast(20))
      // The lock acknowledges the last record. Without the lock, nothing shows that the record was complete.
      #expect(try ledger.ledger("doctor").code == 1)
      try ledger.removeLock()
      let result = try ledger.ledger("doctor")
      #expect(result.code == 0)
      let count = try ledger.lines.count
      #expect(result.output.contains("nomad.ledger:\(count): remark: ") && result.output.contains("[torn-end]"))
      #expect(result.output.contains("[no-lock]") && result.output.contains("nomad.ledger: healthy: "))
    }

    @Test(
      "Doctor reports a ledger or a ledger lock from a backup as a copy, with both line counts, and not as damage",
      arguments: ["", ".lock"]
    )
    func copied(suffix: String) throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      // Both files exist at the same time, so that the copy has another inode number.
      try FileManager.default.copyItem(atPath: ledger.path + suffix, toPath: ledger.path + ".copy")
      try FileManager.default.removeItem(atPath: ledger.path + suffix)
      try FileManager.default.moveItem(atPath: ledger.path + ".copy", toPath: ledger.path + suffix)
      try ledger.write(Array(try ledger.lines.prefix(9).joined()))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 0)
      #expect(result.output.contains("the lock file counts 22 lines, and the ledger has 8 [copied]"))
      #expect(result.output.contains("nomad.ledger: healthy: 8 records"))
      #expect(
        try ledger.ledger("show").output.contains("lock file: it or the ledger is a copy; it counts 22 lines, last")
      )
      let shown = try ledger.document("show")["ledger"] as? [String: Any]
      #expect(shown?["acknowledged"] as? Int == 0 && shown?["countedByCopy"] as? Int == 22)
    }

    @Test("Doctor reports damage with its line, the lost record, the effect for the user and the remedy")
    func damaged() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var lines = try ledger.lines
      let finish = try #require(
        lines.lastIndex { String(decoding: $0, as: UTF8.self).contains("finished\tversion:2.4.0") }
      )
      lines[finish][5] ^= 1
      let began = try #require(lines.lastIndex { String(decoding: $0, as: UTF8.self).contains("began\tversion:2.0.0") })
      lines.remove(at: began)
      try ledger.write(Array(lines.joined()))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.error == "")
      let line = finish
      #expect(result.output.contains("nomad.ledger:\(began + 1): error: record \(began) is missing before this line"))
      #expect(result.output.contains("nomad.ledger:\(line): error: ") && result.output.contains("[damaged-line]"))
      #expect(
        result.output.contains("it looks like 'finished' of caravan.DateNotes (2.4.0): after a repair, that tribe")
      )
      #expect(result.output.contains("runs again: caravan.DateNotes (2.4.0): "))
      #expect(result.output.contains("nomadctl ledger doctor --repair nomad.ledger"))
      let document = try ledger.document("doctor")
      #expect(document["healthy"] as? Bool == false)
      let after = try #require(document["afterRepair"] as? [String: Any])
      #expect(after["kept"] as? Int == 20)
    }

    @Test("Doctor reports swapped lines as recoverable, and a repair restores their order")
    func swappedLines() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let whole = try ledger.lines
      var lines = whole
      lines.swapAt(4, 5)
      try ledger.write(Array(lines.joined()))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1)
      #expect(
        result.output.hasPrefix(
          """
          nomad.ledger:6: error: record 4 is out of place, where record 6 should be [misplaced-record]
          nomad.ledger:6: note: nothing is lost: a repair keeps one copy and sorts the records by number

          """
        )
      )
      #expect(!result.output.contains("missing-records") && !result.output.contains(": runs again"))
      #expect(result.output.contains("a repair keeps 22 records; afterwards:\n"))
      let repair = try ledger.ledger("doctor", "--repair")
      #expect(repair.code == 0 && repair.output.contains("repaired: kept 22 records\n"))
      #expect(try ledger.lines == whole.dropLast())
    }

    @Test("A repair drops a line with an unknown position, and doctor names the tribe that runs again")
    func displacedLine() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      // Without the first record and the seal, nothing shows that the numbering is original.
      var lines = try ledger.lines.dropLast()
      lines.remove(at: 1)
      let finish = try #require(
        lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("finished\tversion:1.1.0\t") }
      )
      lines.insert(lines.remove(at: finish), at: finish + 2)
      lines.remove(at: finish - 1)
      try ledger.write(Array(lines.joined()))
      let result = try ledger.ledger("doctor")
      let again = "nomad.ledger: runs again, late: caravan.SplitNotes (1.1.0): "
      #expect(
        result.code == 1 && result.output.contains("a repair leaves it out: its number may belong to another line")
      )
      #expect(result.output.contains("\(again)line \(finish + 2) records that it finished, but is out of place\n"))
      let repair = try ledger.ledger("doctor", "--repair")
      #expect(repair.output.contains("repaired: kept 19 records\n") && repair.output.contains(again))
    }

    @Test("Doctor separates tribes that run again because of the damage from tribes that would run again anyway")
    func beforeTheDamage() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let lines = try ledger.lines.dropLast()
      let failure = try #require(lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("failed\t") })
      var end = Array(lines[...failure])
      end[3][20] ^= 1
      try ledger.removeLock()
      try ledger.write(Array(end.joined()))
      let failed = "runs again: caravan.GatherTags (2.0.0): it failed the last time\n"
      let caveat =
        "this applies only to tribes that the app still has at that target; the ledger does not record that\n"
      let result = try ledger.ledger("doctor")
      #expect(result.output.contains("nomad.ledger: as before the damage: \(failed)"), "\(result)")
      #expect(!result.output.contains("nomad.ledger: \(failed)"))
      #expect(result.output.components(separatedBy: caveat).count == 2)
      let document = try ledger.document("doctor")["afterRepair"] as? [String: Any]
      let tribes = try #require(document?["runAgain"] as? [[String: Any]])
      #expect(tribes.map { $0["becauseOfDamage"] as? Bool } == [false])

      // Two lost lines may have recorded that the tribe finished. One lost line cannot.
      for count in [1, 2] {
        try ledger.write(Array((lines[...failure] + lines[(failure + 1 + count)...(failure + 1 + count)]).joined()))
        let output = try ledger.ledger("doctor").output
        #expect(output.contains("nomad.ledger: \(failed)") == (count == 2), "\(output)")
      }
    }

    @Test("A repair does what its dry run announced, keeps the damaged file, and leaves a healthy ledger")
    func repair() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var lines = try ledger.lines
      lines[4][12] ^= 4
      lines.remove(at: 9)
      let damaged = Array(lines.joined())
      try ledger.write(damaged)
      let preview = try ledger.ledger("doctor", "--repair", "--dry-run")
      #expect(preview.code == 1 && preview.output.contains("would keep 20 records"))
      #expect(try ledger.folder.names() == ["nomad.ledger", "nomad.ledger.lock"])
      let announced = try ledger.document("doctor", "--repair", "--dry-run")["repair"] as? [String: Any]

      let result = try ledger.ledger("doctor", "--repair")
      #expect(result.code == 0, "\(result)")
      #expect(result.output.contains("nomad.ledger: repaired: kept 20 records\n"))
      #expect(result.output.contains("nomad.ledger: lost records 4, 9\n"))
      let copy = ledger.path + ".damaged-1"
      #expect(result.output.contains("nomad.ledger: the damaged file is now \(copy)\n"))
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: copy))) == damaged)
      #expect(announced?["damagedFile"] as? String == copy && announced?["kept"] as? Int == 20)
      #expect(try ledger.ledger("doctor").code == 0)
      let again = try ledger.ledger("doctor", "--repair")
      #expect(again.code == 0 && again.output.contains("healthy"))
      #expect(try ledger.folder.names() == ["nomad.ledger", "nomad.ledger.damaged-1", "nomad.ledger.lock"])
    }

    @Test(
      "If no record can be read, a repair starts with an empty ledger only on request",
      arguments: [false, true]
    )
    func beginAnew(isGone: Bool) throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      if isGone { try FileManager.default.removeItem(atPath: ledger.path) } else { try ledger.write([]) }
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("--repair --begin-anew"))
      #expect(try ledger.ledger("doctor", "--repair", "--dry-run").output.contains("would not be repaired"))
      let refused = try ledger.ledger("doctor", "--repair")
      #expect(refused.code == 2 && refused.error.hasPrefix("nomadctl: error: not repaired: "))
      #expect(
        try ledger.folder.names() == ["nomad.ledger", "nomad.ledger.lock"].filter { !isGone || $0.hasSuffix("lock") }
      )
      let preview = try ledger.ledger("doctor", "--repair", "--begin-anew", "--dry-run")
      #expect(preview.output.contains("would start with an empty ledger"))
      let empty = try ledger.ledger("doctor", "--repair", "--begin-anew")
      #expect(empty.code == 0 && empty.output.contains("started with an empty ledger"))
      #expect(ledger.folder.exists("nomad.ledger.damaged-1") != isGone)
      #expect(try ledger.ledger("doctor").code == 2)
    }

    @Test("A repair changes nothing while another process holds the ledger lock")
    func held() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var bytes = try ledger.bytes
      bytes[50] ^= 1
      try ledger.write(bytes)
      let before = try ledger.state()
      let holder = try HeldLock(of: ledger.path)
      let result = try ledger.ledger("doctor", "--repair")
      #expect(result.code == 2 && result.error.contains("is held by process") && result.error.contains("Close the app"))
      #expect(try ledger.state() == before)
      holder.release()
      #expect(try ledger.ledger("doctor", "--repair").code == 0)
    }

    @Test("Doctor reports a newer ledger format with exit code 1, and a repair leaves the ledger unchanged")
    func newer() throws {
      let ledger = try LedgerFolder()
      try ledger.write(Array("nomad-ledger 2\nwhat it likes\n".utf8))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("nomad.ledger:1: error: a newer version of Nomad wrote this"))
      #expect(try ledger.ledger("doctor", "--repair", "--dry-run").output.contains("would not be repaired"))
      let repair = try ledger.ledger("doctor", "--repair")
      #expect(repair.code == 2 && repair.error.contains("newer version"))
      #expect(try ledger.bytes == Array("nomad-ledger 2\nwhat it likes\n".utf8))
    }

    @Test(
      "A ledger without a readable record is damaged, and --begin-anew can replace it",
      arguments: ["nomad-ledger 1\r\n", "nomad-ledger", "nomad-ledger 1\n", "omad-ledger 1\nx\n"]
    )
    func nothingLeft(text: String) throws {
      let ledger = try LedgerFolder()
      try ledger.write(Array(text.utf8))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains(": error: "))
      #expect(result.output.contains("nomadctl ledger doctor --repair --begin-anew nomad.ledger"))
      #expect(try ledger.ledger("show").code == 1)
      #expect(try ledger.ledger("doctor", "--repair", "--begin-anew").code == 0)
    }

    @Test(
      "Doctor identifies a file that is not a ledger, suggests no command, and never changes the file",
      arguments: ["", "\n", "hello\n", "\0\0\0\0", "{\n  \"a\": 1\n}\n", "# My app\n\nIt keeps nomad-ledger 1.\n"],
      [nil, ""]
    )
    func notALedger(text: String, lock: String?) throws {
      let ledger = try LedgerFolder()
      try ledger.write(Array(text.utf8))
      // Other tools also make empty files with such names.
      if let lock { try ledger.folder.write(lock, to: "nomad.ledger.lock") }
      let before = try ledger.state()
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.error == "")
      #expect(result.output.hasPrefix("nomad.ledger: error: this is not a ledger: "))
      #expect(result.output.components(separatedBy: "error: ").count == 2)
      let document = try ledger.document("doctor")
      #expect((document["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String } == ["not-a-ledger"])
      #expect(document["afterRepair"] == nil && document["healthy"] as? Bool == false)
      for arguments in [["--repair"], ["--repair", "--begin-anew"]] {
        let dry = try LedgerFolder.nomadctl.run(
          ["ledger", "doctor", "--dry-run"] + arguments + [LedgerFolder.name],
          in: ledger.folder.url
        )
        #expect(dry.code == 1 && dry.output.hasSuffix("nomad.ledger: would not be repaired: this is not a ledger\n"))
        for format in ["text", "json"] {
          let refused = try LedgerFolder.nomadctl.run(
            ["ledger", "doctor", "--format", format] + arguments + [LedgerFolder.name],
            in: ledger.folder.url
          )
          #expect(refused.code == 2 && refused.error == "nomadctl: error: not repaired: this is not a ledger\n")
          if format == "json" {
            let document = try JSONSerialization.jsonObject(with: Data(refused.output.utf8)) as? [String: Any]
            #expect((document?["repair"] as? [String: Any])?["refused"] as? Bool == true)
          }
          #expect(!(result.output + dry.output + refused.output + refused.error).contains("nomadctl ledger doctor"))
        }
      }
      #expect(try ledger.state() == before)
    }

    @Test("Doctor treats a file with foreign contents as a damaged ledger if the ledger lock acknowledges records")
    func foreignContents() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.write(Array("{}\n".utf8))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("--repair --begin-anew nomad.ledger"))
      #expect(result.output.contains("its lock also acknowledges records 1 to 22"))
      #expect(try ledger.ledger("doctor", "--repair", "--begin-anew").code == 0)
      #expect(ledger.folder.text("nomad.ledger.damaged-1") == "{}\n")
    }

    @Test("A repair restores a missing or damaged first line even without the ledger lock", arguments: [0, 3])
    func damagedHeading(kept: Int) throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.removeLock()
      let lines = try ledger.lines
      try ledger.write((kept == 0 ? [] : lines[0].prefix(kept) + [10]) + lines.dropFirst().joined())
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.hasPrefix("nomad.ledger:1: error: "))
      #expect(result.output.contains("[damaged-heading]") && result.output.contains("a repair keeps 22 records"))
      #expect(try ledger.ledger("doctor", "--repair").code == 0)
      #expect(try ledger.ledger("doctor").code == 0)
    }

    @Test("Changed newlines are one finding that names the cause, and a repair loses no record")
    func carriageReturns() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let whole = try ledger.ledger("show", "--log").output.split(separator: "\n").filter { $0.first?.isNumber == true }
      let lines = try ledger.lines
      try ledger.write(lines.flatMap { $0.dropLast() + [13, 10] })
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1)
      #expect(
        result.output == """
          nomad.ledger:1: error: a text tool or version control changed the newlines: 24 of 24 lines end in a carriage \
          return, as with CRLF [changed-newlines]
          nomad.ledger:1: note: nothing is lost: a repair rewrites every readable record with the correct newline
          nomad.ledger: no tribe runs: plan() and migrate() throw an error with the code ledger-damaged
          nomad.ledger: a repair keeps 22 records; afterwards:
          nomad.ledger: no tribe runs again because of the damage
          nomad.ledger: if you have a good copy, put it in its place; otherwise run: nomadctl ledger doctor --repair \
          nomad.ledger

          """
      )
      let shown = try ledger.ledger("show", "--log")
      #expect(shown.code == 1 && shown.output.split(separator: "\n").filter { $0.first?.isNumber == true } == whole)
      #expect(try ledger.ledger("doctor", "--repair").code == 0)
      #expect(try ledger.lines.dropFirst() == lines.dropFirst().dropLast())
    }

    @Test("Doctor explains how to convert a ledger in another encoding, and refuses to repair it")
    func converted() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.write(try ledger.bytes.flatMap { [$0, 0] })
      let before = try ledger.state()
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("[changed-encoding]") && result.output.contains("iconv"))
      #expect(try ledger.ledger("doctor", "--repair", "--begin-anew").code == 2)
      let shown = try ledger.ledger("show")
      #expect(shown.code == 1 && shown.output.contains("UTF-16") && !shown.output.contains("a run is writing it"))
      #expect(try ledger.state() == before)
    }

    @Test("Doctor asks the user to fix an unusable ledger lock before the damage")
    func damagedWithForeignLock() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.folder.write("my own notes\n", to: "nomad.ledger.lock")
      var bytes = try ledger.bytes
      bytes[50] ^= 1
      try ledger.write(bytes)
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("no repair can take its lock: fix that first"))
      #expect(try ledger.ledger("doctor", "--repair").code == 2)
    }

    @Test("A refused repair still prints a JSON document")
    func refusedDocument() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.write([])
      let document = try ledger.document("doctor", "--repair")
      #expect((document["repair"] as? [String: Any])?["refused"] as? Bool == true)
      #expect((document["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String } == ["no-record"])
    }

    @Test("A file that cannot be read is reported in one line, with exit code 2", arguments: ["show", "doctor"])
    func unreadable(command: String) throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let folder = ledger.folder
      try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nomad.ledger")
      try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
      let large = try FileHandle(forWritingTo: URL(fileURLWithPath: ledger.path))
      try large.truncate(atOffset: 200 << 20)
      for (name, reason) in [
        ("missing", "'missing' does not exist"), ("link", "a symbolic link to 'nomad.ledger'"),
        ("folder", "it is a folder"),
        ("nomad.ledger", "too large"), ("nomad.ledger.lock", "names a file beside a ledger"), ("", "is empty"),
      ] {
        let result = try LedgerFolder.nomadctl.run(["ledger", command, name], in: folder.url)
        #expect(result.code == 2 && result.output == "", "\(name): \(result)")
        #expect(
          result.error.hasPrefix("nomadctl: error: ") && result.error.contains(reason),
          "\(name): \(result.error)"
        )
        #expect(result.error.filter { $0 == "\n" }.count == 1)
      }
    }

    @Test("A foreign file in place of the ledger lock is an error, and a repair leaves the file unchanged")
    func foreignLock() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.folder.write("my own notes\n", to: "nomad.ledger.lock")
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("[unusable-lock]"))
      #expect(result.output.contains("nomad.ledger: the ledger itself is undamaged\n"))
      #expect(try ledger.ledger("doctor", "--repair").code == 1)
      #expect(ledger.folder.text("nomad.ledger.lock") == "my own notes\n")
    }

    @Test("Doctor refuses --dry-run and --begin-anew without --repair", arguments: ["--dry-run", "--begin-anew"])
    func options(option: String) throws {
      let ledger = try LedgerFolder()
      let result = try ledger.ledger("doctor", option)
      #expect(result.code == 2 && result.error.contains("\(option) needs --repair"))
    }
  }
#endif
