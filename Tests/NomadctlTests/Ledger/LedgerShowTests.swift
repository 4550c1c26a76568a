#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @testable import Nomad
  @testable import NomadFormat
  @testable import nomadctl

  @Suite struct LedgerShowTests {
    @Test(
      "Show lists the tribes of a completed run with end time, duration, attempt and app version, and reports the seal"
    )
    func whole() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let result = try ledger.ledger("show")
      #expect(result.code == 0 && result.error == "")
      #expect(result.output.contains("nomad.ledger: 22 records of 7 tribes"))
      #expect(result.output.contains("  sealed: the last run ended"))
      #expect(result.output.contains("newest version: 2.4.0") && result.output.contains("first start: no"))
      let rows = result.output.split(separator: "\n").filter { $0.hasPrefix("✓") }
      #expect(
        rows.compactMap { $0.split(separator: " ").first { $0.hasPrefix("caravan.") }?.dropFirst(8) } == [
          "KeepOriginals", "SplitNotes", "IdentifyNotes", "GatherTags", "DateNotes", "MoveSettings", "RebuildIndex",
        ]
      )
      let gatherTags = try #require(rows.first { $0.contains("GatherTags") })
      #expect(gatherTags.contains(/2\.0\.0 .*finished \d{4}-\d\d-\d\dT.*Z, \d+ ms, attempt 2, app 2\.4\.0$/))
    }

    @Test("A ledger that no run accepts, because a restore was interrupted, is shown with exit code 1")
    func restoring() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        try await session.append(.restoring(from: "Folder"))
      }
      let result = try ledger.ledger("show")
      #expect(result.code == 1 && result.output.contains("NOT USABLE: a restore of a snapshot was interrupted"))
    }

    @Test("Show prints the error and the attempt of a tribe that failed last")
    func failed() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        for kind in [.began, .failed(error: "no room"), .began, .failed(error: "no time")] as [LedgerRecord.Kind] {
          try await session.append(LedgerRecord(kind, key: "version:2.0.0", name: "T", module: "App", attempt: 2))
        }
      }
      let output = try ledger.ledger("show").output
      #expect(output.contains(/✗ +2\.0\.0 +App\.T +failed .*attempt 2\n +last error: no time\n$/), "\(output)")
    }

    @Test("Show counts the attempts without an end, and a third one holds the tribe")
    func deaths() throws {
      var ledger = try LedgerFolder(running: "--kill-at", "2.4.0")
      var output = try ledger.ledger("show").output
      #expect(output.contains("  not sealed") && output.contains(/! +2\.4\.0\s/))
      #expect(output.contains("1 attempt in a row did not end") && output.contains("checkpoint done: "))
      #expect(!output.contains("HELD"))
      ledger = try LedgerFolder(running: "--kill-at", "2.4.0", times: 3)
      output = try ledger.ledger("show").output
      #expect(output.contains(/■ +2\.4\.0/) && output.contains("3 attempts in a row did not end"))
      #expect(output.contains("HELD: by default, this build of the app does not start it again"))
      let tribes = try #require(try ledger.document("show")["tribes"] as? [[String: Any]])
      let tribe = try #require(tribes.first { $0["key"] as? String == "version:2.4.0" })
      #expect(tribe["deaths"] as? Int == 3 && tribe["held"] as? Bool == true)
      #expect(tribe["appVersion"] as? String == "2.4.0")
    }

    @Test("Each source of derived data is a tribe of its own, with its checksum")
    func derived() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        try await session.append([
          LedgerRecord(key: "changed:index@00000000000000a2", name: "Index", module: "App")
        ])
        // Only a compaction leaves out a source that was forgotten.
        try await session.append([
          LedgerRecord(.forgotten, key: "changed:index@0000000000000001", name: "Index", module: "App")
        ])
      }
      let lines = try ledger.ledger("show").output.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("✓  changed:index@00000000000000a2  App.Index  finished ") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("–  changed:index@0000000000000001  App.Index  forgotten ") }, "\(lines)")
    }

    @Test("A reverted tribe is shown as reverted, an interrupted revert as one, and a rolled back one as nothing")
    func reverted() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        let attempts: [[LedgerRecord.Kind]] = [[.forgotten, .began, .forgotten], [.forgotten, .began], [.began]]
        for (number, kinds) in attempts.enumerated() {
          let key = LedgerKey("version:\(number + 1).0.0")
          try await session.append(LedgerRecord(key: key, name: "T\(number + 1)", module: "App"))
          try await session.append(
            kinds.map {
              LedgerRecord($0, key: key, name: "T\(number + 1) (revert)", module: "App", isOfRevert: true)
            }
          )
        }
      }
      let output = try ledger.ledger("show").output
      #expect(output.contains(#/– +1\.0\.0 +App\.T1 \(revert\) +forgotten\s/#), "\(output)")
      #expect(output.contains(/! +2\.0\.0 +App\.T2 \(revert\) +began\s/), "\(output)")
      #expect(output.contains(/✓ +3\.0\.0 +App\.T3 +finished\s/), "\(output)")
    }

    @Test("The JSON document contains the state of the ledger and of each tribe")
    func json() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let document = try ledger.document("show")
      #expect(document["version"] as? Int == 1 && document["file"] as? String == "nomad.ledger")
      #expect(document["records"] as? Int == 22 && document["sealed"] as? Bool == true)
      #expect(document["newestVersion"] as? String == "2.4.0" && document["firstStart"] as? Bool == false)
      #expect((document["lock"] as? [String: Any])?["records"] as? Int == 22)
      let tribes = try #require(document["tribes"] as? [[String: Any]])
      #expect(tribes.count == 7 && tribes.allSatisfy { $0["state"] as? String == "finished" })
    }

    @Test(
      "Show and doctor change no file without --repair, even if the ledger is in use, read-only, damaged or has no lock"
    )
    func untouched() throws {
      let ledger = try LedgerFolder(running: "--kill-at", "2.4.0")
      func check(_ code: Int32) throws {
        let before = try ledger.state()
        for arguments in [["show"], ["show", "--format", "json"], ["doctor"]] {
          let result = try LedgerFolder.nomadctl.run(
            ["ledger"] + arguments + [LedgerFolder.name],
            in: ledger.folder.url
          )
          #expect(result.code == code, "\(arguments): \(result.error)")
        }
        #expect(try ledger.state() == before)
      }
      let holder = try HeldLock(of: ledger.path)
      try check(0)
      holder.release()
      try ledger.removeLock()
      #expect(try ledger.ledger("show").output.contains("lock file: missing"))
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: ledger.path)
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: ledger.folder.url.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ledger.folder.url.path) }
      try check(0)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ledger.folder.url.path)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: ledger.path)
      var bytes = try ledger.bytes
      bytes[100] ^= 1
      try ledger.write(bytes)
      try check(1)
    }

    @Test("Show prints the records before the damage, and reports the ledger as unusable, with the line")
    func damaged() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var lines = try ledger.lines
      lines[2][15] ^= 1
      try ledger.write(Array(lines.joined()))
      let result = try ledger.ledger("show")
      #expect(result.code == 1 && result.error == "")
      let problem = "The ledger nomad.ledger is damaged: record 2 does not match its checksum."
      #expect(result.output.hasPrefix("nomad.ledger: 1 record of 1 tribe before the problem\n"))
      #expect(result.output.contains("\n  NOT USABLE, line 3: \(problem)\n"))
      #expect(result.output.contains("KeepOriginals") && !result.output.contains("SplitNotes"))
      #expect(!result.output.contains("sealed"))
      let document = try ledger.document("show")
      #expect(document["problem"] as? String == problem && document["line"] as? Int == 3)
      try ledger.write(Array("nomad-ledger 2\n".utf8))
      #expect(try ledger.ledger("show").output.contains("a newer version of Nomad"))
    }

    @Test("Show lists no tribes for a deleted ledger, and refuses a file that is not a ledger")
    func nothingToShow() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try FileManager.default.removeItem(atPath: ledger.path)
      let gone = try ledger.ledger("show")
      #expect(gone.code == 1 && gone.error == "")
      #expect(gone.output.hasPrefix("nomad.ledger: 0 records of 0 tribes before the problem\n"))
      #expect(gone.output.contains("  NOT USABLE: The ledger nomad.ledger is missing, although it had 22 records.\n"))
      #expect(gone.output.contains("  lock file: it counts 22 records, last held by process "))
      try ledger.removeLock()
      for text in ["{}\n", "\0\0\0\0", "# README\n\nnomad-ledger 1\n", ""] {
        try ledger.write(Array(text.utf8))
        let result = try ledger.ledger("show")
        #expect(result.code == 2 && result.error == "nomadctl: error: 'nomad.ledger' is not a ledger\n")
      }
    }

    @Test("A ledger that was moved to another one is not called gone, although its lock file is left")
    func moved() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try FileManager.default.moveItem(atPath: ledger.path, toPath: ledger.path + ".moved")
      for command in ["show", "doctor"] {
        let result = try ledger.ledger(command)
        #expect(result.code == 1)
        #expect(result.output.contains("was moved to another ledger"), "\(result)")
      }
      #expect(try ledger.ledger("doctor", "--repair").code == 2)
    }

    @Test("Show reports a first start for a ledger that has only records of .always tribes")
    func firstStart() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        try await session.append(LedgerRecord(key: "always:A", name: "A"))
      }
      let result = try ledger.ledger("show")
      #expect(result.code == 0 && result.output.contains("first start: yes"))
      #expect(try ledger.document("show")["firstStart"] as? Bool == true)
    }

    // MARK: Redaction

    private static let secrets = [
      "S3cretError", "S3cretReason", "S3cretValue", "S3cretName", "S3cretFolder", "S3cretHolder",
    ]

    /// Returns a ledger with a secret in every place that the user controls.
    private func secretive() async throws -> LedgerFolder {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        for kind in [
          .began, .checkpoint(name: "S3cretName", value: "\"S3cretValue\""), .failed(error: "S3cretError 1"),
          .began, .failed(error: "S3cretError 2"), .began, .failed(error: "S3cretError 1"),
          .checkpoint(name: "S3cretName", value: "\"S3cretValue\""),
        ] as [LedgerRecord.Kind] {
          try await session.append(LedgerRecord(kind, key: "version:1.0.0", name: "Split", module: "App"))
        }
        try await session.append(LedgerRecord(.marked(reason: "S3cretReason"), key: "once:id", name: "Move"))
        try await session.append(.restoring(from: "S3cretFolder"))
      }
      let note = LedgerLock.Note(acknowledged: 10, numbers: (1, 2), holder: "S3cretHolder").bytes
      try Data(note).write(to: URL(fileURLWithPath: ledger.path + ".lock"))
      return ledger
    }

    private func shown(_ path: String, in folder: Folder) throws -> [String] {
      try [["show"], ["show", "--format", "json"]].map { arguments in
        let result = try LedgerFolder.nomadctl.run(["ledger"] + arguments + ["--redact", path], in: folder.url)
        return result.output + result.error
      }
    }

    @Test("Redacted output contains no user data, but keeps tribe names and ids")
    func redacted() async throws {
      let ledger = try await secretive()
      let open = try ledger.ledger("show").output + ledger.ledger("show", "--format", "json").output
      for secret in Self.secrets where secret != "S3cretFolder" { #expect(open.contains(secret), "\(secret)") }
      let folder = ledger.folder.path("S3cretFolder")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for suffix in ["", ".lock"] {
        try FileManager.default.moveItem(atPath: ledger.path + suffix, toPath: "\(folder)/nomad.ledger\(suffix)")
      }
      for output in try shown("\(folder)/nomad.ledger", in: ledger.folder) {
        #expect(!output.contains("S3cret"), "\(output)")
        #expect(output.contains("Split") && output.contains("once:id"), "\(output)")
      }
    }

    @Test("With --redact, messages about unreadable files and about files that are not ledgers contain no path")
    func redactedFailures() throws {
      let folder = try Folder()
      try folder.write("S3cret", to: "S3cretFile")
      try FileManager.default.createDirectory(atPath: folder.path("S3cretFolder"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: folder.path("S3cretLink"), withDestinationPath: "S3cretFile")
      try folder.write("S3cret", to: "S3cret.lock")
      for (name, code) in [
        ("S3cretFile", 2), ("S3cretFolder", 2), ("S3cretLink", 2), ("S3cret.lock", 2), ("S3cretNone", 2),
        ("S3cretFile/x", 2),
      ] as [(String, Int32)] {
        let result = try LedgerFolder.nomadctl.run(["ledger", "show", "--redact", name], in: folder.url)
        #expect(result.code == code && !(result.output + result.error).isEmpty)
        #expect(!(result.output + result.error).contains("S3cret"), "\(result)")
      }
    }

    @Test("With --redact, a damaged ledger reveals nothing of its contents, whichever byte is wrong")
    func redactedDamage() async throws {
      let ledger = try await secretive()
      let (whole, file) = (try ledger.bytes, FileLedger(at: URL(fileURLWithPath: ledger.path)))
      for index in whole.indices {
        var damaged = whole
        damaged[index] ^= 1
        try ledger.write(damaged)
        let account = try LedgerAccount(of: file, named: "FILE")
        let report = LedgerReport(account, of: "S3cretFolder/x", isRedacted: true)
        let all = report.text + String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        #expect(!all.contains("S3cret"), "byte \(index): \(all)")
      }
    }

    @Test("Show and doctor print no control characters or direction overrides from a ledger")
    func printable() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        let name = "A\u{1B}]0;title\u{7}\u{202E}B"
        try await session.append(LedgerRecord(.began, key: "once:\u{9B}2J", name: name, appVersion: "\u{1B}[31m"))
        try await session.append(
          LedgerRecord(
            .failed(error: "one\ntwo\r\u{1B}[2J"),
            key: "once:\u{9B}2J",
            name: name,
            appVersion: "\u{1B}[31m"
          )
        )
      }
      for arguments in [["show"], ["doctor"]] {
        let result = try LedgerFolder.nomadctl.run(["ledger"] + arguments + [LedgerFolder.name], in: ledger.folder.url)
        let controls = result.output.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
        #expect(controls.isEmpty && !result.output.unicodeScalars.contains("\u{202E}"), "\(result.output)")
        #expect(result.code == 0)
      }
    }
  }
#endif
