import NomadSources
import NomadSyntax
import NomadTargets
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

/// Stored types are compared with the lock, accepted and locked.
@Suite struct StoredTypeLockTests {
  private func census(_ modules: [String: String], isComplete: Bool = true, stored: Set<String> = []) throws
    -> TribeCensus
  {
    let files = modules.mapValues { ["A.swift": "import Nomad\n" + $0] }
    var package = try checkedPackage(files, stored: stored)
    package.isComplete = isComplete
    return TribeCensus(of: package)
  }

  private func census(_ text: String) throws -> TribeCensus { try census(["App": text]) }

  /// Locks a release and returns the lock as it is read again.
  @discardableResult
  private func release(
    _ release: String?,
    _ census: TribeCensus,
    _ lock: inout ReleaseLock
  ) throws -> [String] {
    #expect(!lock.findings(in: census).contains { $0.severity == .error })
    var changes = try lock.update(to: census, release: release)
    changes += try lock.updateShapes(to: census, release: release)
    lock = ReleaseLock(reading: lock.text.utf8)
    #expect(lock.readingFindings.isEmpty)
    return changes.map(\.text)
  }

  private func locked(_ text: String, in version: String = "2.4.0") throws -> ReleaseLock {
    var lock = ReleaseLock()
    try release(version, try census(text), &lock)
    return lock
  }

  private func accept(_ name: String, _ census: TribeCensus, _ lock: inout ReleaseLock) -> [String] {
    let changes = lock.acceptShapes(name, because: "why", ShapeJudgement(lock, census))
    lock = ReleaseLock(reading: lock.text.utf8)
    return changes.map(\.text)
  }

  private func findings(_ text: String, _ lock: ReleaseLock) throws -> [String] { lock.findings(try census(text)) }

  private func messages(_ text: String, _ lock: ReleaseLock) throws -> [String] {
    lock.findings(in: try census(text)).map(\.message)
  }

  /// The lines of the lock about types.
  private func lines(_ lock: ReleaseLock) -> [String] {
    lock.stored.sorted().map(\.line) + lock.shapes.sorted().map(\.line)
  }

  private static let note = "struct Note: Codable, Stored { var text: String }\n"
  private static let dated = "struct Note: Codable, Stored { var text: String\nvar dueDate: Double }\n"
  private static let shape = "shape App.Note 2.4.0 { text: String }"

  @Test("A release locks each stored type, with the types in it, and a second one leaves the lines unchanged")
  func locking() throws {
    let text = """
      struct Note: Codable, Stored { var author: Author?; var theme: Theme; let version = 1 }
      struct Author: Codable { var name: String }
      enum Theme: String, Codable { case dark, light = "l" }
      struct Other: Codable {}

      """
    var lock = try locked(text)
    let expected = [
      "shape App.Author 2.4.0 { name: String }",
      "shape App.Note 2.4.0 { author: Author?, theme: Theme, let version: Int }",
      #"shape App.Theme 2.4.0 String { dark = "dark", light = "l" }"#,
    ]
    #expect(lines(lock) == expected)
    #expect(try findings(text, lock) == [])
    #expect(try release("2.5.0", try census(text), &lock) == [])
    #expect(lines(lock) == expected)
  }

  @Test("A type that the lock does not know is no finding, and without a release nothing is locked")
  func unlocked() throws {
    var lock = try locked("")
    #expect(try findings(Self.note, lock) == [])
    #expect(try release(nil, try census(Self.note), &lock) == [])
  }

  @Test("A property that old data lacks is an error at the property, which names who is hurt and how")
  func unmigrated() throws {
    let lock = try locked(Self.note)
    let found = try #require(lock.findings(in: try census(Self.dated)).first)
    #expect(try findings(Self.dated, lock) == ["App/A.swift:3:5 unmigrated-shape"])
    #expect(found.severity == .error)
    #expect(found.message == "users up to 2.4.0 have 'App.Note' without 'dueDate', and decoding throws keyNotFound")
    #expect(found.notes.first?.location.file == "Tribes.lock" && found.notes.first?.location.line == 5)
    #expect(found.notes.last?.message.contains("swift package nomad new VERSION --for Note") == true)
  }

  @Test(
    "Changes of a type",
    arguments: [
      ("var text: String\nvar done: Bool?", "3:5 shape-change"), ("\nvar text: String?", "3:5 shape-change"),
      ("", "2:8 shape-change"), ("\nvar text: Int", "3:5 unmigrated-shape"),
      ("\nvar body: String", "3:5 unmigrated-shape"),
      ("var text: String = \"\"; func f() {}; var count: Int { 1 }; static var x = 1", nil),
      ("\nvar text: String; enum CodingKeys: String, CodingKey { case text = \"t\" }", "3:5 unmigrated-shape"),
      ("var body: String; enum CodingKeys: String, CodingKey { case body = \"text\" }", nil),
      ("var text: String; init(from decoder: any Decoder) throws { text = \"\" }", "2:36 shape-change"),
      (
        "var text: String; init(from decoder: any Decoder) throws { text = try Self.read(decoder) }",
        "2:91 unmigrated-shape"
      ),
    ]
  )
  func changes(body: String, expected: String?) throws {
    let lock = try locked(Self.note)
    let found = try findings("struct Note: Codable, Stored { \(body) }", lock)
    #expect(found == [expected].compactMap { $0 }.map { "App/A.swift:" + $0 })
  }

  @Test("Only a new tribe that lists the type resolves its findings, for each type that is stored by itself")
  func migrated() throws {
    let notes = "struct Notes: Codable, Stored { var all: [Note] }\n"
    let old = tribe("Old", #".literal("2.0.0")"#, migrates("Note", "Notes"))
    let lock = try locked(Self.note + notes + old)
    func codes(_ target: String, _ body: String) throws -> [String] {
      let text = Self.dated + notes + old + tribe("New", target, body)
      return lock.findings(in: try census(text)).map(\.code.rawValue)
    }
    #expect(try codes(#".literal("2.5.0")"#, migrates("Note", "Notes")) == [])
    #expect(try codes(#".once("a")"#, migrates("Notes", "Note")) == [])
    #expect(try codes(#".literal("2.5.0")"#, migrates("Note")) == ["unmigrated-shape"])
    #expect(try codes(#".literal("2.5.0")"#, migrates("Notes")) == ["unmigrated-shape"])
    // Only an app without any recorded version runs a new .first tribe.
    #expect(try codes(".first", migrates("Note", "Notes")) == ["unmigrated-shape"])
    // A tribe that uses the type is no migration of it.
    #expect(try codes(#".literal("2.5.0")"#, "let a = Note.self") == ["unmigrated-shape", "live-type"])
    #expect(
      try codes(#".literal("2.5.0")"#, migrates("Note", "Notes") + "; func f(_: Note?) {}") == ["live-type"]
    )
  }

  @Test("A tribe that uses a stored type as it is now gets a warning, and an error once the type has changed")
  func live() throws {
    let always = tribe("Always", ".always", "let a = Note.self")
    let old = tribe("Old", #".literal("2.0.0")"#, "let a = Notes.self")
    let notes = "struct Notes: Codable, Stored { var all: [Note] }\n"
    var lock = try locked(Self.note + notes + old + always, in: "2.0.0")
    let warning = try #require(lock.findings(in: try census(Self.note + notes + old + always)).first)
    #expect(warning.severity == .warning && warning.code == .liveType)
    #expect(warning.message == "tribe 'App.Old' uses 'App.Notes' as it is now")
    let new = tribe("New", #".literal("2.5.0")"#, migrates("Note", "Notes") + "; let a = Note.self")
    let text = Self.dated + notes + old + always + new
    let found = lock.findings(in: try census(text))
    #expect(try findings(text, lock) == ["App/A.swift:5:81 live-type", "App/A.swift:7:140 live-type"])
    #expect(
      found.map(\.message) == [
        "tribe 'App.Old' uses 'App.Notes' as it is now, but users of versions before 2.0.0 have 'App.Note' without 'dueDate'",
        "tribe 'App.New' uses 'App.Note' as it is now, but users up to 2.0.0 have it without 'dueDate'",
      ]
    )
    #expect(found.allSatisfy { $0.severity == .error })
    // A copy of the note alone would leave the notes as they are.
    #expect(found[0].notes.contains { $0.message.contains("swift package nomad freeze Notes --release 2.0.0") })
    for name in ["App.Old", "App.New"] {
      let accepted = accept(name, try census(text), &lock)
      #expect(accepted.count == 1 && accepted[0].hasPrefix("accepted live-type \(name) "), "\(accepted)")
    }
    let left = try findings(text, lock)
    #expect(left == [], "\(lock.text)")
    try release("2.5.0", try census(text), &lock)
    #expect(try findings(text, lock) == [])
    // The type changes again.
    let again = text.replacing("dueDate: Double", with: "dueDate: Double?")
    #expect(
      try findings(again, lock) == [
        "App/A.swift:3:5 shape-change", "App/A.swift:5:81 live-type", "App/A.swift:7:140 live-type",
      ]
    )
  }

  @Test("An accepted use of a type does not accept that the tribe is late")
  func lateAndLive() throws {
    let shipped = tribe("Shipped", #".literal("2.0.0")"#)
    let late = tribe("Late", #".literal("1.5.0")"#, "let a = Note.self")
    var lock = try locked(Self.note + shipped, in: "2.0.0")
    #expect(
      lock.findings(in: try census(Self.note + shipped + late)).map(\.code.rawValue) == ["late-tribe", "live-type"]
    )
    _ = accept("App.Late", try census(Self.note + shipped + late), &lock)
    #expect(lock.readingFindings.isEmpty)
    #expect(lock.findings(in: try census(Self.note + shipped + late)).map(\.code.rawValue) == ["late-tribe"])
  }

  @Test("A tribe that shipped before its type was locked is compared with the oldest known shape")
  func oldest() throws {
    let old = tribe("Old", #".literal("2.0.0")"#, "let a = Note.self")
    var lock = try locked(old, in: "2.0.0")
    try release("2.4.0", try census(Self.note + old), &lock)
    #expect(lock.findings(in: try census(Self.note + old)).map(\.severity) == [.warning])
    let found = lock.findings(in: try census(Self.dated + old))
    #expect(found.map(\.code.rawValue) == ["unmigrated-shape", "live-type"])
    #expect(found.allSatisfy { $0.severity == .error })
  }

  @Test("An accepted shape holds until the type changes, and the next release gives it its version")
  func accepted() throws {
    var lock = try locked(Self.note)
    #expect(try ShapeJudgement(lock, census(Self.dated)).namesToAccept == ["App.Note"])
    let line = try #require(accept("App.Note", try census(Self.dated), &lock).first)
    #expect(line.hasPrefix("accepted unmigrated-shape App.Note ") && line.hasSuffix(#" "why""#))
    #expect(try findings(Self.dated, lock) == [] && lines(lock) == [Self.shape])
    #expect(lock.accepted.map(\.line) == [line])
    #expect(accept("App.Note", try census(Self.dated), &lock) == [])
    let other = Self.dated.replacing("Double", with: "Int")
    #expect(
      try messages(other, lock) == [
        "users up to 2.4.0 have 'App.Note' without 'dueDate', and decoding throws keyNotFound"
      ]
    )
    #expect(try findings(Self.note, lock) == [])
    try release("2.5.0", try census(Self.dated), &lock)
    #expect(lines(lock) == [Self.shape, "shape App.Note 2.5.0 { dueDate: Double, text: String }"])
    #expect(lock.accepted.map(\.line) == [line + #" shipped "2.5.0""#])
    #expect(try findings(Self.dated, lock) == [])
    // The same step in a later release is another one.
    try release("2.6.0", try census(Self.note + tribe("Back", #".literal("2.6.0")"#, migrates("Note"))), &lock)
    #expect(try findings(Self.dated, lock).contains { $0.hasSuffix(" unmigrated-shape") })
  }

  @Test("An accepted shape does not count for a release of another branch that came after it")
  func acceptedBefore() throws {
    var lock = try locked(Self.note)
    _ = accept("App.Note", try census(Self.dated), &lock)
    let merged = lock.text + "shape App.Note 2.5.0 { color: Int?, text: String }\n"
    lock = ReleaseLock(reading: merged.utf8)
    #expect(try findings(Self.dated, lock).contains("App/A.swift:3:5 unmigrated-shape"))
    #expect(accept("App.Note", try census(Self.dated), &lock).count == 1)
    #expect(try findings(Self.dated, lock) == [])
    // Nor for one whose newest shape looks like the old one.
    let back = lock.text + "shape App.Note 2.6.0 { text: String }\n"
    #expect(try findings(Self.dated, ReleaseLock(reading: back.utf8)) == ["App/A.swift:3:5 unmigrated-shape"])
    // A fix of an older release changes nothing.
    lock = ReleaseLock(reading: (lock.text + "shape App.Note 2.4.1 { text: String }\n").utf8)
    #expect(try findings(Self.dated, lock) == [])
  }

  @Test("What was accepted for a release goes with its shape if the release is locked again with another one")
  func acceptedAgain() throws {
    func note(_ member: String) -> String { "struct Note: Codable, Stored { \(member) }\n" }
    var lock = try locked(note("var a: Int"))
    _ = accept("App.Note", try census(note("var a: String")), &lock)
    try release("2.5.0", try census(note("var a: String")), &lock)
    #expect(lock.accepted.map { $0[.shipped] } == ["2.5.0"])
    let changes = try release("2.5", try census(note("")), &lock)
    #expect(changes.count == 3 && lock.accepted.isEmpty)
    #expect(try findings(note("var a: String?"), lock) == ["App/A.swift:2:36 unmigrated-shape"])
  }

  @Test("The accepted end of a type counts only for what the sources had then")
  func acceptedEnd() throws {
    var lock = try locked(Self.note)
    let plain = "struct Note: Codable { var text: String; var a: Int? }\n"
    func codes(_ text: String) throws -> [String] {
      lock.findings(in: try census(["App": text], stored: lock.typeNames)).map(\.code.rawValue)
    }
    #expect(try codes(plain) == ["unmigrated-shape"])
    _ = accept("App.Note", try census(["App": plain], stored: lock.typeNames), &lock)
    #expect(try codes(plain) == [])
    #expect(try codes(plain.replacing("Int?", with: "Int")) == ["unmigrated-shape"])
    #expect(try codes("") == ["shape-change"])
    let memo = "struct Memo: Codable, Stored { var text: String; var b: Int }\n"
    #expect(try codes(plain + memo).contains("unmigrated-shape"))
  }

  @Test("An acceptance does not depend on the spaces in a condition")
  func spaces() throws {
    let text = { "#if os(iOS)||DEBUG\nstruct Note: Codable, Stored { var a: \($0 as String) }\n#endif\n" }
    var lock = try locked(text("Int"))
    _ = accept("App.Note", try census(text("String")), &lock)
    #expect(try findings(text("String").replacing("||", with: " || "), lock) == [])
  }

  @Test("Two properties of one unreadable type are accepted by one line")
  func oneDoubt() throws {
    let text = "import Kit\nstruct Note: Codable, Stored { var far: Far; var near: Far }\n"
    var lock = try locked(text)
    #expect(accept("App.Note", try census(text), &lock).count == 1)
    #expect(try findings(text, lock) == [])
  }

  @Test("An accepted shape does not count once a type that is new in it has changed")
  func acceptedPart() throws {
    let old = "struct Note: Codable, Stored { var theme: Theme }\nenum Theme: String, Codable { case dark }\n"
    var lock = try locked(old)
    let new = "struct Note: Codable, Stored { var theme: Mood }\nenum Mood: String, Codable { case dark, light }\n"
    #expect(try findings(new, lock) == ["App/A.swift:2:36 shape-change"])
    let accepted = accept("App.Note", try census(new), &lock)
    #expect(accepted.first?.hasPrefix("accepted shape-change App.Note ") == true)
    #expect(try findings(new, lock) == [])
    #expect(try findings(new.replacing("dark, light", with: "light"), lock) == ["App/A.swift:2:36 unmigrated-shape"])
    try release("2.5.0", try census(new), &lock)
    #expect(lock.accepted.map { $0[.shipped] } == ["2.5.0"])
    #expect(try findings(new, lock) == [])
  }

  @Test("Renaming a generic type is no finding, if its shape stays the same")
  func renamedGeneric() throws {
    let text = "struct Note: Codable, Stored { var box: Box<Int> }\nstruct Box<T: Codable>: Codable { var value: T }\n"
    let lock = try locked(text)
    #expect(try findings(text.replacing("Box", with: "Crate"), lock) == [])
    let other = text.replacing("Box", with: "Crate").replacing("value: T", with: "content: T")
    #expect(try findings(other, lock).contains { $0.hasSuffix(" unmigrated-shape") })
    #expect(
      try findings(text.replacing("Box<Int>", with: "Crate<String>").replacing("Box", with: "Crate"), lock).count == 1
    )
  }

  @Test("An enum with a raw type of the package is coded by the names of its cases")
  func declaredRawType() throws {
    let code = "struct Code: Equatable, ExpressibleByIntegerLiteral { init(integerLiteral value: Int) {} }\n"
    let text = code + "enum Kind: Code, Codable, Stored { case low = 1, high = 2 }\n"
    let lock = try locked(text)
    #expect(try findings(text.replacing("high = 2", with: "high = 3"), lock) == [])
    #expect(try findings(text.replacing("low", with: "small"), lock).allSatisfy { $0.hasSuffix(" unmigrated-shape") })
    #expect(try !findings(text.replacing("low", with: "small"), lock).isEmpty)
  }

  @Test("A shipped tribe that the sources have handles an older shape only if it migrates the type")
  func unrelated() throws {
    let first = "struct Note: Codable, Stored { var a: Int; var x: String }\n"
    let second = "struct Note: Codable, Stored { var a: Int }\n"
    let third = "struct Note: Codable, Stored { var a: Int; var x: Int? }\n"
    for (tribe, isReported) in [
      (tribe("Other", #".literal("2.5.0")"#), true), (tribe("Own", #".literal("2.5.0")"#, migrates("Note")), false),
    ] {
      var lock = try locked(first)
      try release("2.5.0", try census(second + tribe), &lock)
      let found = try findings(third + tribe, lock)
      #expect(found.contains { $0.hasSuffix(" unmigrated-shape") } == isReported, "\(found)")
    }
  }

  @Test("An accepted shape that changed again before its release is dropped by the release")
  func stale() throws {
    var lock = try locked(Self.note)
    let line = try #require(accept("App.Note", try census(Self.dated), &lock).first)
    let optional = Self.dated.replacing("Double", with: "Double?")
    let changes = try release("2.5.0", try census(optional), &lock)
    #expect(
      changes == [
        "locked shape App.Note 2.5.0 { dueDate: Double?, text: String }",
        "dropped " + line,
      ]
    )
    #expect(lines(lock) == [Self.shape, "shape App.Note 2.5.0 { dueDate: Double?, text: String }"])
  }

  @Test("Locking a release again replaces its own line, and an older line stays")
  func again() throws {
    var lock = try locked(Self.note, in: "2.3.0")
    let optional = "struct Note: Codable, Stored { var text: String; var a: Int? }"
    try release("2.4.0", try census(optional), &lock)
    let both = optional.replacing(" }", with: "; var b: Int? }")
    try release("2.4", try census(both), &lock)
    #expect(
      lines(lock) == [
        "shape App.Note 2.3.0 { text: String }", "shape App.Note 2.4 { a: Int?, b: Int?, text: String }",
      ]
    )
  }

  @Test("A type with another name and the same shape is no finding, and its lines move")
  func renamed() throws {
    let text = """
      struct Note: Codable, Stored { var author: Author; var kind: Kind; enum Kind: Int, Codable { case a } }
      struct Author: Codable { var friends: [Author]; var notes: [Note] }
      struct Tag: Codable, Stored { var notes: Set<Note.Kind> }

      """
    var lock = try locked(text, in: "2.0.0")
    let moved = text.replacing("Note", with: "Entry").replacing("Author", with: "Writer")
    #expect(try findings(moved, lock) == [])
    let changes = try release(nil, try census(moved), &lock)
    #expect(changes.count == 4)
    #expect(changes.contains("updated shape App.Entry 2.0.0 { author: Writer, kind: Entry.Kind }"))
    #expect(lines(lock) == lines(try locked(moved, in: "2.0.0")))
  }

  @Test("A type that moved to another module keeps its lines")
  func movedModule() throws {
    var lock = try locked(Self.note)
    let moved = try census(["App": "import Model", "Model": "public " + Self.note])
    #expect(lock.findings(moved) == [])
    #expect(try release(nil, moved, &lock) == ["updated shape Model.Note 2.4.0 { text: String }"])
    // A module that was not checked may still have the type.
    let other = try locked(Self.note)
    #expect(other.findings(try census(["Model": Self.note], isComplete: false)) == [])
  }

  @Test("A locked type that is gone is a warning at its line, until it is accepted or the release is locked")
  func gone() throws {
    var lock = try locked(Self.note)
    #expect(try findings("", lock) == ["Tribes.lock:5:1 shape-change"])
    #expect(
      try messages("", lock) == ["users up to 2.4.0 have 'App.Note', which the sources no longer store"]
    )
    var other = lock
    #expect(accept("App.Note", try census(""), &lock).first?.hasPrefix("accepted shape-change App.Note ") == true)
    #expect(try findings("", lock) == [])
    try release("2.5.0", try census(""), &lock)
    #expect(lines(lock) == [Self.shape + #" removed "2.5.0""#] && lock.accepted.map { $0[.shipped] } == ["2.5.0"])
    try release("2.5.0", try census(""), &other)
    #expect(lines(other) == [Self.shape + #" removed "2.5.0""#])
    #expect(try findings("", other) == [] && (try release("2.6.0", try census(""), &other)) == [])
    // The type is back: it is compared with what was stored, and its line is in force again.
    #expect(try findings(Self.dated, other) == ["App/A.swift:3:5 unmigrated-shape"])
    #expect(try release(nil, try census(Self.note), &other) == ["updated " + Self.shape])
  }

  @Test("A type that is gone is an error if a new one has some of its members, unless a new tribe migrates that one")
  func renamedAndChanged() throws {
    let lock = try locked(Self.note)
    let memo = "struct Memo: Codable, Stored { var text: String\nvar dueDate: Double }\n"
    #expect(try findings(memo, lock) == ["Tribes.lock:5:1 unmigrated-shape"])
    #expect(
      try findings(memo + tribe("New", #".literal("2.5.0")"#, migrates("Memo")), lock)
        == ["Tribes.lock:5:1 shape-change"]
    )
    let other = "struct Memo: Codable, Stored { var dueDate: Double }\n"
    #expect(try findings(other, lock) == ["Tribes.lock:5:1 shape-change"])
  }

  @Test("A type of the package that has the name of a known alias is no alias")
  func ownAlias() throws {
    let note = "struct Note: Codable, Stored { var length: TimeInterval }\n"
    let lock = try locked(note)
    let own = "struct TimeInterval: Codable { var seconds: Double }\n"
    #expect(try findings(note + own, lock) == ["App/A.swift:2:36 unmigrated-shape"])
  }

  @Test("Private types of one name have one line, and are uncertain if they differ")
  func privateNamesakes() throws {
    let first = "import Nomad\nprivate struct S: Codable, Stored { var a: Int }\n"
    func census(_ second: String) throws -> TribeCensus {
      let files = ["App": ["A.swift": first, "B.swift": "import Nomad\nprivate " + second]]
      return TribeCensus(of: try checkedPackage(files))
    }
    var lock = ReleaseLock()
    let same = try census("struct S: Codable, Stored { var a: Int }\n")
    try release("2.4.0", same, &lock)
    #expect(lines(lock) == ["shape App.S 2.4.0 { a: Int }"])
    #expect(lock.findings(same) == [])
    #expect(
      lock.findings(try census("struct S: Codable, Stored { var b: Int }\n")) == ["App/B.swift:2:16 unread-shape"]
    )
  }

  @Test("A part that moves to another module and changes is compared with what it was")
  func movedPart() throws {
    let folder = "struct Folder: Codable, Stored { var author: Author }\n"
    let lock = try locked(folder + "struct Author: Codable { var name: String }\n")
    let author = "public struct Author: Codable { public var name: String\npublic var age: Int }\n"
    let moved = try census(["App": "import Model\n" + folder, "Model": author])
    #expect(lock.findings(moved) == ["Model/A.swift:3:12 unmigrated-shape"])
  }

  @Test("A type in other builds than before is compared with what builds that are both had")
  func otherBuilds() throws {
    let lock = try locked("#if os(iOS)\n" + Self.note + "#endif\n")
    for condition in ["os(iOS) || os(tvOS)", "canImport(UIKit)", "DEBUG"] {
      #expect(
        try findings("#if \(condition)\n" + Self.dated + "#endif\n", lock) == ["App/A.swift:4:5 unmigrated-shape"]
      )
    }
    #expect(try findings("#if !os(iOS)\n" + Self.dated + "#endif\n", lock) == [])
  }

  @Test("A part that is gone is told by the type around it alone")
  func gonePart() throws {
    let text = "struct Note: Codable, Stored { var a: Part?; var b: Int }\nstruct Part: Codable { var c: Int }\n"
    var lock = try locked(text)
    let without = text.replacing("var a: Part?; ", with: "")
    #expect(try findings(without, lock) == ["App/A.swift:2:8 shape-change"])
    try release("2.5.0", try census(without), &lock)
    #expect(try findings(without, lock) == [])
  }

  @Test("A module that was checked only in part is not judged")
  func parts() throws {
    let lock = try locked(Self.note)
    var package = try checkedPackage(["App": ["A.swift": "import Nomad\n" + Self.dated]])
    (package.parts, package.isComplete) = (["App"], false)
    #expect(lock.findings(TribeCensus(of: package)) == [])
  }

  @Test("A type in several builds has a line for each, and each build is compared with its own")
  func branches() throws {
    let text = """
      #if os(iOS)
      struct Note: Codable, Stored { var a: Int }
      #else
      struct Note: Codable, Stored { var b: Int }
      #endif

      """
    var lock = try locked(text)
    let expected = [
      #"shape App.Note 2.4.0 { a: Int } if "os(iOS)""#, #"shape App.Note 2.4.0 { b: Int } if "!os(iOS)""#,
    ]
    #expect(lines(lock) == expected)
    #expect(try findings(text, lock) == [])
    let changed = text.replacing("b: Int", with: "b: Int; var c: Int")
    #expect(try findings(changed, lock) == ["App/A.swift:5:48 unmigrated-shape"])
    // One build's shape changes, and the other line stays in force.
    let optional = text.replacing("b: Int", with: "b: Int; var c: Int?")
    try release("2.5.0", try census(optional), &lock)
    #expect(lines(lock) == expected + [#"shape App.Note 2.5.0 { b: Int, c: Int? } if "!os(iOS)""#])
    #expect(try findings(optional, lock) == [])
    // All builds have one shape now.
    let one = "struct Note: Codable, Stored { var a: Int?; var b: Int?; var c: Int? }"
    #expect(try findings(one, lock).allSatisfy { $0.hasSuffix("shape-change") })
    try release("2.6.0", try census(one), &lock)
    #expect(lines(lock).last == "shape App.Note 2.6.0 { a: Int?, b: Int?, c: Int? }")
    #expect(try findings(one, lock) == [])
  }

  @Test("A property that cannot be read is a warning at the property, which can be accepted")
  func unread() throws {
    let text = "struct Note: Codable, Stored { var a = f() }\nfunc f() -> Int { 1 }\n"
    var lock = try locked(text)
    #expect(lines(lock) == ["shape App.Note 2.4.0 { a: _ }"])
    #expect(try findings(text, lock) == ["App/A.swift:2:36 unread-shape"])
    #expect(try messages(text, lock) == ["the shape of 'App.Note' is not certain: 'a' has no written type"])
    #expect(accept("App.Note", try census(text), &lock).first?.hasPrefix("accepted unread-shape App.Note ") == true)
    #expect(try findings(text, lock) == [])
    try release("2.5.0", try census(text), &lock)
    #expect(try findings(text, lock) == [] && lock.accepted.map { $0[.shipped] } == [nil])
    let foreign = "import Kit\nstruct Note: Codable, Stored { var a: Far }"
    #expect(
      try messages(foreign, try locked(foreign)) == [
        "the shape of 'App.Note' is not certain: 'Far' cannot be read here"
      ]
    )
  }

  @Test("A listed type is stored, and its line goes when the type does")
  func listed() throws {
    let text = "struct Note: Codable { var text: String }\n"
    var lock = ReleaseLock()
    let census = try census(["App": text], stored: ["App.Note"])
    #expect(try lock.list("App.Note", in: census)?.text == "locked stored App.Note")
    #expect(try lock.list("App.Note", in: census) == nil)
    for name in ["App.Gone", "Note"] {
      #expect(throws: Failure.self) {
        try lock.list(name, in: try self.census(["App": text], stored: ["App.Note", name]))
      }
    }
    try release("2.4.0", census, &lock)
    #expect(lines(lock) == ["stored App.Note", Self.shape] && lock.storedNames == ["App.Note"])
    let without = try self.census(["App": ""], stored: ["App.Note"])
    #expect(lock.findings(without) == ["Tribes.lock:6:1 unmigrated-shape"])
    #expect(accept("App.Note", without, &lock).first?.hasPrefix("accepted unmigrated-shape App.Note ") == true)
    #expect(lock.findings(without) == [])
    let removed = Self.shape + #" removed "2.5.0""#
    #expect(try release("2.5.0", without, &lock) == ["updated " + removed, "dropped stored App.Note"])
    #expect(lines(lock) == [removed])
  }

  @Test("If a listed type gets the name of another one, no comment is lost")
  func listedTwice() throws {
    let shape = "struct Old: Codable, Stored { var text: String }\n"
    var lock = try locked(shape)
    let lines = lock.text + "# why Old\nstored App.Old\n# why New\nstored App.New\n"
    lock = ReleaseLock(reading: lines.utf8)
    let renamed = try census(["App": shape.replacing("Old", with: "New")], stored: ["App.Old", "App.New"])
    _ = try release(nil, renamed, &lock)
    #expect(lock.stored.map(\.line) == ["stored App.New"])
    #expect(lock.text.contains("# why Old\n") && lock.text.contains("# why New\n"), "\(lock.text)")
  }

  @Test("Two modules may have types of one name")
  func sameNames() throws {
    let modules = [
      "App": "import Model\n" + Self.note + "struct A: Codable, Stored { var a: App.Note; var b: Model.Note }",
      "Model": "public " + Self.note,
    ]
    var lock = ReleaseLock()
    try release("2.4.0", try census(modules), &lock)
    #expect(
      lines(lock) == [
        "shape App.A 2.4.0 { a: App.Note, b: Model.Note }", Self.shape, "shape Model.Note 2.4.0 { text: String }",
      ]
    )
    var changed = modules
    changed["Model"] = "public " + Self.dated
    #expect(lock.findings(try census(changed)) == ["Model/A.swift:3:5 unmigrated-shape"])
  }

  @Test("A finding about a type that had another shape in some builds names these builds")
  func mergedBuilds() throws {
    let lock = try locked("#if os(iOS)\n\(Self.note)#else\n\(Self.dated)#endif\n")
    #expect(
      try messages(Self.dated, lock) == [
        "users up to 2.4.0 have 'App.Note' without 'dueDate' in builds with 'os(iOS)', and decoding throws keyNotFound"
      ]
    )
  }

  @Test("A macro that is added to a type after its acceptance is a doubt again")
  func macroAfterAcceptance() throws {
    let text = "struct Note: Codable, Stored { var text: Foreign }"
    var lock = try locked(text)
    _ = accept("App.Note", try census(text), &lock)
    #expect(try messages(text, lock) == [])
    #expect(
      try messages("@Other \(text)", lock).contains(
        "the shape of 'App.Note' is not certain: '@Other' cannot be read here"
      )
    )
  }
}

extension ReleaseLock.Change {
  /// The change as one line.
  fileprivate var text: String {
    switch self {
    case .locked(let line, _): "locked \(line)"
    case .updated(let line, _): "updated \(line)"
    case .accepted(let line, _): "accepted \(line)"
    case .dropped(let line): "dropped \(line)"
    case .released(let line): line
    }
  }
}
