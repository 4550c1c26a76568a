import Testing

@testable import NomadGenCore

/// The check warns at a macro that may make a type a tribe.
@Suite struct SuspectTests {
  private static let target = "static let target: TribeTarget = .first"

  @Test(
    "A macro that receives the protocol or is declared to add it is a warning at its name",
    arguments: [
      ("@Conforming(to: Tribe.self) struct A {}", "1:2"),
      ("@Kit.Conforming<Nomad.Tribe>(to: Tribe.self) struct A {}", "1:6"),
      ("public\n@Conforming((any Tribe).self)\nfinal class A {}", "2:2"),
      ("@Conforming(Tribe.self) extension Foreign {}", "1:2"),
      ("#makeTribe(Tribe.self)", "1:2"),
      ("#make { struct A: Tribe { \(target) } }", "1:2"),
      ("enum E {\n  #make(\"A\", as: Tribe.self)\n}", "2:4"),
      (
        "@attached(extension, conformances: Tribe) macro AddTribe() = #externalMacro(module: \"M\", type: \"T\")\n"
          + "@AddTribe struct A {}", "2:2"
      ),
      (
        "@attached(member, names: named(target)) @attached(extension, conformances: P)\npublic macro Add() = f()\n"
          + "protocol P: Tribe {}\n@Add struct A {}", "4:2"
      ),
    ]
  )
  func suspected(text: String, place: String) {
    let output = find(text)
    #expect(output.places == ["A.swift:\(place) suspected-tribe"], "\(text): \(output.findings)")
    #expect(output.findings.allSatisfy { $0.severity == .warning })
    #expect(!output.hasErrors && output.registry != nil)
  }

  @Test("A subclass of a suspected class is a warning at its own name, in any file")
  func heirs() {
    let macro = "@attached(extension, conformances: Tribe) macro AddTribe() = f()"
    let output = find(macro, "@AddTribe class A {}", "class B: A {}", "// nomad:ignore\nclass C: A {}\nstruct D {}")
    #expect(output.places == ["B.swift:1:2 suspected-tribe", "C.swift:1:7 suspected-tribe"])
    #expect(
      output.findings.last?.message.hasPrefix("'@AddTribe' may make 'A' and its subclass 'B' tribes, ") == true
    )
  }

  @Test("A macro that another file or an imported module declares is recognized")
  func elsewhere() {
    let macro = "@attached(extension, conformances: Tribe) public macro AddTribe() = f()"
    #expect(find(macro, "@AddTribe struct A {}").places == ["B.swift:1:2 suspected-tribe"])
    let output = Pipeline.run(
      sources: ["A.swift": "import Macros\n@AddTribe struct A {}"],
      module: "App",
      imported: ["Macros": ["M.swift": macro]]
    )
    #expect(output.places == ["A.swift:2:2 suspected-tribe"])
  }

  @Test(
    "A macro on a tribe, on an ignored type or without a relation to the protocol has no finding",
    arguments: [
      "@Conforming(to: Tribe.self) struct A: Tribe { \(target) }",
      "@Conforming(to: Tribe.self) struct A {}\nextension A: Tribe { \(target) }",
      "// nomad:ignore\n@Conforming(to: Tribe.self) struct A {}",
      "// nomad:ignore\n#make(Tribe.self)",
      "@Conforming(to: \"Tribe\") struct A {}",
      "@Conforming(to: Other.self) struct A {} // Tribe",
      "@available(*, deprecated, renamed: \"Tribe\") struct A {}",
      "func f() { #expect(Tribe.self) }",
      "#warning(\"Tribe\")",
    ]
  )
  func innocent(text: String) {
    #expect(find(text).findings.isEmpty, "\(text): \(find(text).findings)")
  }
}
