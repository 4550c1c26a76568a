import NomadSources
import NomadTargets
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import nomadctl

/// Merged and retired tribes in the release lock.
@Suite struct MergedLockTests {
  private static let one = tribe("One", #".literal("1.0.0")"#)
  private static let two = tribe("Two", #".literal("2.0.0")"#)

  private static func merging(_ items: String, at target: String = "2.1.0", _ name: String = "Whole") -> String {
    tribe(name, #".literal("\#(target)")"#, "static let merges: [String] = [\(items)];")
  }

  private func update(_ lock: inout ReleaseLock, _ text: String, _ release: String?) throws -> [String] {
    let changes = try lock.update(to: census(text), release: release).map(\.summary)
    lock = ReleaseLock(reading: lock.text.utf8)
    #expect(lock.readingFindings.isEmpty)
    return changes
  }

  @Test("Merged tribes may be gone, and a release records into what they went")
  func merged() throws {
    var lock = try locked(Self.one + Self.two)
    let text = Self.merging(#""1.0", "2.0.0""#)
    #expect(lock.findings(census(text)) == [])
    // Until the release, the lines stay.
    #expect(try update(&lock, text, nil) == [])
    #expect(try update(&lock, text, "2.1.0").count == 3)
    #expect(
      lock.entries.map { $0[.merged] } == [#"App.Whole .literal("2.1.0")"#, #"App.Whole .literal("2.1.0")"#, nil]
    )
    #expect(lock.findings(census(text)) == [])
    #expect(try update(&lock, text, "2.2.0") == [])
    // The merged tribe is like any other now.
    #expect(lock.findings(census(edited(text))) == ["App/A.swift:1:8 changed-tribe"])
    // One that does not list a merged tribe loses it.
    #expect(lock.findings(census(Self.merging(#""1.0""#))).contains("Tribes.lock:6:1 merged-tribe"))
    #expect(lock.findings(census(Self.two)).count == 3)
  }

  @Test("A tribe that had shipped has to merge its own target, and may then change")
  func itself() throws {
    var lock = try locked(Self.one + Self.two)
    #expect(lock.findings(census(Self.merging(#""1.0.0""#, at: "2.0.0"))) == ["App/A.swift:1:8 merged-tribe"])
    let text = Self.merging(#""1.0.0", "2.0.0""#, at: "2.0.0")
    #expect(lock.findings(census(text)) == [])
    #expect(lock.findings(census(edited(text))) == [])
    #expect(try update(&lock, edited(text), "2.1.0").count == 2)
    #expect(lock.findings(census(edited(text))) == [])
    #expect(lock.findings(census(text)) == ["App/A.swift:1:8 changed-tribe"])
  }

  @Test("A tribe that merges without its own target is refused with the finding, and cannot be accepted")
  func unacceptable() throws {
    var lock = try locked(Self.one + Self.two)
    let tribes = census(Self.merging(#""1.0.0""#, at: "2.0.0"))
    for name in ["App.Whole", "Whole", "App.Two"] {
      let failure = #expect(throws: Failure.self) {
        try lock.accept([name], because: "why not", in: tribes, for: nil)
      }
      #expect(failure?.message.contains("cannot be accepted: tribe 'App.Whole'") == true, "\(failure as Any)")
      #expect(failure?.message.contains("add the target itself to 'merges'") == true)
    }
    let other = #expect(throws: Failure.self) { try lock.accept(["App.X"], because: "why not", in: tribes, for: nil) }
    #expect(other?.message.contains("no other tribe has one") == true)
  }

  @Test("A merged tribe with the name of one that it merges is not that one at another target")
  func sameName() throws {
    let lock = try locked(Self.one)
    #expect(lock.findings(census(Self.merging(#""1.0.0""#, "One"))) == [])
  }

  @Test("A tribe that is merged again has to bring what it merged")
  func again() throws {
    var lock = try locked(Self.one + Self.two)
    _ = try update(&lock, Self.merging(#""1.0.0", "2.0.0""#), "2.1.0")
    let forgetful = Self.merging(#""2.1.0""#, at: "3.0.0", "Later")
    #expect(lock.findings(census(forgetful)) == ["Tribes.lock:5:1 merged-tribe", "Tribes.lock:6:1 merged-tribe"])
    let whole = Self.merging(#""1.0.0", "2.0.0", "2.1.0""#, at: "3.0.0", "Later")
    #expect(lock.findings(census(whole)) == [])
    _ = try update(&lock, whole, "3.0.0")
    #expect(lock.entries.filter { $0[.merged] == #"App.Later .literal("3.0.0")"# }.count == 3)
  }

  @Test(
    "A merge that moves work behind a tribe is reported, and ends with the release that has it",
    arguments: [
      (tribe("Between", #".literal("1.5.0")"#), "2.0.0"), (tribe("Last", #".literal("2.0.1")"#), "2.1.0"),
      (tribe("Merging", #".literal("1.5.0")"#, #"static let merges: [String] = ["1.5.0"]"#), "2.0.0"),
    ]
  )
  func reordered(other: String, target: String) throws {
    var lock = try locked(Self.one + Self.two + other)
    let text = other + Self.merging(#""1.0.0", "2.0.0""#, at: target)
    let found = lock.findings(in: census(text)).filter { $0.code == .reorderedTribe }
    #expect(found.allSatisfy { $0.severity == .error })
    let behind = found.map(\.message)
    #expect(behind.count == (target == "2.0.0" ? 1 : 2) && behind[0].hasPrefix("the work of 'App.One'"), "\(behind)")
    for name in ["App.One", "App.Two"].prefix(behind.count) {
      _ = try lock.accept([name], because: "why not", in: census(text), for: nil)
    }
    #expect(lock.findings(census(text)) == [])
    lock = ReleaseLock(reading: lock.text.utf8)
    #expect(lock.findings(census(text)) == [])
    _ = try update(&lock, text, "2.1.0")
    #expect(lock.findings(census(text)) == [])
    // A new name of the merging tribe moves nothing, nor does a later merge of all of them.
    let renamed = other + Self.merging(#""1.0.0", "2.0.0""#, at: target, "Renamed")
    #expect(lock.findings(census(renamed)) == [])
    _ = try update(&lock, renamed, nil)
    #expect(lock.findings(census(renamed)) == [])
    let next = tribe("Next", #".literal("2.5.0")"#)
    let all = #""1.0.0", "2.0.0", "2.1.0""#
    #expect(lock.findings(census(other + next + Self.merging(all, at: "2.4.0", "Later"))) == [])
    // But that may move them again.
    let later = lock.findings(in: census(other + next + Self.merging(all, at: "3.0.0", "Later")))
    #expect(!later.isEmpty && later.allSatisfy { $0.code == .reorderedTribe && $0.message.contains("App.Next") })
  }

  @Test(
    "A merge that moves no work is not reported",
    arguments: [
      tribe("Before", #".literal("0.9.0")"#), tribe("Always", ".always"), tribe("First", ".first"),
      tribe("Once", #".once("after")"#), tribe("Changed", #".whenChanged("data")"#),
      tribe("Deferred", #".literal("1.5.0")"#, "static let urgency: TribeUrgency = .deferred"),
    ]
  )
  func notReordered(other: String) throws {
    let lock = try locked(Self.one + Self.two + other)
    #expect(lock.findings(census(other + Self.merging(#""1.0.0", "2.0.0""#))) == [])
  }

  @Test("A tribe that is deferred in some builds only is reported")
  func deferredInSomeBuilds() throws {
    let urgency = "\n#if BETA\nstatic let urgency: TribeUrgency = .deferred\n#endif\n"
    let other = tribe("Between", #".literal("1.5.0")"#, urgency)
    let lock = try locked(Self.one + Self.two + other)
    let found = lock.findings(in: census(other + Self.merging(#""1.0.0", "2.0.0""#)))
    #expect(found.map(\.code) == [.reorderedTribe])
    // The condition of the type does not matter.
    let whole =
      "#if BETA\n\(tribe("Between", #".literal("1.5.0")"#, "static let urgency: TribeUrgency = .deferred"))#endif\n"
    let apart = try locked(Self.one + Self.two + whole)
    #expect(apart.findings(census(whole + Self.merging(#""1.0.0", "2.0.0""#))) == [])
  }

  @Test("A finding names all tribes behind which the work moves")
  func reorderedBehindSeveral() throws {
    let others = tribe("Late", #".literal("1.8.0")"#) + tribe("Early", #".literal("1.5.0")"#)
    let lock = try locked(Self.one + Self.two + others)
    let found = lock.findings(in: census(others + Self.merging(#""1.0.0", "2.0.0""#, at: "2.0.0")))
      .filter { $0.code == .reorderedTribe }
    #expect(found.count == 1 && found[0].message.contains("App.Early"))
    #expect(found[0].notes.dropFirst().prefix(2).map(\.message) == ["'Early' is here", "'Late' is here"])
  }

  @Test("An acceptance ends if the merge is given up")
  func reorderedInVain() throws {
    let all = Self.one + tribe("Between", #".literal("1.5.0")"#) + Self.two
    var lock = try locked(all)
    let merged = tribe("Between", #".literal("1.5.0")"#) + Self.merging(#""1.0.0", "2.0.0""#, at: "2.0.0")
    _ = try lock.accept(["App.One"], because: "why not", in: census(merged), for: nil)
    #expect(lock.findings(census(merged)) == [])
    _ = try update(&lock, all, "2.1.0")
    #expect(lock.findings(in: census(merged)).map(\.code) == [.reorderedTribe])
  }

  @Test("If two modules merge tribes of one version, each line names the tribe of its own module")
  func ownModule() throws {
    let modules = ["App": ["A.swift": Self.one + Self.two], "Kit": ["K.swift": Self.one + Self.two]]
    var lock = try locked(census(modules), in: "2.0.0")
    let whole = Self.merging(#""1.0.0", "2.0.0""#)
    _ = try lock.update(to: census(["App": ["A.swift": whole], "Kit": ["K.swift": whole]]), release: "2.1.0")
    let merged = lock.entries.filter { $0[.merged] != nil }
    #expect(merged.count == 4 && merged.allSatisfy { $0[.merged]?.hasPrefix($0.module + ".") == true })
  }

  @Test("A merge is compared with tribes of its modules that a build has with it, and that have not shipped before")
  func reorderedWhere() throws {
    let between = tribe("Between", #".literal("1.5.0")"#)
    let whole = Self.merging(#""1.0.0", "2.0.0""#)
    func findings(_ lock: ReleaseLock, _ modules: [String: String]) -> [String] {
      lock.findings(census(modules.mapValues { ["A.swift": $0] }))
    }
    let two = try locked(census(["App": ["A.swift": Self.two], "Kit": ["A.swift": Self.one + between]]), in: "2.0.0")
    #expect(findings(two, ["App": whole, "Kit": between]) == ["App/A.swift:1:8 reordered-tribe"])
    let all = try locked(
      census(["App": ["A.swift": Self.one + Self.two], "Kit": ["A.swift": between]]),
      in: "2.0.0"
    )
    #expect(findings(all, ["App": whole, "Kit": between]) == [])
    func branch(_ name: String, _ text: String) -> String { "#if os(\(name))\n\(text)#endif\n" }
    let linux = branch("Linux", Self.one + Self.two)
    let apart = try locked(linux + branch("macOS", between))
    #expect(apart.findings(census(branch("Linux", whole) + branch("macOS", between))) == [])
    let together = try locked(linux + between)
    #expect(together.findings(census(branch("Linux", whole) + between)).count == 1)
    // A late tribe was accepted behind the one that shipped before it.
    var late = try locked(between + Self.two)
    _ = try late.accept(["App.One"], because: "why not", in: census(Self.one + between + Self.two), for: nil)
    _ = try update(&late, Self.one + between + Self.two, "2.0.5")
    #expect(late.findings(census(between + whole)) == [])
  }

  // MARK: The end of support

  private static let tribes = """
    import Nomad
    \(one)\(two)\(tribe("Once", ".once(\"a\")"))\
    \(tribe("Deferred", ".literal(\"1.1.0\")", "static let urgency: TribeUrgency = .deferred"))
    """

  @Test("Only tribes that every user of the version has run can be retired")
  func retire() throws {
    var lock = try locked(Self.tribes)
    let late = Self.tribes + tribe("Late", ".literal(\"1.2.0\")")
    _ = try lock.accept(["App.Late"], because: "why not", in: census(late), for: nil)
    _ = try update(&lock, late, "2.5.0")
    let (lines, kept) = try lock.retire(before: "2.0", in: census(late))
    #expect(lines.count == 1 && lines[0].hasPrefix("App.One ") && lines[0].hasSuffix(#" retired "2.0""#))
    #expect(Set(kept.map(\.name)) == ["App.Once", "App.Deferred", "App.Late"])
    #expect(throws: Failure.self) { try lock.retire(before: "2.1.0", in: census(late)) }
    #expect(throws: Failure.self) { try lock.retire(before: "1.1.0", in: census(late)) }
  }

  @Test("A merged tribe is retired with the one that merges it, unless that one had shipped before")
  func retireMerged() throws {
    for (target, isRetired) in [("1.5.0", true), ("1.0.0", false)] {
      var lock = try locked(Self.one + tribe("Zero", #".literal("0.9.0")"#), in: "1.0.0")
      let text = Self.merging(#""0.9.0", "1.0.0""#, at: target)
      _ = try update(&lock, text, "1.5.0")
      _ = try update(&lock, text + Self.two, "2.0.0")
      let (lines, kept) = try lock.retire(before: "2.0.0", in: census(text + Self.two))
      #expect(lines.count == (isRetired ? 3 : 0))
      #expect(kept.isEmpty == isRetired)
    }
  }

  @Test(
    "A tribe that some builds or systems lack need not have run there, and stays",
    arguments: [("@available(macOS 14, *) ", ""), ("#if BETA\n", "#endif\n")]
  )
  func retireConditional(start: String, end: String) throws {
    let text = start + Self.one + end + Self.two
    var lock = try locked(text)
    let (lines, kept) = try lock.retire(before: "2.0.0", in: census(text))
    #expect(lines.isEmpty && kept.map(\.name) == ["App.One"])
  }

  @Test("Tribes of a module without the version may be in another ledger, and stay")
  func otherModule() throws {
    let tribes = census(["App": ["A.swift": Self.two], "Kit": ["K.swift": Self.one]])
    var lock = try locked(tribes, in: "2.0.0")
    let (lines, kept) = try lock.retire(before: "2.0.0", in: tribes)
    #expect(lines.isEmpty && kept.map(\.name) == ["Kit.One"])
  }

  @Test("Retired tribes may be gone if the policy refuses the data that needs them")
  func policy() throws {
    var lock = try locked(Self.one + Self.two)
    _ = try lock.retire(before: "2.0.0", in: census(Self.one + Self.two))
    lock = ReleaseLock(reading: lock.text.utf8)
    func findings(_ policy: String, _ tribes: String = Self.two) -> [String] {
      lock.findings(census("import Nomad\n\(tribes)\(policy)\n"))
    }
    #expect(findings("") == ["Tribes.lock:5:1 missing-oldest"])
    #expect(findings(#"let p = MigrationPolicy(oldest: "1.9")"#) == ["App/A.swift:3:33 missing-oldest"])
    #expect(findings("let p = MigrationPolicy(oldest: version)") == ["Tribes.lock:5:1 missing-oldest"])
    // A module of the library that re-exports Nomad is enough to see the policy.
    let old = #"let p = MigrationPolicy(oldest: "1.9")"#
    let files = ["A.swift": Self.two, "P.swift": "import NomadPostgres\n\(old)\n"]
    #expect(lock.findings(census(["App": files])) == ["App/P.swift:2:33 missing-oldest"])
    for policy in [
      #"MigrationPolicy(oldest: "2.0")"#, #"{ var p = MigrationPolicy(); p.oldest = "2.1.0"; return p }()"#,
    ] {
      #expect(findings("let p = \(policy)") == [])
      // The sources may still have the tribe, and it stays retired.
      #expect(findings("let p = \(policy)", Self.one + Self.two) == [])
    }
    #expect(try update(&lock, Self.one + Self.two, "2.2.0") == [])
    #expect(lock.entries.contains { $0[.retired] == "2.0.0" })
  }

  @Test(
    "Only the 'oldest' of a policy is one",
    arguments: [
      (#"MigrationPolicy(oldest: "2.0.0")"#, true), (#"f(policy: .init(oldest: "2.0.0"))"#, true),
      (#"Nomad.MigrationPolicy.init(newerData: f(1, [2]), oldest: "2.0.0")"#, true),
      (#"{ var p = MigrationPolicy(); p.oldest = "2.0.0"; return p }()"#, true), (#"Self(oldest: "2.0.0")"#, true),
      ("MigrationPolicy( // since 2026\n  oldest: /* data */ \"2.0.0\")", true),
      (#"list(oldest: "2.0.0")"#, false), (#"Range.init(oldest: "2.0.0")"#, false),
      (#"policy.with(oldest: "2.0.0")"#, false), (#"super.init(oldest: "2.0.0")"#, false),
      (#"(oldest: "2.0.0", newest: "3.0.0")"#, false), (#"MigrationPolicy(f(oldest: "2.0.0"))"#, false),
      (#"MigrationPolicy { switch $0 { case oldest: "2.0.0" } }"#, false), (#"isOld ? oldest : "2.0.0""#, false),
      (#"MigrationPolicy(newerData: isOld ? oldest : "2.0.0")"#, false),
      (#"1; let oldest = "2.0.0""#, false), ("1 // MigrationPolicy(oldest: \"2.0.0\")", false),
      (##"#"MigrationPolicy(oldest: "2.0.0")"#"##, false), (#"[oldest: "2.0.0"]"#, false),
    ]
  )
  func policies(text: String, isPolicy: Bool) throws {
    var lock = try locked(Self.one + Self.two)
    _ = try lock.retire(before: "2.0.0", in: census(Self.one + Self.two))
    lock = ReleaseLock(reading: lock.text.utf8)
    let findings = lock.findings(census("import Nomad\n\(Self.two)let p = \(text)\n"))
    #expect(findings == (isPolicy ? [] : ["Tribes.lock:5:1 missing-oldest"]))
  }
}
