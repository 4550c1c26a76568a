import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// Code in a tribe that can lose data or stop the app is a warning of the check, unless it is certainly harmless.
@Suite struct HazardTests {
  private static let codes: Set<Finding.Code> = [.swallowedError, .unawaitedWork, .trap, .ambientValue]

  /// Returns the hazards in the body of a tribe's `migrate`, and the directives there without effect, such as
  /// `4:5 trap '!'`; the first line of the body is 4.
  private func found(_ body: String) -> [String] {
    let text = """
      struct A: Tribe {
        static let target: TribeTarget = .literal("1.0.0")
        func migrate() async throws {
      \(body)
        }
      }
      """
    return found(in: text)
  }

  private func found(in text: String, protocolName: String = "Tribe") -> [String] {
    checked(["A.swift": text]).findings.filter {
      Self.codes.contains($0.code) || [.ineffectiveDirective, .unwrittenTribe].contains($0.code)
    }
    .map { "\($0.location.line):\($0.location.column) \($0.code.rawValue) \($0.message.prefix { $0 != " " })" }
  }

  @Test("A comment outside of tribes allows nothing in one")
  func allowanceElsewhere() {
    let text = """
      // nomad:allow trap: checked
      func f() {}
      struct A: Tribe {
        static let target: TribeTarget = .first
        func migrate() async throws { use(a!) }
      }
      // nomad:allow trap: checked
      """
    let found = found(in: text)
    #expect(
      found.map { $0.prefix { $0 != "'" } } == [
        "1:4 ineffective-directive ", "5:38 trap ", "7:4 ineffective-directive ",
      ]
    )
  }

  @Test(
    "A swallowed error is a finding",
    arguments: [
      "try? save()", "_ = try? save()", "let x = try? load()", "return try? load()", "notes.forEach { try? $0.save() }",
      "guard let x = try? load() else { return }", "guard let a = b,\n  let x = try? load()\nelse { return }",
      "if let x = try? load() { use(x) }", "try? FileManager.default.moveItem(at: a, to: b)",
      "let x = try? load() ?? []", "x = (try? load())?.name", #"let s = "\(try? load())""#,
      #"if "\(try? load())" == "x" { use() }"#,
    ]
  )
  func swallowed(body: String) {
    let found = found(body)
    #expect(found.count == 1 && found.first?.contains("swallowed-error 'try?'") == true, "\(body): \(found)")
  }

  @Test(
    "An error that is handled, or that changes nothing, is no finding",
    arguments: [
      "try save()", "let x = (try? load()) ?? []", "if (try? load()) != nil { use() }",
      "let isThere = (try? url.check())?.isThere == true", "guard let x = try? load() else { throw Failure() }",
      "guard let a = b,\n  let x = try? load()\nelse {\n  throw Failure()\n}",
      "if let x = try? load() { use(x) } else { try other() }",
      "if let x = try? load() {\n  use(x)\n} else if b {\n  other()\n}", "if let x = try? load() { return use(x) }",
      "try? FileManager.default.removeItem(at: url)", "try? keychain.remove(key)",
      "defer { try? files.removeItem(at: url) }", "try? await Task.sleep(for: .seconds(1))",
      #"let s = "\((try? load()) ?? 0)""#, "let s = \"try? x\"", "// try? x", "let r = /try? x/",
      "#if DEBUG\n  try? save()\n#endif",
    ]
  )
  func handled(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "Work that nothing waits for is a finding",
    arguments: [
      ("Task { try await save() }", "'Task'"), ("Task(priority: .high) { await save() }", "'Task'"),
      ("Task.detached { await save() }", "'Task.detached'"), ("let t = Task { await save() }", "'Task'"),
      ("Task<Void, Never> { await save() }", "'Task'"), ("DispatchQueue.main.async { save() }", "'async'"),
      ("queue.async(flags: .barrier) { save() }", "'async'"),
      ("queue.asyncAfter(deadline: .now() + 1) { save() }", "'asyncAfter'"),
      ("container.performBackgroundTask { save($0) }", "'performBackgroundTask'"),
    ]
  )
  func unawaited(body: String, text: String) {
    let found = found(body)
    #expect(found.count == 1 && found.first?.contains("unawaited-work \(text)") == true, "\(body): \(found)")
  }

  @Test(
    "Work that the tribe waits for is no finding",
    arguments: [
      "try await Task { try await save() }.value", "let t = Task { await save() }\nawait t.value",
      "let t = Task.detached { try await save() }\nlet r = await t.result",
      "await withCheckedContinuation { done in\n  queue.async { save(); done.resume() }\n}",
      "try await withCheckedThrowingContinuation(isolation: nil) { done in DispatchQueue.main.async { done.resume() } }",
      "queue.async { save(); lock.signal() }\nlock.wait()", "queue.async(group: group) { save() }",
      "queue.async { completion() }", "return Promise { seal in queue.async { seal.fulfill(()) } }",
      "queue.sync { save() }", "try await Task.sleep(for: .seconds(1))",
      "await container.performBackgroundTask { save($0) }", "try Task.checkCancellation()",
      "let t: Task<Void, Never>? = nil",
      "async let a = save()\nawait a", "await withTaskGroup(of: Void.self) { $0.addTask { save() } }",
    ]
  )
  func awaited(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "Code that can stop the app is a finding",
    arguments: [
      ("try! save()", "'try!'"), ("let x = value as! String", "'as!'"), ("fatalError(\"no notes\")", "'fatalError'"),
      ("preconditionFailure()", "'preconditionFailure'"), ("use(note.title!)", "'!'"), ("let x = notes.first!", "'!'"),
      ("let x = row[\"title\"]!", "'!'"), ("let x = URL(string: text)!", "'!'"),
      ("let x = URL(string: \"https://\\(host)\")!", "'!'"), ("let x = (value as? Note)!", "'!'"),
      ("let x = UserDefaults.standard.data(forKey: \"notes\")!", "'!'"), ("let x = try! Regex(text)", "'try!'"),
      ("let s = note!.title", "'!'"), ("let c = Case(rawValue: number)!", "'!'"),
      ("let x = UserDefaults(suiteName: name)!", "'!'"), (#"let x = UserDefaults(suiteName: "a\(b)" + name)!"#, "'!'"),
      (#"let x = URL(string: "https://a/\(name)")!"#, "'!'"), (#"print("\(x!)")"#, "'!'"),
      (#"let x = try! Regex("\\\(name)")"#, "'try!'"),
      (#"let s = "a \(x) and \(try! f())""#, "'try!'"),
      (##"let s = #"\#(x as! Int)"#"##, "'as!'"),
      (#"let s = "\(f("\(x!)"))""#, "'!'"), ("let s = \"\"\"\n  \\(x!)\n  \"\"\"", "'!'"),
      (#"let x = "\(y)".first(3)!"#, "'!'"), (#"let x = Int("\(y)")!"#, "'!'"),
    ]
  )
  func trap(body: String, text: String) {
    let found = found(body)
    #expect(found.count == 1 && found.first?.contains("trap \(text)") == true, "\(body): \(found)")
  }

  @Test(
    "Code that cannot fail, or depends on no data, is no finding",
    arguments: [
      "if !isDone && a != b { save() }", "var x: String!", "let f: ((Int) -> Void)! = nil", "var list: [Note]!",
      "func load(_ note: Note!) -> Note! { note }", "let x = URL(string: \"https://example.com\")!",
      ##"let x = try! Regex(#"\("#)"##,
      "let x = try! NSRegularExpression(pattern: \"\\\\(.*\\\\)\")", "let x = try! Regex(\"[a-z]+\")",
      "let x = UUID(uuidString: \"0B6A2F7E-0000-0000-0000-000000000000\")!", "let x = text.data(using: .utf8)!",
      "let x = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!",
      "let x = TimeZone(identifier: \"UTC\")!", "let x = TimeZone(secondsFromGMT: 0)!",
      "let x = UserDefaults(suiteName: \"group.notes\")!", #"let x = UserDefaults(suiteName: "group.\(name).\(id)")!"#,
      "let x = NSSearchPathForDirectoriesInDomains(.cachesDirectory, .userDomainMask, true).first!",
      "if note.title != nil { use(note.title!) }",
      "guard title != nil else { return }\nuse(title!)", "if value is String { use(value as! String) }",
      "#if DEBUG\n  fatalError()\n#endif", "let r = /a!/", "let s = \"a!\"", "assert(x)",
      "if a == nil || a!.isOld { save() }", "guard x != nil else { return }\nprint(\"\\(x!)\")",
      ##"let s = #"\(x!)"#"##, #"let d = "\(name)".data(using: .utf8)!"#, #"let s = "a! \(b) c!""#,
    ]
  )
  func harmless(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "A setting of the device is a finding",
    arguments: [
      "formatter.locale = Locale.current", "let z = TimeZone.current", "let c = Calendar.autoupdatingCurrent",
      "text.lowercased(with: Locale.current)", "formatter.locale = .current", "f.timeZone = .autoupdatingCurrent",
      "parse(text, locale: .current)",
    ]
  )
  func ambient(body: String) {
    let found = found(body)
    #expect(found.count == 1 && found.first?.contains("ambient-value") == true, "\(body): \(found)")
  }

  @Test(
    "A time stamp and a fixed setting are no findings",
    arguments: [
      "note.changed = Date()", "note.changed = Date.now", "let l = Locale(identifier: \"en_US_POSIX\")",
      "let v = Version.current", "let v = state.current", "version = .current", "let z = TimeZone.gmt",
    ]
  )
  func fixed(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test("Only a tribe's own declarations have hazards, in any file, and each is the innermost tribe's")
  func places() {
    let text = """
      struct A: Tribe {
        static let target: TribeTarget = .literal("1.0.0")
        func migrate() async throws {}
        struct B: Tribe {
          static let target: TribeTarget = .literal("2.0.0")
          func migrate() async throws { try! f() }
        }
      }
      extension A { struct C { let x = a! } }
      struct Other { let x = a! }
      func g() { try? f() }
      """
    #expect(found(in: text) == ["6:35 trap 'try!'", "9:35 trap '!'"])
    let findings = checked(["A.swift": "\(text)", "B.swift": "extension A { var y: Int { a! } }"]).findings
    #expect(findings.map(\.location.file) == ["A.swift", "A.swift", "B.swift"])
    #expect(findings.allSatisfy { $0.severity == .warning })
    #expect(findings.first?.message == "'try!' in tribe 'A.B' can stop the app")
  }

  @Test("A build has no such findings")
  func build() {
    let text = tribe("A", ".first", "func migrate() async throws { try! f(); try? g(); Task { a! } }")
    #expect(find(text).findings.isEmpty)
    #expect(found(in: text).count == 4)
    #expect(find("// nomad:allow trap\n\(tribe("A", ".first"))").findings.isEmpty)
  }

  @Test("Types of another protocol are not checked")
  func otherProtocol() throws {
    let text = "struct A: Step { static let target: TribeTarget = .first; func f() { try! g() } }"
    let modules = try Check.run([(name: "App", files: ["A.swift"])], protocolName: "Step") { _, body in
      Array(text.utf8).withUnsafeBufferPointer(body)
    }
    #expect(!modules.flatMap(\.findings).contains { Self.codes.contains($0.code) })
  }

  @Test(
    "A directive with a reason silences the code below it",
    arguments: [
      "// nomad:allow trap: the file is in the bundle\nlet x = a!",
      "// nomad:allow trap because the file is in the bundle\nlet x = a!",
      "/* nomad:allow trap – checked above */\nlet x = a!",
      "// nomad:allow trap: checked\n// nomad:allow swallowed-error: a cache\ntry? use(a!)",
      "// nomad:allow trap: checked\nlet x = use(\n  a!,\n  b!\n)",
      "// nomad:allow trap: checked\nlet x = load()\n  .first!",
      "// nomad:allow unawaited-work: only a notice\nTask {\n  await tell()\n}",
      "// nomad:allow trap: generated\nfunc f() {\n  g(a!)\n  h(b!)\n}",
      "// nomad:allow ambient-value: shown to the user\nlet l = Locale.current",
      "// nomad:allow trap, swallowed-error: a cache\ntry? use(a!)",
      "// nomad:allow trap,ambient-value, swallowed-error: a cache\ntry? use(a!, Locale.current)",
      "// nomad:allow trap swallowed-error – a trap, or a cache\ntry? use(a!)",
    ]
  )
  func allowed(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "A directive without a reason, or without anything to silence, is a finding",
    arguments: [
      ("// nomad:allow trap\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
      ("// nomad:allow trap:\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
      ("// nomad:allow trap: checked\nlet x = a", ["4:4 ineffective-directive"]),
      ("// nomad:allow trap: checked\nlet x = a!\nlet y = b!", ["6:10 trap"]),
      ("// nomad:allow swallowed-error: checked\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
      ("// nomad:allow crash: checked\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
      ("// nomad:allow trap, crash: checked\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
      (
        "// nomad:allow trap, swallowed-eror: a\ntry? use(a!)",
        ["4:4 ineffective-directive", "5:1 swallowed-error", "5:11 trap"]
      ),
      (
        "// nomad:allow trap, swallowed-error\ntry? use(a!)",
        ["4:4 ineffective-directive", "5:1 swallowed-error", "5:11 trap"]
      ),
      ("// nomad:allow trap, swallowed-error: checked\nlet x = a!", ["4:4 ineffective-directive"]),
      (
        "// nomad:allow trap and swallowed-error: a\ntry? use(a!)",
        ["4:4 ineffective-directive", "5:1 swallowed-error", "5:11 trap"]
      ),
      ("// nomad:allow trap: and swallowed-error\ntry? use(a!)", ["5:1 swallowed-error"]),
      (
        "// nomad:allow unwritten-tribe: later\ntry NomadError.unwritten(\"\")",
        ["4:4 ineffective-directive", "5:5 unwritten-tribe"]
      ),
      ("// nomad:allow\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
      ("// nomad:allow trap: checked\n\nlet x = a!", ["4:4 ineffective-directive", "6:10 trap"]),
      ("let x = a! // nomad:allow trap: checked", ["4:10 trap", "4:15 ineffective-directive"]),
      ("// nomad:alow trap: checked\nlet x = a!", ["4:4 ineffective-directive", "5:10 trap"]),
    ]
  )
  func ineffective(body: String, expected: [String]) {
    let found = found(body).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(found == expected, "\(body)")
  }

  @Test(
    "Hostile sources end",
    arguments: [
      "{{{((([[[ try? a! Task {", "}}}) ] try? x) ?? a!", "!", "Task<", "try!", "as!", "#if DEBUG",
      "#endif else if guard try? (",
    ]
  )
  func robust(text: String) {
    #expect(checked(["A.swift": tribe("A", ".first") + text]).tribes.count == 1)
    #expect(
      checked(["A.swift": "struct A: Tribe { static let target: TribeTarget = .first; " + text]).tribes.count <= 1
    )
  }
}
