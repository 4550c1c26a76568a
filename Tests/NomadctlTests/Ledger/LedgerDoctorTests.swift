#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @testable import Nomad

  @Suite struct LedgerDoctorTests {
    @Test("Doctor reports a healthy ledger in one line, with exit code 0, and a repair leaves it unchanged")
    func healthy() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let before = try ledger.state()
      for arguments in [["doctor"], ["doctor", "--repair"]] {
        let result = try LedgerFolder.nomadctl.run(["ledger"] + arguments + [LedgerFolder.name], in: ledger.folder.url)
        #expect(result.code == 0 && result.error == "")
        #expect(result.output == "nomad.ledger: healthy: 22 records\n")
      }
      #expect(try ledger.state() == before)
    }

    @Test("A torn end and a missing ledger lock are no damage")
    func torn() throws {
      let ledger = try LedgerFolder(running: "--kill-at", "2.4.0", times: 3)
      try ledger.write(try ledger.bytes.dropLast(20))
      // The lock acknowledges the last record. Without the lock, nothing shows that the record was complete.
      #expect(try ledger.ledger("doctor").code == 1)
      try ledger.removeLock()
      #expect(try ledger.ledger("doctor").code == 0)
      #expect(try ledger.ledger("show").output.contains("lock file: missing"))
    }

    @Test(
      "A ledger or a ledger lock from a backup is no damage, and show names the count",
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
      #expect(result.code == 0 && result.output.contains("nomad.ledger: healthy: 11 records"))
      let show = try ledger.ledger("show").output
      #expect(show.contains("nomad.ledger: 11 records"))
      #expect(show.contains("lock file: it or the ledger is a copy; it counts 22 records, last"))
      #expect((try ledger.document("show")["lock"] as? [String: Any])?["isCopy"] as? Bool == true)
    }

    @Test("Doctor names the damaged line, what a repair keeps, and the remedy")
    func damaged() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var lines = try ledger.lines
      lines[4][12] ^= 4
      try ledger.write(Array(lines.joined()))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.error == "")
      #expect(
        result.output == """
          nomad.ledger:5: The ledger nomad.ledger is damaged: record 4 does not match its checksum.
          nomad.ledger: a repair keeps 3 records
          nomad.ledger: each tribe that finished later runs again, on data that it has migrated
          nomad.ledger: if you have a good copy, put it in its place; otherwise run: swift package nomad ledger doctor --repair \
          nomad.ledger

          """
      )
    }

    @Test("Doctor and show say that a restore was interrupted")
    func interruptedRestore() async throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try await FileLedger.file(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess {
        try await $0.append(.restoring(from: "/snapshots"))
      }
      let fact = "a restore of a snapshot was interrupted"
      for arguments in [["doctor"], ["doctor", "--repair"]] {
        let result = try LedgerFolder.nomadctl.run(["ledger"] + arguments + [LedgerFolder.name], in: ledger.folder.url)
        #expect(result.code == 1 && result.output == "nomad.ledger: no tribe runs: \(fact)\n")
      }
      #expect(try ledger.ledger("show").output.contains("  NOT USABLE: \(fact)\n"))
      #expect(try !ledger.ledger("show", "--redact").output.contains("/snapshots"))
      #expect(try ledger.document("show")["restoring"] as? Bool == true)
    }

    @Test("A repair does what doctor announced, keeps the damaged file, and leaves a healthy ledger")
    func repair() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var lines = try ledger.lines
      lines.remove(at: 9)
      let damaged = Array(lines.joined())
      try ledger.write(damaged)
      let preview = try ledger.ledger("doctor")
      #expect(preview.code == 1 && preview.output.contains("a repair keeps 11 records"))
      #expect(preview.output.contains("nomad.ledger:10: The ledger nomad.ledger is damaged: record 12 is missing"))
      #expect(try ledger.folder.names() == ["nomad.ledger", "nomad.ledger.lock"])

      let result = try ledger.ledger("doctor", "--repair")
      #expect(result.code == 0, "\(result)")
      #expect(result.output.contains("nomad.ledger: repaired: kept 11 records\n"))
      let copy = ledger.path + ".damaged-1"
      #expect(result.output.contains("nomad.ledger: the damaged file is now \(copy)\n"))
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: copy))) == damaged)
      #expect(try ledger.ledger("doctor").code == 0)
      let again = try ledger.ledger("doctor", "--repair")
      #expect(again.code == 0 && again.output.contains("healthy"))
      #expect(try ledger.folder.names() == ["nomad.ledger", "nomad.ledger.damaged-1", "nomad.ledger.lock"])
    }

    @Test(
      "If there is no record before the damage, a repair starts with an empty ledger only on request",
      arguments: [false, true]
    )
    func beginAnew(isGone: Bool) throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      if isGone { try FileManager.default.removeItem(atPath: ledger.path) } else { try ledger.write([]) }
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("--repair --start-over"))
      #expect(result.output.contains("a repair starts with an empty ledger"))
      let refused = try ledger.ledger("doctor", "--repair")
      #expect(refused.code == 2 && refused.error.hasPrefix("nomadctl: error: not repaired: "))
      #expect(
        try ledger.folder.names() == ["nomad.ledger", "nomad.ledger.lock"].filter { !isGone || $0.hasSuffix("lock") }
      )
      let empty = try ledger.ledger("doctor", "--repair", "--start-over")
      #expect(empty.code == 0 && empty.output.contains("started with an empty ledger"))
      #expect(empty.output.contains("every tribe runs again, on data that it has migrated"))
      #expect(ledger.folder.exists("nomad.ledger.damaged-1") != isGone)
      #expect(try ledger.ledger("doctor").code == 2)
    }

    @Test("A repair changes nothing while another process holds the ledger lock")
    func held() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var bytes = try ledger.bytes
      bytes[400] ^= 1
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
      #expect(result.code == 1 && result.output.contains("written by a newer version of Nomad"))
      let repair = try ledger.ledger("doctor", "--repair")
      #expect(repair.code == 2 && repair.error.contains("not repaired"))
      #expect(try ledger.bytes == Array("nomad-ledger 2\nwhat it likes\n".utf8))
    }

    @Test(
      "A ledger without a record is damaged, and --start-over can replace it",
      arguments: ["nomad-ledger 1\r\n", "nomad-ledger 1\n", "nomad-ledger x\ny\n"]
    )
    func nothingLeft(text: String) throws {
      let ledger = try LedgerFolder()
      try ledger.write(Array(text.utf8))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1)
      #expect(result.output.contains("swift package nomad ledger doctor --repair --start-over nomad.ledger"))
      #expect(try ledger.ledger("show").code == 1)
      #expect(try ledger.ledger("doctor", "--repair", "--start-over").code == 0)
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
      for arguments in [[], ["--repair"], ["--repair", "--start-over"]] {
        let refused = try LedgerFolder.nomadctl.run(
          ["ledger", "doctor"] + arguments + [LedgerFolder.name],
          in: ledger.folder.url
        )
        #expect(refused.code == 2 && refused.error == "nomadctl: error: 'nomad.ledger' is not a ledger\n")
      }
      #expect(try ledger.state() == before)
    }

    @Test("Doctor treats a file with foreign contents as a damaged ledger if the ledger lock acknowledges records")
    func foreignContents() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.write(Array("{}\n".utf8))
      let result = try ledger.ledger("doctor")
      #expect(result.code == 1 && result.output.contains("--repair --start-over nomad.ledger"))
      #expect(try ledger.ledger("doctor", "--repair", "--start-over").code == 0)
      #expect(ledger.folder.text("nomad.ledger.damaged-1") == "{}\n")
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
        ("missing", "'missing' does not exist"), ("link", "link could not be read: "),
        ("folder", "folder could not be read: "),
        ("nomad.ledger", "too large"), ("nomad.ledger.lock", "reserved for a file beside a ledger"), ("", "is empty"),
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
      for arguments in [["show"], ["doctor"], ["doctor", "--repair"]] {
        let result = try LedgerFolder.nomadctl.run(["ledger"] + arguments + [LedgerFolder.name], in: ledger.folder.url)
        #expect(result.code == 2 && result.error.contains("nomad.ledger.lock could not be read: "), "\(result)")
      }
      #expect(ledger.folder.text("nomad.ledger.lock") == "my own notes\n")
    }

    @Test("Doctor refuses --start-over without --repair")
    func options() throws {
      let ledger = try LedgerFolder()
      let result = try ledger.ledger("doctor", "--start-over")
      #expect(result.code == 2 && result.error.contains("--start-over needs --repair"))
    }
  }
#endif
