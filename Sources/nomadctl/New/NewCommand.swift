#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadGenCore
  import NomadSources

  /// `nomadctl new`: writes a tribe and its test.
  struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write a new tribe and its test, where the others are.",
      usage: """
        nomadctl new <version> [--as literal|dotted] [--name <name>] [--module <module>]
        nomadctl new --once <id> [--name <name>] [--module <module>]
        nomadctl new --copy-templates
        """,
      discussion: """
        The tribe goes beside the newest one of its module, or to Sources/MODULE/Tribes if there is none, and its test \
        to Tests/MODULETests. A version that has a tribe already is refused, and so are an id, a name and a file.

        Your own templates are used instead of the tool's: Tribe.swift.template, TribeTests.swift.template and \
        TribeXCTests.swift.template in .nomad/templates, with the holes {{name}}, {{target}}, {{module}} and {{summary}}. \
        --copy-templates puts the tool's there, to start from.
        """
    )

    @Argument(help: "The version that the tribe stands at, such as 2.1.0, 1.1 or 1.1-2.")
    var version: String?

    @Option(help: ArgumentHelp("The id of a tribe that runs once, whatever the versions.", valueName: "id"))
    var once: String?

    @Option(name: .customLong("as"), help: "What the version is, if it can be both: literal or dotted.")
    var kind: NewTribe.Kind?

    @Option(help: "The name of the type; one after the version or the id if none is given.")
    var name: String?

    @Option(help: "The module that gets the tribe; needed only if several could.")
    var module: String?

    @Option(help: "The kind of the test.")
    var test = TestKind.testing

    @Flag(help: "Print what would be written, and write nothing.")
    var dryRun = false

    @Flag(help: "Copy the templates to .nomad/templates, and nothing else.")
    var copyTemplates = false

    enum TestKind: String, ExpressibleByArgument, CaseIterable {
      case testing, xctest, none
    }

    func validate() throws {
      let count = [version, once].compactMap(\.self).count + (copyTemplates ? 1 : 0)
      guard count > 0 else { throw ValidationError("Give a version, or --once with an id.") }
      guard count == 1 else { throw ValidationError("Give one of a version, --once and --copy-templates.") }
    }

    func run() throws {
      if copyTemplates { return try copy() }
      let tribe = try newTribe()
      let modules = try SourceTree.modules(of: [], named: nil)
      let tribes = Pipeline.summaries(of: try Pipeline.run(modules))
      try refuseDuplicate(of: tribe, among: tribes)
      let place = try NewPlace(among: modules.map(\.name), tribes: tribes, module: module)
      var files = NewFiles()
      var texts: [(String, String)] = []
      func add(_ template: String, at path: String) throws {
        let text = try Scaffold.text(of: template, for: tribe, in: place.module)
        try files.add(text, at: path)
        texts.append((path, text))
      }
      try add("Tribe.swift.template", at: "\(place.folder)/\(tribe.name).swift")
      try checkTribe(texts[0].1, tribe)
      switch test {
      case .testing: try add("TribeTests.swift.template", at: "\(place.testFolder)/\(tribe.name)Tests.swift")
      case .xctest: try add("TribeXCTests.swift.template", at: "\(place.testFolder)/\(tribe.name)Tests.swift")
      case .none: break
      }
      let notes = notes(on: tribe, at: place, among: tribes)
      if dryRun {
        for (path, text) in texts { Console.output.write("// \(path)\n\(text)\n") }
      } else {
        for path in try files.write() { Console.output.write("wrote \(path)\n") }
      }
      for note in notes { Console.error.write("nomadctl: note: \(note)\n") }
    }

    /// What else there is to know, or to do.
    private func notes(on tribe: NewTribe, at place: NewPlace, among tribes: [TribeSummary]) -> [String] {
      var notes: [String] = []
      let later = tribes.last { $0.order?.isVersion == true && tribe.order < $0.order ?? .first }
      if let later, tribe.order.isVersion {
        notes.append(
          "it stands below \(later.name) \(later.target?.description ?? ""): if that has shipped, whoever has it runs "
            + "\(tribe.name) late"
        )
      }
      if test != .none, !place.hasTests {
        notes.append(
          "\(place.testFolder) is new: it needs a test target in Package.swift that depends on \(place.module)"
        )
      }
      return notes
    }

    private func newTribe() throws -> NewTribe {
      if let once { return try NewTribe(once: once, named: name) }
      return try NewTribe(version: version ?? "", as: kind, named: name)
    }

    private func refuseDuplicate(of tribe: NewTribe, among tribes: [TribeSummary]) throws {
      for other in tribes {
        let place = "\(other.location.file):\(other.location.line)"
        if other.order == tribe.order {
          throw Failure("\(place): \(other.name) stands at \(other.target?.description ?? "that target") already")
        }
        if other.name == tribe.name { throw Failure("\(place): there is a tribe \(other.name) already; give a --name") }
      }
    }

    /// Makes sure that a template of the user's own makes what it is for.
    private func checkTribe(_ text: String, _ tribe: NewTribe) throws {
      let output = Pipeline.run(sources: ["Tribe.swift.template": text], module: "Module")
      let found = Pipeline.summaries(of: [output])
      guard !output.hasErrors, found.count == 1, found[0].order == tribe.order, found[0].name == tribe.name else {
        throw Failure("the template Tribe.swift.template does not make a tribe \(tribe.name) at \(tribe.target)")
      }
    }

    private func copy() throws {
      var files = NewFiles()
      for (name, text) in Scaffold.builtIn { try files.add(text, at: "\(Scaffold.folder)/\(name)") }
      if dryRun {
        for (name, text) in Scaffold.builtIn { Console.output.write("// \(Scaffold.folder)/\(name)\n\(text)\n") }
      } else {
        for path in try files.write() { Console.output.write("wrote \(path)\n") }
      }
    }
  }

  extension NewTribe.Kind: ExpressibleByArgument {}

  extension TribeOrder {
    fileprivate var isVersion: Bool {
      if case .version = self { true } else { false }
    }
  }
#endif
