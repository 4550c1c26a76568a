import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

@Suite struct ReleaseLockCheckingTests {
  private static let shipped =
    tribe("Begin", ".first") + tribe("Two", #".literal("2.0.0")"#) + tribe("Three", #".dotted("3.0-1")"#)
    + tribe("Token", #".once("token")"#) + tribe("Every", ".always")
    + tribe("Index", #".whenChanged("index")"#)

  private func findings(_ text: String, after shipped: String = shipped) throws -> [String] {
    try locked(shipped, in: "3.1.0").findings(census(text))
  }

  /// Returns the only finding: its message, its impact and its remedy.
  private func finding(
    _ text: String,
    after shipped: String = shipped
  ) throws -> (message: String, impact: String, remedy: String) {
    let found = try locked(shipped, in: "3.1.0").findings(in: census(text))
    expectForm(of: found)
    #expect(found.count == 1)
    let finding = try #require(found.first)
    return (finding.message, finding.notes.dropLast().last?.message ?? "", finding.notes.last?.message ?? "")
  }

  @Test("Unchanged tribes and new tribes above the shipped ones have no finding")
  func clean() throws {
    #expect(try findings(Self.shipped) == [])
    let new =
      tribe("Four", #".literal("3.0.1")"#) + tribe("B", #".once("a")"#) + tribe("C", ".first") + tribe("D", ".always")
    #expect(try findings(Self.shipped + new) == [])
    #expect(ReleaseLock().findings(census(Self.shipped)) == [])
  }

  @Test("A duplicate target is reported at the tribe that has not shipped, wherever it is in the sources")
  func duplicates() throws {
    let (old, new) = (tribe("Old", #".literal("2.0.0")"#), tribe("New", #".dotted("2.0")"#))
    let lock = try locked(old)
    for text in [old + new, new + old] {
      let package = CheckedPackage([checked(["A.swift": text])])
      let findings = CheckResult(package, lock: lock).package.findings
      #expect(findings.map(\.message) == ["'New' has the same target .dotted(\"2.0\") as 'Old'"])
    }
    let both = CheckResult(CheckedPackage([checked(["A.swift": new + old])]), lock: ReleaseLock())
    #expect(both.package.findings.map(\.message) == ["'Old' has the same target .literal(\"2.0.0\") as 'New'"])
  }

  // MARK: Removed

  @Test(
    "A removed tribe is a finding at its line of the release lock, whatever its target",
    arguments: ["Begin", "Two", "Three", "Token", "Every", "Index"]
  )
  func removed(name: String) throws {
    let lock = try locked(Self.shipped)
    let line = try #require(lock.entries.first { $0.name == name }).location.line
    let rest = Self.shipped.split(separator: "\n").filter { !$0.contains("struct \(name):") }.joined(separator: "\n")
    #expect(lock.findings(census(rest)) == ["Tribes.lock:\(line):1 removed-tribe"])
    #expect(lock.findings(census("// nomad:ignore\n" + Self.shipped)).count == 1)
  }

  @Test("The finding for a removed tribe says which users are affected")
  func removedMessages() throws {
    let two = try finding(Self.shipped.replacing("struct Two: Tribe", with: "struct Two"))
    #expect(
      two.message == "tribe 'App.Two' .literal(\"2.0.0\"), which shipped in 3.1.0, is missing from the sources"
    )
    #expect(two.impact == "users at 3.1.0 or later have run it; users of earlier versions would never run it")
    #expect(
      two.remedy == "restore it, or accept the change with 'swift run nomad-gen --accept App.Two --reason WHY'"
    )
    let first = try finding(Self.shipped.replacing("struct Begin: Tribe", with: "struct Begin"))
    #expect(first.impact == "users who have not run any version yet would never run it")
    let always = try finding(Self.shipped.replacing("struct Every: Tribe", with: "struct Every"))
    #expect(always.impact == "no user would run it again")
    let index = try finding(Self.shipped.replacing("struct Index: Tribe", with: "struct Index"))
    #expect(index.impact == "users who have the data that it makes would keep it as it is")
  }

  @Test("The finding for a removed tribe above its release counts users from the tribe's own version")
  func waiting() throws {
    let found = try locked(tribe("A", #".literal("3.0.0")"#), in: "2.0.0").findings(in: census(""))
    #expect(found.first?.notes.first?.message.hasPrefix("users at 3.0.0 or later have run it; ") == true)
    let step = try locked(tribe("A", #".dotted("2.0-3")"#), in: "2.0.0").findings(in: census(""))
    #expect(step.first?.notes.first?.message.hasPrefix("users at 2.0.0 or later have run it; ") == true)
  }

  @Test("A tribe whose target becomes unreadable, illegal or missing is not reported as removed")
  func unsound() throws {
    #expect(try findings(Self.shipped.replacing("\"2.0.0\"", with: "f()")) == [])
    #expect(try findings(Self.shipped.replacing("\"2.0.0\"", with: "\"2.0\"")) == [])
    #expect(try findings(Self.shipped.replacing("static let target: TribeTarget = .first", with: "")) == [])
  }

  // MARK: Renamed

  @Test("A tribe with a version or an id can be renamed, but a renamed .first or .always tribe is a finding")
  func renamed() throws {
    #expect(try findings(Self.shipped.replacing("Two", with: "Zwei")) == [])
    #expect(try findings(Self.shipped.replacing("Token", with: "Marke")) == [])
    #expect(try findings(Self.shipped.replacing("Begin", with: "Start")) == ["App/A.swift:1:8 renamed-tribe"])
    #expect(try findings(Self.shipped.replacing("Every", with: "Each")) == ["App/A.swift:5:8 renamed-tribe"])
    let nested = Self.shipped.replacing("struct Begin: Tribe", with: "enum O { struct Begin: Tribe").replacing(
      "first; ",
      with: "first; }"
    )
    #expect(try findings(nested) == ["App/A.swift:1:17 renamed-tribe"])
  }

  @Test("A .first tribe that was renamed and edited is reported as removed")
  func renamedAndChanged() throws {
    let text = Self.shipped.replacing("Begin: Tribe {", with: "Start: Tribe { let x = 1; ")
    #expect(try findings(text).map { $0.hasSuffix("removed-tribe") } == [true])
  }

  @Test("The finding for a renamed tribe names the shipped tribe and the effect on ledgers")
  func renamedMessage() throws {
    let start = try finding(Self.shipped.replacing("Begin", with: "Start"))
    #expect(start.message == "tribe 'App.Start' shipped in 3.1.0 under the name 'App.Begin'")
    #expect(
      start.impact.hasPrefix(
        "ledgers identify .first tribes by name: an interrupted 'Begin' would start again without "
      )
    )
    #expect(start.remedy.hasPrefix("rename it to 'Begin', or ") && start.remedy.contains("--accept App.Begin "))
  }

  // MARK: Retargeted

  @Test(
    "A changed target is one finding in the sources, whatever the old and the new target",
    arguments: [
      (#".literal("2.0.0")"#, #".literal("2.0.1")"#), (#".literal("2.0.0")"#, #".literal("1.0.0")"#),
      (#".literal("2.0.0")"#, #".once("two")"#), (#".once("token")"#, #".once("Token")"#), (".first", ".always"),
      (#".whenChanged("index")"#, #".whenChanged("Index")"#), (#".whenChanged("index")"#, #".once("index")"#),
      (".always", ".first"), (".first", #".literal("1.0.0")"#), (#".dotted("3.0-1")"#, #".dotted("3.0-2")"#),
    ]
  )
  func retargeted(old: String, new: String) throws {
    let found = try findings(Self.shipped.replacing(old, with: new))
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("retargeted-tribe") && !$0.hasPrefix("Tribes.lock") })
  }

  @Test("A target in another spelling is a changed tribe, not a retargeted one")
  func spelling() throws {
    let dotted = Self.shipped.replacing(#".dotted("3.0-1")"#, with: #".dotted("3.0.0-1")"#)
    let codes = try findings(Self.shipped, after: dotted).map { String($0.split(separator: " ").last ?? "") }
    #expect(codes == ["changed-tribe"])
    let same = Self.shipped.replacing(#".literal("2.0.0")"#, with: #".literal("2.0.0+7")"#)
    #expect(try findings(same) == ["App/A.swift:2:8 changed-tribe"])
  }

  @Test("The finding for a changed target says which users would run the tribe again or in another order")
  func retargetedMessages() throws {
    let version = try finding(Self.shipped.replacing("2.0.0", with: "4.0.0"))
    #expect(
      version.message == "tribe 'App.Two' shipped in 3.1.0 at .literal(\"2.0.0\"), and is now at .literal(\"4.0.0\")"
    )
    #expect(version.impact.hasPrefix("users at 3.1.0 or later have run it and would run it once more; "))
    #expect(version.impact.hasSuffix("; users of earlier versions would run it at another place in the order"))
    #expect(version.remedy.hasPrefix("restore .literal(\"2.0.0\"), or accept "))
    let always = try finding(Self.shipped.replacing(".once(\"token\")", with: ".always"))
    #expect(always.impact.contains("have run it and would run it again every time"))
    let index = try finding(Self.shipped.replacing(".once(\"token\")", with: ".whenChanged(\"token\")"))
    #expect(index.impact.contains("have run it and would run it again after each change of its source"))
    let first = try finding(Self.shipped.replacing(".always", with: ".first"))
    #expect(first.impact.contains("have run it every time and would run it again only if they have run no version"))
  }

  // MARK: Changed

  @Test("A changed source is a finding at the type's name, except for an .always or a .whenChanged tribe")
  func changed() throws {
    for (line, name) in [(1, "Begin"), (2, "Two"), (3, "Three"), (4, "Token")] {
      let text = Self.shipped.replacing("\(name): Tribe {", with: "\(name): Tribe { let x = 1; ")
      #expect(try findings(text) == ["App/A.swift:\(line):8 changed-tribe"])
    }
    for name in ["Every", "Index"] {
      #expect(try findings(Self.shipped.replacing("\(name): Tribe {", with: "\(name): Tribe { let x = 1; ")) == [])
    }
    // Nor is the other name or the #if of one, because the id alone counts.
    #expect(try findings(Self.shipped.replacing("Index: Tribe {", with: "Other: Tribe { let x = 1; ")) == [])
  }

  @Test("The finding for a changed tribe says which users have run it and which would run the new source")
  func changedMessages() throws {
    let two = try finding(Self.shipped.replacing("Two: Tribe {", with: "Two: Tribe { let x = 1; "))
    #expect(two.message == "tribe 'App.Two' has changed since it shipped in 3.1.0")
    #expect(two.impact.hasPrefix("users at 3.1.0 or later have run it, and would not run it again; "))
    #expect(two.impact.hasSuffix("users of earlier versions would run it as it is now"))
    #expect(two.remedy.hasPrefix("restore it and write a new tribe for the change, or accept "))
    let first = try finding(Self.shipped.replacing("Begin: Tribe {", with: "Begin: Tribe { let x = 1; "))
    #expect(first.impact.hasPrefix("users who have run a version never run it, and "))
    #expect(first.impact.hasSuffix("users who have run none would run it as it is now"))
  }

  @Test("A different tribe with a shipped version is a changed tribe, whatever its name")
  func reused() throws {
    let text = Self.shipped.replacing("Two: Tribe {", with: "Other: Tribe { let x = 1; ")
    #expect(try findings(text) == ["App/A.swift:2:8 changed-tribe"])
  }

  @Test("A changed #if condition is a finding, unless only its spelling differs")
  func conditions() throws {
    let two = tribe("Two", #".literal("2.0.0")"#)
    let linux = "#if os(Linux)\n\(two)#endif\n"
    #expect(try findings(linux, after: two) == ["App/A.swift:2:8 changed-tribe"])
    #expect(
      try finding(linux, after: two).message
        == "tribe 'App.Two' shipped in 3.1.0 in all builds, and is now in builds with 'os(Linux)'"
    )
    #expect(try finding(two, after: linux).message.hasSuffix("in builds with 'os(Linux)', and is now in all builds"))
    #expect(try findings("#if  os( Linux )\n\(two)#endif\n", after: linux) == [])
    // A refinement that exists only in some builds changes no token of the tribe.
    let refined = "protocol P: Tribe {}\nstruct A: P { static let target: TribeTarget = .first }"
    let partly = refined.replacing("protocol P: Tribe {}", with: "#if DEBUG\nprotocol P: Tribe {}\n#endif")
    #expect(try findings(partly, after: refined) == ["App/A.swift:4:8 changed-tribe"])
  }

  @Test("An @available in an #if of its own does not change the condition of its tribe")
  func guardedAttribute() throws {
    let two = tribe("Two", #".literal("2.0.0")"#)
    let attribute = "#if compiler(>=6.2)\n@available(macOS 14, *)\n#else\n@available(macOS 15, *)\n#endif\n"
    for (start, end) in [("", ""), ("#if os(Linux)\n", "#endif\n")] {
      #expect(
        try locked(start + attribute + two + end).entries.map { $0[.if] }
          == locked(start + two + end).entries.map { $0[.if] }
      )
    }
  }

  @Test("A type that every branch of an #if declares has one line, unless its targets differ")
  func branches() throws {
    let two = tribe("Two", #".literal("2.0.0")"#)
    let text = "#if os(Linux)\n\(two)#else\n\(two)#endif\n"
    let lock = try locked(text)
    #expect(lock.entries.count == 1 && lock.entries.allSatisfy { $0[.if] == nil })
    #expect(lock.findings(census(text)) == [])
    let edited = "#if os(Linux)\n\(two)#else\n\(edited(two))#endif\n"
    #expect(lock.findings(census(edited)) == ["App/A.swift:2:8 changed-tribe"])
    // If each branch has its own target, there are two tribes.
    let targets = text.replacing(
      "#else\nstruct Two: Tribe { static let target: TribeTarget = .literal(\"2.0.0\")",
      with: "#else\nstruct Two: Tribe { static let target: TribeTarget = .literal(\"3.0.0\")"
    )
    #expect(try locked(targets).entries.compactMap { $0[.if] } == ["os(Linux)", "!os(Linux)"])
    #expect(try locked(targets).findings(census(targets)) == [])
    // Each of them is accepted once.
    let change = targets.replacing("{ static let target", with: "{ let x = 1; static let target")
    var changed = try locked(targets)
    #expect(changed.accept("App.Two", because: "why", in: census(change)).count == 2)
    #expect(changed.findings(census(change)) == [])
  }

  @Test("Two tribes of one version in exclusive builds have a line each, and either can be renamed")
  func exclusive() throws {
    let (a, b) = (tribe("A", #".literal("2.0.0")"#, "let x = 1"), tribe("B", #".literal("2.0.0")"#))
    let text = "#if os(Linux)\n\(a)#else\n\(b)#endif\n"
    let lock = try locked(text)
    #expect(lock.entries.map(\.name) == ["A", "B"] && lock.readingFindings.isEmpty)
    #expect(lock.findings(census(text)) == [])
    #expect(lock.findings(census(text.replacing("struct A", with: "struct C"))) == [])
    #expect(lock.findings(census("#if os(Linux)\n\(a)#endif\n")).map { $0.hasSuffix("removed-tribe") } == [true])
  }

  // MARK: Late

  @Test("A new tribe below the newest shipped version of any module is late, with a finding at its target")
  func late() throws {
    let lock = try locked(Self.shipped)
    #expect(
      lock.findings(census(Self.shipped + tribe("New", #".literal("2.5.0")"#))) == ["App/A.swift:7:63 late-tribe"]
    )
    // A sub-migration comes after its version.
    #expect(
      lock.findings(census(Self.shipped + tribe("New", #".literal("3.0.0")"#))) == ["App/A.swift:7:63 late-tribe"]
    )
    #expect(lock.findings(census(Self.shipped + tribe("New", #".dotted("3.0-2")"#))) == [])
    let modules = census(["App": ["A.swift": Self.shipped], "Kit": ["K.swift": tribe("New", #".literal("1.0.0")"#)]])
    #expect(lock.findings(modules) == ["Kit/K.swift:1:63 late-tribe"])
    #expect(
      try locked(tribe("A", ".first")).findings(census(tribe("A", ".first") + tribe("B", #".literal("0.1.0")"#))) == []
    )
  }

  @Test("The finding for a late tribe names the newest shipped tribe, its release and the affected users")
  func lateMessage() throws {
    let late = try finding(Self.shipped + tribe("New", #".literal("2.5.0")"#))
    #expect(
      late.message
        == #"the new tribe 'App.New' .literal("2.5.0") is below 'App.Three' .dotted("3.0-1"), which shipped in 3.1.0"#
    )
    #expect(late.impact.hasPrefix("users at 3.1.0 or later would run it after 'Three', unless "))
    #expect(late.impact.hasSuffix("; users of earlier versions would run it before"))
    #expect(
      late.remedy == "give it a version above .dotted(\"3.0-1\"), or accept the change with "
        + "'swift run nomad-gen --accept App.New --reason WHY'"
    )
  }

  // MARK: Modules

  @Test("A removed tribe is a finding only if its module was checked or the check is complete")
  func modules() throws {
    let app = ["A.swift": tribe("A", #".literal("1.0.0")"#)]
    let kit = ["K.swift": tribe("K", #".literal("2.0.0")"#)]
    let lock = try locked(census(["App": app, "Kit": kit]), in: "2.0.0")
    #expect(lock.findings(census(["App": app], isComplete: false)) == [])
    #expect(lock.findings(census(["Kit": [:]], isComplete: false)).count == 1)
    #expect(lock.findings(census(["App": app])).map { $0.hasSuffix("removed-tribe") } == [true])
    // New tribes are compared with all released tribes of all modules.
    let more = ["A.swift": tribe("A", #".literal("1.0.0")"#) + tribe("B", #".literal("1.5.0")"#)]
    #expect(lock.findings(census(["App": more], isComplete: false)) == ["App/A.swift:2:61 late-tribe"])
  }

  @Test("A tribe that moves to another module is a warning, or a changed tribe if it was edited, too")
  func moved() throws {
    let a = tribe("A", #".literal("1.0.0")"#)
    let lock = try locked(census(["App": ["A.swift": a + tribe("B", #".literal("2.0.0")"#)]]), in: "2.0.0")
    func moved(_ text: String) -> TribeCensus {
      census(["App": ["A.swift": tribe("B", #".literal("2.0.0")"#)], "Kit": ["A.swift": text]])
    }
    #expect(lock.findings(moved(a)) == ["Kit/A.swift:1:8 moved-tribe"])
    #expect(lock.findings(moved(a.replacing("struct A", with: "struct Renamed"))) == ["Kit/A.swift:1:8 moved-tribe"])
    #expect(lock.findings(in: moved(a)).map(\.severity) == [.warning])
    #expect(lock.findings(moved(edited(a))) == ["Kit/A.swift:1:8 changed-tribe"])
    // With another name and another source, it is still the same tribe to the ledger.
    let other = lock.findings(moved(tribe("Other", #".literal("1.0.0")"#, "let x = 1")))
    #expect(other == ["Kit/A.swift:1:8 changed-tribe"])
  }

  @Test(
    "A new tribe with the target of a removed one is a changed tribe in any module, until it is accepted",
    arguments: [#".literal("1.0.0")"#, #".dotted("1.1-1")"#, #".once("move")"#],
    ["App", "Kit"]
  )
  func reused(target: String, module: String) throws {
    let rest = tribe("B", #".literal("2.0.0")"#)
    var lock = try locked(census(["App": ["A.swift": tribe("A", target) + rest]]), in: "2.0.0")
    let text = tribe("New", target, "let x = 1")
    let reused = census(
      module == "App" ? ["App": ["A.swift": text + rest]] : ["App": ["A.swift": rest], "Kit": ["A.swift": text]]
    )
    #expect(lock.findings(reused) == ["\(module)/A.swift:1:8 changed-tribe"])
    // Accepting the removal of one tribe does not accept another tribe in its place.
    #expect(lock.accept("App.A", because: "why", in: census(rest)).map(\.summary).count == 1)
    #expect(lock.findings(census(rest)) == [])
    #expect(lock.findings(reused) == ["\(module)/A.swift:1:8 changed-tribe"])
    let found = try #require(lock.findings(in: reused).first)
    #expect(
      found.message
        == "tribe '\(module).New' has the target \(target) of a different tribe, 'App.A', which shipped in 2.0.0"
    )
    let impact = "users at 2.0.0 or later have run 'App.A' and would never run '\(module).New'; "
    #expect(found.notes.contains { $0.message.hasPrefix(impact) })
    // A check of its module alone also reports it.
    if module == "Kit" { #expect(lock.findings(census(["Kit": ["A.swift": text]], isComplete: false)).count == 1) }
    #expect(lock.accept("\(module).New", because: "why", in: reused).count == 1)
    #expect(lock.findings(reused) == [])
  }

  @Test("The old target of a retargeted tribe stays taken, even in another module")
  func oldPlace() throws {
    var lock = try locked(tribe("A", #".literal("1.0.0")"#))
    let moved = tribe("A", #".literal("3.0.0")"#)
    #expect(lock.accept("App.A", because: "why", in: census(moved)).count == 1)
    _ = try lock.update(to: census(moved), release: "3.0.0")
    let other = census(["App": ["A.swift": moved], "Kit": ["K.swift": tribe("K", #".literal("1.0.0")"#, "let x = 1")]])
    #expect(lock.findings(other) == ["Kit/K.swift:1:8 changed-tribe"])
  }

  @Test("A tribe that is renamed back is a renamed tribe, not a removed one", arguments: [".first", ".always"])
  func renamedBack(target: String) throws {
    var lock = try locked(tribe("A", target))
    let (a, b) = (census(tribe("A", target)), census(tribe("B", target)))
    #expect(lock.accept("App.A", because: "why", in: b).count == 1)
    _ = try lock.update(to: b, release: "2.1.0")
    #expect(lock.findings(a) == ["App/A.swift:1:8 renamed-tribe"])
    #expect(lock.accept("App.B", because: "back", in: a).count == 1)
    _ = try lock.update(to: a, release: nil)
    #expect(lock.findings(a) == [])
    #expect(lock.findings(b) == ["App/A.swift:1:8 renamed-tribe"])
    // Together they are two tribes.
    let both = census(tribe("A", target) + tribe("B", target))
    #expect(lock.findings(both) == [])
  }

  @Test("A check of one folder does not compare its tribes with the lines of the whole module")
  func partOfModule() throws {
    let text = tribe("A", #".literal("1.0.0")"#) + tribe("B", #".literal("2.0.0")"#)
    let lock = try locked(text)
    #expect(lock.findings(census(["Migrations": ["A.swift": text]], isComplete: false)) == [])
    // Some of the module's source may be in another folder.
    let part = edited(text)
    #expect(lock.findings(census(["Migrations": ["A.swift": part]], isComplete: false)) == [])
  }

  // MARK: The lock itself

  @Test("A damaged lock has only findings about the lock itself")
  func damaged() throws {
    let lock = ReleaseLock(reading: "tribes-lock 1\nApp.A .first 1 0123456789abcdef\nnonsense\n".utf8)
    #expect(lock.findings(census("")) == ["Tribes.lock:3:1 damaged-lock"])
  }

  @Test("Every finding in the sources has a note at a line of the release lock")
  func notes() throws {
    let lock = try locked(Self.shipped)
    let text =
      Self.shipped.replacing("2.0.0", with: "4.0.0").replacing("Begin", with: "Start")
      .replacing("Token: Tribe {", with: "Token: Tribe { let x = 1; ") + tribe("New", #".literal("1.0.0")"#)
    let found = lock.findings(in: census(text))
    #expect(found.map(\.code) == [.renamedTribe, .retargetedTribe, .changedTribe, .lateTribe])
    #expect(found.compactMap(\.notes.first?.location.file) == Array(repeating: "Tribes.lock", count: 4))
  }
}
