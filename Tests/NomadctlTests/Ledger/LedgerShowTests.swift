#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
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
      #expect(result.output.contains("sealed at 2"))
      #expect(result.output.contains("newest version: 2.4.0") && result.output.contains("first start: no"))
      let rows = result.output.split(separator: "\n").filter { $0.hasPrefix("✓") }
      #expect(
        rows.compactMap { $0.split(separator: " ").first { $0.hasPrefix("caravan.") }?.dropFirst(8) } == [
          "KeepOriginals", "SplitNotes", "IdentifyNotes", "GatherTags", "DateNotes", "MoveSettings", "RebuildIndex",
        ]
      )
      let gatherTags = try #require(rows.first { $0.contains("GatherTags") })
      #expect(
        gatherTags.contains(
          /2\.0\.0 .*finished \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC, took \d+ ms, attempt 2, app 2\.4\.0$/
        )
      )
      #expect(result.output.contains(/last error, .* UTC: .*--fail-at/))
    }

    @Test(
      "An unfinished attempt may still be running until the next one begins, and a third such attempt holds the tribe"
    )
    func deaths() throws {
      var ledger = try LedgerFolder(running: "--kill-at", "2.4.0")
      var output = try ledger.ledger("show").output
      #expect(output.contains("not sealed") && output.contains(/! +2\.4\.0 .* runs now or was interrupted/))
      #expect(output.contains("checkpoint done: ") && !output.contains("died"))
      ledger = try LedgerFolder(running: "--kill-at", "2.4.0", times: 3)
      output = try ledger.ledger("show").output
      #expect(output.contains(/■ +2\.4\.0/) && output.contains("the process died during 2 attempts"))
      #expect(output.contains("HELD") && output.contains("this build of app 2.4.0 does not start it again"))
      let tribes = try #require(try ledger.document("show")["tribes"] as? [[String: Any]])
      let tribe = try #require(tribes.first { $0["key"] as? String == "version:2.4.0" })
      #expect(tribe["deaths"] as? Int == 3 && tribe["held"] as? Bool == true)
      #expect(tribe["state"] as? String == "unfinished" && tribe["appVersions"] as? [String] == ["2.4.0"])
    }

    @Test("Each source of derived data is a tribe of its own, with its checksum")
    func derived() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        try await session.append([
          LedgerRecord(key: "always:App.Clean", name: "Clean", module: "App"),
          LedgerRecord(key: "changed:index@00000000000000a2", name: "Index", module: "App"),
          LedgerRecord(key: "once:a", name: "Move", module: "App"),
        ])
        // Only a compaction leaves out a source that was forgotten.
        try await session.append([
          LedgerRecord(.forgotten, key: "changed:index@0000000000000001", name: "Index", module: "App")
        ])
      }
      let lines = try ledger.ledger("show").output.split(separator: "\n")
      let places = ["App.Move", "index\")@00000000000000a2", "index\")@0000000000000001", "App.Clean"].map { text in
        lines.firstIndex { $0.contains(text) } ?? -1
      }
      #expect(places == places.sorted() && !places.contains(-1), "\(lines)")
      #expect(lines.contains { $0.contains(".whenChanged(\"index\")@0000000000000001") && $0.contains("forgotten") })
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
            kinds.map { LedgerRecord($0, key: key, name: "T\(number + 1) (revert)", module: "App") }
          )
        }
      }
      let output = try ledger.ledger("show").output
      #expect(output.contains(/– +1\.0\.0 +App\.T1 +reverted .*, so it runs again/), "\(output)")
      #expect(output.contains(/! +2\.0\.0 +App\.T2 +revert\s/), "\(output)")
      #expect(output.contains(/✓ +3\.0\.0 +App\.T3 +finished/), "\(output)")
      let tribes = try #require(try ledger.document("show")["tribes"] as? [[String: Any]])
      #expect(tribes.first?["state"] as? String == "reverted" && tribes.first?["name"] as? String == "T1")
    }

    @Test("The JSON document contains both views and the state of the ledger")
    func json() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      let document = try ledger.document("show")
      #expect(document["version"] as? Int == 1)
      let whole = try #require(document["ledger"] as? [String: Any])
      #expect(whole["condition"] as? String == "readable" && whole["sealed"] as? Bool == true)
      #expect(whole["newestVersion"] as? String == "2.4.0" && whole["firstStart"] as? Bool == false)
      #expect(whole["acknowledged"] as? Int == 22 && whole["file"] as? String == "nomad.ledger")
      let log = try #require(document["log"] as? [[String: Any]])
      #expect(log.count == 23 && log.first?["event"] as? String == "began" && log.last?["event"] as? String == "sealed")
      #expect(log.compactMap { $0["sequence"] as? Int } == Array(1...22))
      let tribes = try #require(document["tribes"] as? [[String: Any]])
      #expect(tribes.compactMap { ($0["lastError"] as? [String: Any])?["text"] as? String }.count == 1)
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

    @Test("Show prints the readable part of a damaged ledger, marks the gap, and reports the ledger as unusable")
    func damaged() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      var lines = try ledger.lines
      lines[2][15] ^= 1
      try ledger.write(Array(lines.joined()))
      let result = try ledger.ledger("show")
      #expect(result.code == 1)
      #expect(
        result.output.contains("21 records of 7 tribes")
          && result.output.contains("NOT USABLE: it is damaged: record 2")
      )
      let reason = "\(lines[2].count - 1) bytes cannot be read"
      #expect(result.output.contains("\n    line 3: \(reason)"))
      #expect(result.output.contains("\n    record 2 is lost\n"))
      let damage = try #require(try ledger.document("show")["damage"] as? [[String: Any]])
      #expect(damage.map { $0["line"] as? Int } == [3, nil])
      #expect((damage[0]["reason"] as? String)?.hasPrefix(reason) == true)
      let whole = try #require(try ledger.document("show")["ledger"] as? [String: Any])
      #expect(whole["condition"] as? String == "damaged" && whole["firstStart"] as? Bool == false)
      try ledger.write(Array("nomad-ledger 2\n".utf8))
      #expect(try ledger.ledger("show").output.contains("a newer version of Nomad"))
    }

    @Test("Show lists no records or tribes for a deleted ledger and for a file that is not a ledger")
    func nothingToShow() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      func check(_ condition: String, _ lines: String...) throws {
        let result = try ledger.ledger("show")
        #expect(result.code == 1 && result.error == "")
        let shown = result.output.split(separator: "\n")
        #expect(shown.count == lines.count, "\(result.output)")
        for (shown, line) in zip(shown, lines) { #expect(shown.hasPrefix(line), "\(result.output)") }
        let document = try ledger.document("show")
        #expect((document["ledger"] as? [String: Any])?["condition"] as? String == condition)
        #expect((document["log"] as? [Any])?.isEmpty == true && (document["tribes"] as? [Any])?.isEmpty == true)
      }
      try FileManager.default.removeItem(atPath: ledger.path)
      try check(
        "damaged",
        "nomad.ledger: no such file",
        "  NOT USABLE: it is gone, but 22 lines were acknowledged. No tribe runs with it. No record can be read.",
        "    records 1-22 are lost",
        "  lock file: 22 lines were acknowledged, last held by process "
      )
      try ledger.removeLock()
      for text in ["{}\n", "\0\0\0\0", "# README\n\nnomad-ledger 1\n"] {
        try ledger.write(Array(text.utf8))
        try check("not-a-ledger", "nomad.ledger: this is not a ledger: its first line is not 'nomad-ledger 1', no line")
      }
      try ledger.write([])
      try check("not-a-ledger", "nomad.ledger: this is not a ledger: ")
    }

    @Test("A ledger that was moved to another one is not called gone, although its lock file is left")
    func moved() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try FileManager.default.moveItem(atPath: ledger.path, toPath: ledger.path + ".moved")
      for command in ["show", "doctor"] {
        let result = try ledger.ledger(command)
        #expect(result.code != 0)
        #expect(result.error.contains("was moved to another ledger"), "\(result)")
      }
    }

    @Test("Show never claims that a run is writing a damaged ledger")
    func damagedEnd() throws {
      for accident in ["--fail-at", "--kill-at"] {
        let ledger = try LedgerFolder(running: accident, "2.0.0")
        var lines = try ledger.lines
        lines[1][15] ^= 1
        try ledger.write(Array(lines.joined()))
        let output = try ledger.ledger("show").output
        #expect(!output.contains("a run is writing it") && !output.contains("runs now"), "\(output)")
        #expect(output.contains(", but no end is recorded") == (accident == "--kill-at"))
      }
    }

    @Test("Show reports a foreign file in place of the ledger lock")
    func foreignLock() throws {
      let ledger = try LedgerFolder(running: "--fail-at", "2.0.0")
      try ledger.folder.write("my own notes\n", to: "nomad.ledger.lock")
      #expect(try ledger.ledger("show").output.contains("lock file: no run can take it: the existing file was not"))
      #expect((try ledger.document("show")["ledger"] as? [String: Any])?["lockFault"] is String)
    }

    @Test("Show reports a first start for a ledger that has only records of .always tribes")
    func firstStart() async throws {
      let ledger = try LedgerFolder()
      try await FileLedger(at: URL(fileURLWithPath: ledger.path)).withExclusiveAccess { session in
        try await session.append(LedgerRecord(key: "always:A", name: "A"))
      }
      let result = try ledger.ledger("show")
      #expect(result.code == 0 && result.output.contains("first start: yes"))
      #expect((try ledger.document("show")["ledger"] as? [String: Any])?["firstStart"] as? Bool == true)
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
        try await session.append(LedgerRecord(.marked(reason: "S3cretReason"), key: "start:1.0.0", name: "start"))
      }
      let note = LedgerLock.Note(acknowledged: 10, holder: "S3cretHolder").bytes
      try Data(note).write(to: URL(fileURLWithPath: ledger.path + ".lock"))
      return ledger
    }

    private func shown(_ path: String, in folder: Folder) throws -> [String] {
      try [["show"], ["show", "--format", "json"]].map { arguments in
        let result = try LedgerFolder.nomadctl.run(["ledger"] + arguments + ["--redact", path], in: folder.url)
        return result.output + result.error
      }
    }

    @Test("Redacted output contains no user data, but keeps tribe names, ids and numbered errors")
    func redacted() async throws {
      let ledger = try await secretive()
      let open = try ledger.ledger("show").output + ledger.ledger("show", "--format", "json").output
      for secret in Self.secrets where secret != "S3cretFolder" { #expect(open.contains(secret), "\(secret)") }
      let folder = ledger.folder.path("S3cretFolder")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for suffix in ["", ".lock"] {
        try FileManager.default.moveItem(atPath: ledger.path + suffix, toPath: "\(folder)/nomad.ledger\(suffix)")
      }
      let path = "\(folder)/nomad.ledger"
      let outputs = try shown(path, in: ledger.folder)
      for output in outputs {
        #expect(!output.contains("S3cret"), "\(output)")
        #expect(output.contains("Split") && output.contains("id") && output.contains("<error 1>"), "\(output)")
      }
      // Equal errors can still be recognized.
      #expect(outputs[1].contains("<error 2>") && !outputs[1].contains("<error 3>"))
      #expect(outputs[1].components(separatedBy: "<error 1>").count == 4)
    }

    @Test("With --redact, messages about unreadable files and about files that are not ledgers contain no path")
    func redactedFailures() throws {
      let folder = try Folder()
      try folder.write("S3cret", to: "S3cretFile")
      try FileManager.default.createDirectory(atPath: folder.path("S3cretFolder"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: folder.path("S3cretLink"), withDestinationPath: "S3cretFile")
      try folder.write("S3cret", to: "S3cret.lock")
      for (name, code) in [
        ("S3cretFile", 1), ("S3cretFolder", 2), ("S3cretLink", 2), ("S3cret.lock", 2), ("S3cretNone", 2),
        ("S3cretFile/x", 2),
      ] as [(String, Int32)] {
        let result = try LedgerFolder.nomadctl.run(["ledger", "show", "--redact", name], in: folder.url)
        #expect(result.code == code && !(result.output + result.error).isEmpty)
        #expect(!(result.output + result.error).contains("S3cret"), "\(result)")
      }
    }

    @Test("With --redact, a damaged line reveals nothing of its contents, whichever byte is wrong")
    func redactedDamage() async throws {
      let ledger = try await secretive()
      let whole = try ledger.bytes
      for index in whole.indices {
        var damaged = whole
        damaged[index] ^= 1
        let account = LedgerAccount(of: damaged, lock: .success(nil), file: "S3cretFolder/x").redacted()
        let all = LedgerReport(account: account).text + account.json(isRedacted: true).printed()
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
