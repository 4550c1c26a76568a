import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// Code in a tribe that hides an error, or starts work and does not wait for it, is a warning of the check, unless it is certainly harmless.
@Suite struct HazardTests {
  private static let codes: Set<Finding.Code> = [.swallowedError, .unawaitedWork]

  /// Returns the hazards in the body of a tribe's `migrate`, and the directives there without effect, such as
  /// `4:5 swallowed-error 'try?'`; the first line of the body is 4.
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

  @Test("Operators in interpolations change nothing about the rest of a text")
  func operatorsInInterpolations() {
    #expect(found(#"print("\(a + b) // \(try? foo()) \(c - d)")"#) == ["4:22 swallowed-error 'try?'"])
    #expect(found(#"print("\(a + b) do not write try? foo() here \(c - d)")"#) == [])
  }

  @Test("A comment outside of tribes allows nothing in one")
  func allowanceElsewhere() {
    let text = """
      // nomad:allow swallowed-error: checked
      func f() {}
      struct A: Tribe {
        static let target: TribeTarget = .first
        func migrate() async throws { try? use(a) }
      }
      // nomad:allow swallowed-error: checked
      """
    let found = found(in: text)
    #expect(
      found.map { $0.prefix { $0 != "'" } } == [
        "1:4 ineffective-directive ", "5:33 swallowed-error ", "7:4 ineffective-directive ",
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
    "A `catch` after which the tribe goes on as if nothing had failed is a finding",
    arguments: [
      "do { try save() } catch {}", "do { try save() } catch { print(error) }",
      "do { try save() } catch { print(\"failed: \\(error)\") }",
      "do { try save() } catch { logger.error(\"\\(error)\") }",
      "do {\n  try save()\n} catch {\n  Logger.migration.error(\"failed\")\n  return\n}",
      "do { try save() } catch { NSLog(\"%@\", \"\\(error)\") }", "do { try save() } catch { os_log(\"failed\") }",
      "do { try save() } catch { DDLogError(\"failed\") }", "do { try save() } catch { self.log(error) }",
      "do { try save() } catch { Logger(subsystem: a, category: b).error(\"failed\") }",
      "do { try save() } catch { assertionFailure(\"\\(error)\") }",
      "do { try save() } catch { Crashlytics.crashlytics().record(error: error) }",
      "do { try save() } catch { print(describe(error)) }", "do { try save() } catch { _ = error }",
      "do { try save() } catch {\n  let failure = error as NSError\n  print(failure, failure.userInfo)\n}",
      "do { try save() } catch {\n  let text = String(describing: error)\n  print(text)\n}",
      "do { try save() } catch { if let e = error as? Failure { print(e.code) } else { print(error) } }",
      "do { try save() } catch {\n  #if DEBUG\n    fatalError()\n  #endif\n}",
      "do { try save() } catch let error { print(error) }",
      "do { try save() } catch let error as NSError { print(error) }",
      "do { try save() } catch let e as any Error { print(e) }", "do { try save() } catch _ {}",
      "do { try save() } catch Failure.missing { throw Failure.other } catch { print(error) }",
      "do throws(Failure) { try save() } catch { print(error) }",
      "for note in notes { do { try save(note) } catch { continue } }",
      "notes.forEach { do { try save($0) } catch { print(error) } }",
      "func load() -> Note? { do { return try read() } catch { return nil } }",
      "func load() -> Note? {\n  do {\n    return try read()\n  } catch {\n    print(error)\n  }\n  return nil\n}",
      "do { try files.removeItem(at: a); try save() } catch { print(error) }",
      "do { x = try files.removed(at: a) } catch {}",
      "let list = a.map { do { return try read($0) } catch { return nil } }\ntry save(list)",
    ]
  )
  func caught(body: String) {
    let found = found(body)
    #expect(found.count == 1 && found.first?.contains("swallowed-error 'catch'") == true, "\(body): \(found)")
  }

  @Test(
    "A `catch` that reports the error to its caller, recovers from it or knows it is no finding",
    arguments: [
      "do { try save() } catch { throw error }", "do { try save() } catch { print(error); throw Failure.other }",
      "do { try save() } catch { fatalError(\"\\(error)\") }", "do { try save() } catch { exit(1) }",
      "do { try save() } catch { failure = error }", "do { try save() } catch { failures.append(error) }",
      "do { try save() } catch { failures += 1 }", "do { try save() } catch { results[key] = nil }",
      "do { try save() } catch { print(error); notes = [] }", "do { try save() } catch { try restore(copy) }",
      "do { try save() } catch {\n  print(error)\n  await rebuild()\n}",
      "do { try save() } catch { items.forEach { $0.reset() } }",
      "do { try save() } catch { completion(.failure(error)) }",
      "do { try save() } catch { done.resume(throwing: error) }",
      "do { try save() } catch { catalog.rebuild() }", "do { try save() } catch { dialog.show() }",
      "do { try save() } catch { account.logOut() }",
      "func load() -> [Note] { do { return try read() } catch { print(error); return [] } }",
      "func load() -> Bool { do { try read(); return true } catch { return false } }",
      "do { try save() } catch CocoaError.fileNoSuchFile { return }",
      "do { try save() } catch CocoaError.fileNoSuchFile {}",
      "do { try save() } catch is CancellationError {}",
      "do { try save() } catch let error as CocoaError where error.code == .fileNoSuchFile { print(error) }",
      "do { try save() } catch let error where error.isMissing {}",
      "do { try save() } catch let error as Photos.Error { print(error) }",
      "do { try save() } catch Failure.missing(let name) { print(name) } catch { throw error }",
      "do { try files.removeItem(at: url) } catch { print(error) }", "do { try keychain.remove(key) } catch {}",
      "do { try await Task.sleep(for: .seconds(1)) } catch {}", "do { save() } catch {}",
      "do { try save() } catch { if isOld { throw error } }",
      "func load() throws -> Note {\n  do { return try read() } catch { print(error) }\n  return try readOld()\n}",
      "for _ in 1...3 {\n  do { try save(); return } catch { print(error) }\n}\nthrow Failure.other",
      "#if DEBUG\n  do { try save() } catch {}\n#endif", "let s = \"catch {}\"",
    ]
  )
  func recovered(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "A result or a task group whose errors nobody reads is a finding",
    arguments: [
      ("_ = Result { try save() }", "'Result'"), ("let r = Result { try save() }", "'Result'"),
      ("let r = Result(catching: { try save() })\nuse(x)", "'Result'"),
      ("let r: Result<Void, any Error> = Result { try save() }", "'Result'"),
      ("_ = Result<Void, any Error> { try save() }", "'Result'"), ("let _ = Result { try save() }", "'Result'"),
      (
        "try await withThrowingTaskGroup(of: Void.self) { group in\n  for n in notes { group.addTask { try n.save() } }\n}",
        "'withThrowingTaskGroup'"
      ),
      ("await withThrowingTaskGroup { group in group.addTask { try await save() } }", "'withThrowingTaskGroup'"),
      ("try await withThrowingTaskGroup(of: Void.self) { $0.addTask { try save() } }", "'withThrowingTaskGroup'"),
      (
        "try await withThrowingTaskGroup(of: Void.self) { (group: inout Group) -> Void in\n  group.addTask { try save() }\n}",
        "'withThrowingTaskGroup'"
      ),
      (
        "try await withThrowingTaskGroup(of: Void.self, body: { [self] group in\n  group.addTask { try save() }\n})",
        "'withThrowingTaskGroup'"
      ),
    ]
  )
  func unread(body: String, text: String) {
    let found = found(body)
    #expect(found.count == 1 && found.first?.contains("swallowed-error \(text)") == true, "\(body): \(found)")
  }

  @Test(
    "A result or a task group whose errors are read is no finding",
    arguments: [
      "try Result { try save() }.get()", "let r = Result { try save() }\ntry r.get()", "return Result { try save() }",
      "completion(Result { try save() })", "func f() -> Result<Void, any Error> { Result { try save() } }",
      "switch Result { try save() } { case .success: use(); case .failure: throw a }",
      "let r = Result { try save() }\nprint(\"\\(r)\")", "result = Result { try save() }", "let r = Result { save() }",
      "results.append(Result { try save() })", "let r: Result<Int, Failure>? = nil",
      "try await withThrowingTaskGroup(of: Void.self) { group in\n  group.addTask { try save() }\n  try await group.waitForAll()\n}",
      "try await withThrowingTaskGroup(of: Int.self) { group in\n  group.addTask { try save() }\n  for try await n in group { use(n) }\n}",
      "try await withThrowingTaskGroup(of: Int.self) { group in\n  group.addTask { try save() }\n  return try await group.next()\n}",
      "try await withThrowingTaskGroup(of: Int.self) { group in\n  add(to: &group)\n  try await collect(&group)\n}",
      "try await withThrowingTaskGroup(of: Void.self) { $0.addTask { try save() }; try await $0.waitForAll() }",
      "try await withThrowingTaskGroup(of: Void.self) { group in group.addTask { save() } }",
      "try await withThrowingDiscardingTaskGroup { group in group.addTask { try save() } }",
      "try await withThrowingTaskGroup(of: Void.self, body: run)",
    ]
  )
  func read(body: String) {
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
      ("queue.async(execute: { save() })", "'async'"), ("Task(operation: { await save() })", "'Task'"),
      ("URLSession.shared.dataTask(with: url) { data, _, _ in save(data) }.resume()", "'dataTask'"),
      ("let task = session.dataTask(with: url) { save($0) }\ntask.resume()", "'dataTask'"),
      ("session.dataTask(with: url, completionHandler: { d, _, _ in save(d) }).resume()", "'dataTask'"),
      ("session.downloadTask(with: url) { a, _, _ in save(a) }.resume()", "'downloadTask'"),
      ("session.uploadTask(with: r, from: d) { _, _, _ in save() }.resume()", "'uploadTask'"),
      ("OperationQueue.main.addOperation { save() }", "'addOperation'"),
      ("queue?.addOperation {\n  save()\n}", "'addOperation'"),
      ("async let a = save()", "'async"), ("async let _ = save()", "'async"),
      ("async let (a, b) = load()\nuse(c)", "'async"), ("async let a: Void = save()\nuse(x.a)", "'async"),
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
      "async let a = save()\nawait a", "async let a = load(), b = load()\nuse(await a, await b)",
      "async let (a, b) = load()\nlet c = try await b", "async let a = load()\nlet s = await \"\\(a)\"",
      "queue.addOperation { save() }\nqueue.waitUntilAllOperationsAreFinished()", "queue.addOperation(operation)",
      "try await withCheckedThrowingContinuation { done in\n  session.dataTask(with: url) { done.resume() }.resume()\n}",
      "session.dataTask(with: url) { save($0); lock.signal() }.resume()\nlock.wait()",
      "session.dataTask(with: url) { completion($0) }.resume()", "queue.async(execute: item)",
      "await withTaskGroup(of: Void.self) { $0.addTask { save() } }",
    ]
  )
  func awaited(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "Code that stops the app, and a setting of the device, are no findings",
    arguments: [
      "try! save()", "use(note.title!)", "let x = value as! String", "fatalError(\"no notes\")",
      "formatter.locale = Locale.current", "let z = TimeZone.current", "note.changed = Date()",
    ]
  )
  func others(body: String) {
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
          func migrate() async throws { try? f() }
        }
      }
      extension A { struct C { let x = try? a() } }
      struct Other { let x = try? a() }
      func g() { try? f() }
      """
    #expect(found(in: text) == ["6:35 swallowed-error 'try?'", "9:34 swallowed-error 'try?'"])
    let findings = checked(["A.swift": "\(text)", "B.swift": "extension A { var y: Int? { try? a() } }"]).findings
    #expect(findings.map(\.location.file) == ["A.swift", "A.swift", "B.swift"])
    #expect(findings.allSatisfy { $0.severity == .warning })
    #expect(findings.first?.message == "'try?' in tribe 'A.B' hides an error")
  }

  @Test("A build has no such findings")
  func build() {
    let text = tribe("A", ".first", "func migrate() async throws { try? g(); Task { a() } }")
    #expect(find(text).findings.isEmpty)
    #expect(found(in: text).count == 2)
    #expect(find("// nomad:allow swallowed-error\n\(tribe("A", ".first"))").findings.isEmpty)
  }

  @Test("Types of another protocol are not checked")
  func otherProtocol() throws {
    let text = "struct A: Step { static let target: TribeTarget = .first; func f() { try? g() } }"
    let modules = try Check.run([(name: "App", files: ["A.swift"])], protocolName: "Step") { _, body in
      Array(text.utf8).withUnsafeBufferPointer(body)
    }
    #expect(!modules.flatMap(\.findings).contains { Self.codes.contains($0.code) })
  }

  @Test(
    "A directive with a reason silences the code below it",
    arguments: [
      "// nomad:allow swallowed-error: a cache\ntry? save()",
      "// nomad:allow swallowed-error because it is a cache\ntry? save()",
      "/* nomad:allow swallowed-error – a cache */\ntry? save()",
      "// nomad:allow swallowed-error: a cache\n// nomad:allow unawaited-work: a notice\nTask { try? save() }",
      "// nomad:allow swallowed-error: a cache\nlet x = use(\n  try? a(),\n  try? b()\n)",
      "// nomad:allow swallowed-error: a cache\nlet x = load()\n  .map { try? $0.save() }",
      "// nomad:allow unawaited-work: only a notice\nTask {\n  await tell()\n}",
      "// nomad:allow swallowed-error: a cache\nfunc f() {\n  try? g()\n  try? h()\n}",
      "// nomad:allow unawaited-work, swallowed-error: a cache\nTask { try? save() }",
      "// nomad:allow unawaited-work,swallowed-error: a cache\nTask { try? save() }",
      "// nomad:allow unawaited-work swallowed-error – a notice, or a cache\nTask { try? save() }",
    ]
  )
  func allowed(body: String) {
    #expect(found(body) == [], "\(body)")
  }

  @Test(
    "A directive without a reason, or without anything to silence, is a finding",
    arguments: [
      ("// nomad:allow swallowed-error\ntry? save()", ["4:4 ineffective-directive", "5:1 swallowed-error"]),
      ("// nomad:allow swallowed-error:\ntry? save()", ["4:4 ineffective-directive", "5:1 swallowed-error"]),
      ("// nomad:allow swallowed-error: a cache\ntry save()", ["4:4 ineffective-directive"]),
      ("// nomad:allow swallowed-error: a cache\ntry? a()\ntry? b()", ["6:1 swallowed-error"]),
      ("// nomad:allow unawaited-work: a\ntry? save()", ["4:4 ineffective-directive", "5:1 swallowed-error"]),
      ("// nomad:allow crash: checked\ntry? save()", ["4:4 ineffective-directive", "5:1 swallowed-error"]),
      ("// nomad:allow trap: checked\nlet x = a!", ["4:4 ineffective-directive"]),
      ("// nomad:allow ambient-value: checked\nlet l = Locale.current", ["4:4 ineffective-directive"]),
      (
        "// nomad:allow swallowed-error, trap: a cache\ntry? save(a!)",
        ["4:4 ineffective-directive", "5:1 swallowed-error"]
      ),
      (
        "// nomad:allow unawaited-work, swallowed-eror: a\nTask { try? a() }",
        ["4:4 ineffective-directive", "5:1 unawaited-work", "5:8 swallowed-error"]
      ),
      (
        "// nomad:allow unawaited-work, swallowed-error\nTask { try? a() }",
        ["4:4 ineffective-directive", "5:1 unawaited-work", "5:8 swallowed-error"]
      ),
      ("// nomad:allow unawaited-work, swallowed-error: a\ntry? save()", ["4:4 ineffective-directive"]),
      (
        "// nomad:allow unawaited-work and swallowed-error: a\nTask { try? a() }",
        ["4:4 ineffective-directive", "5:1 unawaited-work", "5:8 swallowed-error"]
      ),
      ("// nomad:allow unawaited-work: and swallowed-error\nTask { try? a() }", ["5:8 swallowed-error"]),
      (
        "// nomad:allow unwritten-tribe: later\ntry NomadError.unwritten(\"\")",
        ["4:4 ineffective-directive", "5:5 unwritten-tribe"]
      ),
      ("// nomad:allow\ntry? save()", ["4:4 ineffective-directive", "5:1 swallowed-error"]),
      ("// nomad:allow swallowed-error: a\n\ntry? save()", ["4:4 ineffective-directive", "6:1 swallowed-error"]),
      ("try? save() // nomad:allow swallowed-error: a", ["4:1 swallowed-error", "4:16 ineffective-directive"]),
      ("// nomad:alow swallowed-error: a\ntry? save()", ["4:4 ineffective-directive", "5:1 swallowed-error"]),
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
      "#endif else if guard try? (", "catch", "} catch {", "do { try a() } catch let", "Result {", "Result<",
      "async let",
      "withThrowingTaskGroup {", "withThrowingTaskGroup(", "withThrowingTaskGroup { group", "x.dataTask(",
      "async let (",
      "do { try a() } catch { return", "do { try a() } catch { print(", "catch {} catch {}", "do {} catch { x =",
    ]
  )
  func robust(text: String) {
    #expect(checked(["A.swift": tribe("A", ".first") + text]).tribes.count == 1)
    #expect(
      checked(["A.swift": "struct A: Tribe { static let target: TribeTarget = .first; " + text]).tribes.count <= 1
    )
  }
}
