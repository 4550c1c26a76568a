import NomadTargets
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import nomadctl

@Suite struct ReleaseLockUpdatingTests {
  private static let two = tribe("Two", #".literal("2.0.0")"#)
  private static let editedTwo = NomadGenCoreTests.edited(two)

  /// Locks the tribes of a release, and returns the changes.
  private func update(_ lock: inout ReleaseLock, _ text: String, _ release: String?) throws -> [String] {
    try lock.update(to: census(text), release: release).map(\.summary)
  }

  private func accept(_ lock: inout ReleaseLock, _ name: String, _ text: String) -> [String] {
    lock.accept(name, because: "so be it", in: census(text)).map(\.summary)
  }

  @Test("A release adds lines for new tribes, and later releases keep them")
  func add() throws {
    var lock = ReleaseLock()
    #expect(try update(&lock, Self.two, "2.0.0") == [#"locked App.Two .literal("2.0.0") 2.0.0"#])
    let line = lock.lines
    #expect(try update(&lock, Self.two, "2.1.0") == [])
    #expect(lock.lines == line)
    let more = Self.two + tribe("One", ".once(\"1\")") + "#if DEBUG\n\(tribe("D", ".always"))#endif\n"
    #expect(
      try update(&lock, more, "2.1") == [#"locked App.One .once("1") 2.1"#, #"locked App.D .always 2.1 if "DEBUG""#]
    )
    #expect(lock.lines.map { $0.prefix(6) } == ["App.D ", "App.On", "App.Tw"])
    #expect(ReleaseLock(reading: lock.text.utf8).findings(census(more)) == [])
  }

  @Test("An update without a release adds nothing, and a release that is not a version is refused")
  func release() throws {
    var lock = ReleaseLock()
    #expect(try update(&lock, Self.two, nil) == [])
    #expect(throws: TargetError.self) { _ = try lock.update(to: census(Self.two), release: "two") }
    #expect(lock.entries.isEmpty)
  }

  @Test("A tribe above the release is locked and reported as waiting")
  func waits() throws {
    var lock = ReleaseLock()
    let text = tribe("A", #".literal("2.0.1")"#) + tribe("B", #".dotted("2.0-1")"#)
    #expect(
      try update(&lock, text, "2.0.0") == [
        #"locked App.B .dotted("2.0-1") 2.0.0"#, #"locked App.A .literal("2.0.1") 2.0.0, waits"#,
      ]
    )
  }

  @Test("An update adopts new names, new modules and the changed source of an .always tribe")
  func upToDate() throws {
    var lock = try locked(Self.two + tribe("Every", ".always"))
    let text = Self.two.replacing("Two", with: "Zwei") + tribe("Every", ".always", "let x = 1")
    #expect(
      try update(&lock, text, nil) == [
        "updated App.Every .always 2.0.0 to App.Every .always 2.0.0",
        #"updated App.Two .literal("2.0.0") 2.0.0 to App.Zwei .literal("2.0.0") 2.0.0"#,
      ]
    )
    var moved = try locked(Self.two)
    let change = try moved.update(to: census(["App": [:], "Kit": ["A.swift": Self.two]]), release: nil).map(\.summary)
    #expect(change == [#"updated App.Two .literal("2.0.0") 2.0.0 to Kit.Two .literal("2.0.0") 2.0.0"#])
  }

  @Test("An update keeps the lines of modules that were not checked")
  func notLookedAt() throws {
    var lock = try locked(Self.two)
    let lines = lock.lines
    let part = census(["Migrations": ["A.swift": Self.editedTwo]], isComplete: false)
    #expect(try lock.update(to: part, release: "3.0.0").isEmpty)
    #expect(lock.lines == lines)
  }

  @Test("An update changes no line that has a finding and adds no late tribe")
  func refused() throws {
    var lock = try locked(Self.two + tribe("Begin", ".first"))
    let lines = lock.lines
    _ = try update(&lock, Self.editedTwo + tribe("Late", #".literal("1.0.0")"#), "3.0.0")
    #expect(lock.lines == lines)
  }

  @Test("Only a finding of the named tribe can be accepted")
  func nothing() throws {
    var lock = try locked(Self.two + tribe("B", ".once(\"b\")"))
    #expect(accept(&lock, "App.Two", Self.two + tribe("B", ".once(\"b\")")) == [])
    #expect(accept(&lock, "App.B", Self.editedTwo + tribe("B", ".once(\"b\")")) == [])
    #expect(accept(&lock, "Two", Self.editedTwo) == [])
    #expect(accept(&lock, "App.Two", Self.editedTwo) == [#"accepted changed-tribe App.Two "so be it""#])
  }

  @Test("An accepted removal stays in the lock and reserves the version, unless the same tribe returns")
  func removed() throws {
    var lock = try locked(Self.two)
    #expect(accept(&lock, "App.Two", "") == [#"accepted removed-tribe App.Two "so be it""#])
    #expect(lock.findings(census("")) == [])
    #expect(
      lock.findings(census(tribe("Other", #".literal("2.0.0")"#, "let x = 1"))) == ["App/A.swift:1:8 changed-tribe"]
    )
    // It is still the newest version that users can have.
    #expect(lock.findings(census(tribe("Late", #".literal("1.0.0")"#))) == ["App/A.swift:1:64 late-tribe"])
    // It may come back unchanged.
    #expect(lock.findings(census(Self.two)) == [])
    #expect(
      try update(&lock, Self.two, nil) == [
        #"dropped accepted removed-tribe App.Two "so be it""#
      ]
    )
  }

  @Test("A removed tribe that returns below a newer shipped version is late")
  func returned() throws {
    var lock = try locked(Self.two)
    _ = accept(&lock, "App.Two", "")
    let three = tribe("Three", #".literal("3.0.0")"#)
    _ = try update(&lock, three, "3.0.0")
    #expect(lock.findings(census(Self.two + three)) == ["App/A.swift:1:63 late-tribe"])
    #expect(
      accept(&lock, "App.Two", Self.two + three) == [#"accepted late-tribe App.Two "so be it""#]
    )
    #expect(lock.findings(census(Self.two + three)) == [])
  }

  @Test("An accepted change becomes the locked source, and a later change is a finding")
  func changed() throws {
    var lock = try locked(Self.two)
    _ = accept(&lock, "App.Two", Self.editedTwo)
    #expect(lock.findings(census(Self.editedTwo)) == [])
    #expect(lock.findings(census(edited(Self.editedTwo))) == ["App/A.swift:1:8 changed-tribe"])
    let line = #"App.Two .literal("2.0.0") 2.0.0"#
    #expect(try update(&lock, Self.editedTwo, nil) == ["updated \(line) to \(line)"])
    #expect(lock.findings(census(Self.editedTwo)) == [])
    #expect(lock.findings(census(Self.two)) == ["App/A.swift:1:8 changed-tribe"])
    // Neither is a change back accepted by itself, nor the same change after it.
    _ = accept(&lock, "App.Two", Self.two)
    _ = try update(&lock, Self.two, nil)
    #expect(lock.findings(census(Self.editedTwo)) == ["App/A.swift:1:8 changed-tribe"])
    let linux = "#if os(Linux)\n\(Self.editedTwo)#endif"
    #expect(
      accept(&lock, "App.Two", linux) == [
        #"accepted changed-tribe App.Two "so be it""#
      ]
    )
    #expect(lock.findings(census(linux)) == [])
  }

  @Test("An accepted rename retires the old line, and the next release adds the new name")
  func renamed() throws {
    var lock = try locked(tribe("Begin", ".first"))
    let start = tribe("Start", ".first")
    #expect(accept(&lock, "App.Start", start) == [#"accepted renamed-tribe App.Begin "so be it""#])
    #expect(lock.findings(census(start)) == [])
    #expect(try update(&lock, start, "2.1.0") == ["locked App.Start .first 2.1.0"])
  }

  @Test("An accepted target change retires the old line, and the next release adds the new target")
  func retargeted() throws {
    var lock = try locked(Self.two)
    let three = Self.two.replacing("2.0.0", with: "3.0.0")
    #expect(accept(&lock, "App.Two", three) == [#"accepted retargeted-tribe App.Two "so be it""#])
    #expect(lock.findings(census(three)) == [])
    #expect(try update(&lock, three, "3.0.0") == [#"locked App.Two .literal("3.0.0") 3.0.0"#])
    #expect(lock.findings(census(three)) == [] && lock.entries.count == 2)
  }

  @Test("Accepting a target below a shipped version also accepts the tribe as late")
  func retargetedLate() throws {
    var lock = try locked(Self.two)
    let one = Self.two.replacing("2.0.0", with: "1.0.0")
    #expect(
      accept(&lock, "App.Two", one) == [
        #"accepted retargeted-tribe App.Two "so be it""#, #"accepted late-tribe App.Two "so be it""#,
      ]
    )
    #expect(lock.findings(census(one)) == [])
  }

  @Test("An accepted late tribe can change until it ships, but not afterwards")
  func late() throws {
    var lock = try locked(Self.two)
    let late = tribe("Late", #".literal("1.0.0")"#)
    #expect(
      accept(&lock, "App.Late", Self.two + late) == [#"accepted late-tribe App.Late "so be it""#]
    )
    let changed = edited(late)
    #expect(lock.findings(census(Self.two + changed)) == [])
    #expect(
      try update(&lock, Self.two + changed, "2.1.0") == [#"locked App.Late .literal("1.0.0") 2.1.0"#]
    )
    #expect(lock.findings(census(Self.two + changed)) == [])
    #expect(lock.findings(census(Self.two + late)) == ["App/A.swift:2:8 changed-tribe"])
    // Another spelling of the target is still accepted as late.
    let respelled = changed.replacing(#".literal("1.0.0")"#, with: #".dotted("1.0")"#)
    _ = accept(&lock, "App.Late", Self.two + respelled)
    _ = try update(&lock, Self.two + respelled, "2.2.0")
    let entry = try #require(lock.entries.first { $0.name == "Late" })
    #expect(entry.target == .dotted("1.0") && lock.accepts(entry.subject(.lateTribe)))
  }

  @Test("An accepted late tribe that never shipped can be removed, but another target is a finding again")
  func withdrawn() throws {
    var lock = try locked(Self.two)
    _ = accept(&lock, "App.Late", Self.two + tribe("Late", #".literal("1.0.0")"#))
    #expect(lock.findings(census(Self.two)) == [])
    #expect(lock.findings(census(Self.two + tribe("Late", #".literal("1.5.0")"#))) == ["App/A.swift:2:64 late-tribe"])
    #expect(try update(&lock, Self.two, nil) == [#"dropped accepted late-tribe App.Late "so be it""#])
    #expect(lock.accepted.isEmpty)
  }

  @Test("Comments, empty lines and unknown words stay in place")
  func kept() throws {
    var lock = try locked(Self.two)
    let line = try #require(lock.lines.first)
    let text = "# mine\ntribes-lock 1\n# head\n\n# of two\n\(line) signed \"me\" odd\n\n# end\n"
    lock = ReleaseLock(reading: text.utf8)
    _ = try update(&lock, Self.two + tribe("A", ".first") + tribe("Z", ".first"), "2.1.0")
    #expect(
      lock.text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix(14) } == [
        "# mine", "tribes-lock 1", "# head", "", "App.A .first 2", "# of two", line.prefix(14), "App.Z .first 2", "",
        "# end", "",
      ]
    )
    #expect(lock.text.contains("\(line) signed \"me\" odd\n"))
    _ = accept(&lock, "App.Two", Self.editedTwo + tribe("A", ".first") + tribe("Z", ".first"))
    #expect(lock.text.contains("\(line) signed \"me\" odd\n"))
    #expect(lock.text.contains("\naccepted changed-tribe App.Two "))
  }

  @Test("A new lock has the same bytes in whatever order the tribes are found")
  func repeatable() throws {
    let files = (0..<20).map { ("F\($0).swift", tribe("T\($0)", ".once(\"\($0)\")")) }
    let first = try locked(census(["App": Dictionary(uniqueKeysWithValues: files)]), in: "1.0.0").text
    let second = try locked(census(["App": ["A.swift": files.map(\.1).reversed().joined()]]), in: "1.0.0").text
    #expect(first == second)
  }
}
