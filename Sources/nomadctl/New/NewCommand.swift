#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command `nomadctl new`, which writes a tribe and its test.
  struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Create a new tribe and its test beside the existing ones.",
      usage: """
        nomadctl new <version> [--for <type>] [--as <kind>] [--name <name>] [--module <module>] [--test <kind>] [--test-target <target>] [--dry-run]
        nomadctl new --once <id> [--for <type>] [--name <name>] [--module <module>] [--test <kind>] [--test-target <target>] [--dry-run]
        nomadctl new <version> --sql <words> [--as <kind>] [--module <module>] [--dry-run]
        nomadctl new --copy-templates [--dry-run]
        """,
      discussion: """
        Each folder in ./Sources is a module; the command does not find targets elsewhere. The tribe goes beside the \
        newest tribe of its module, or to Sources/TARGET/Tribes if the module has none. A tribe for a type of a module \
        that does not use Nomad goes to the module that has the plugin and depends on that one. Its test goes to \
        Tests/TARGETTests, or to the test target that --test-target names. The test needs the product NomadTesting. With \
        the second tribe of a module comes UpgradeTests.swift, a test of the upgrades from all releases. The tribe and \
        the tests fail until you edit them.

        With --for, the tribe migrates a stored type: it has private copies of each shape in Tribes.lock that users can \
        have and of the new shape, and functions between them, with a mark for each value that you have to write. Its \
        test has JSON in each of the old shapes.

        With --sql, the tribe is an SQL file without statements, in the folder Migrations of the module. Its name has \
        the version and the words. No test is written.

        The command refuses a version, an id, a name or a file that already exists. It also refuses a version or an id \
        that has shipped according to Tribes.lock, even if that tribe is gone. With --module, it accepts a version or an \
        id that only tribes of other modules have, and a note explains the consequence.

        Your own templates replace the built-in ones: Tribe.swift.template, TribeTests.swift.template and \
        TribeXCTests.swift.template in .nomad/templates, with the placeholders {{name}}, {{target}}, {{module}} and \
        {{summary}}, three more templates for --for, and two for the upgrades. --copy-templates copies the built-in \
        templates there, as a starting point.
        """
    )

    @Argument(help: "The tribe's version, such as 2.1.0, 1.1 or 1.1-2.")
    var version: String?

    @Option(help: ArgumentHelp("The id of a tribe that runs once, regardless of versions.", valueName: "id"))
    var once: String?

    @Option(
      name: .customLong("for"),
      help: ArgumentHelp("The stored type that the tribe migrates; it has a shape in Tribes.lock.", valueName: "type")
    )
    var type: String?

    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        "The kind of the version: literal or dotted. Needed for a version that can be both, such as 2.0.0-1.",
        valueName: "kind"
      )
    )
    var kind: VersionKind?

    @Option(
      help: ArgumentHelp("The name of the type; by default, made from the version or the id.", valueName: "name")
    )
    var name: String?

    @Option(
      help: ArgumentHelp("Write an SQL file with this description, such as \"add tags\".", valueName: "words")
    )
    var sql: String?

    @Option(
      help: ArgumentHelp(
        "The module for the tribe, or its target's name; needed only if several modules are possible.",
        valueName: "module"
      )
    )
    var module: String?

    @Option(help: ArgumentHelp("The library of the test; with none, no test is written.", valueName: "kind"))
    var test = TestKind.testing

    @Option(
      help: ArgumentHelp(
        "The test target for the test, whose folder is in ./Tests; by default, the name of the module's target "
          + "followed by Tests.",
        valueName: "target"
      )
    )
    var testTarget: String?

    @Flag(help: "Print the files instead of writing them.")
    var dryRun = false

    @Flag(help: "Only copy the built-in templates to .nomad/templates.")
    var copyTemplates = false

    enum TestKind: String, ExpressibleByArgument, CaseIterable {
      case testing, xctest, none
    }

    func validate() throws {
      let count = [version, once].compactMap(\.self).count + (copyTemplates ? 1 : 0)
      guard count > 0 else { throw ValidationError("Give a version, or --once with an id.") }
      guard count == 1 else { throw ValidationError("Give only one of a version, --once and --copy-templates.") }
      if version == nil, kind != nil {
        throw ValidationError("--as needs a version, because it gives the version's kind.")
      }
      if sql != nil, name != nil || type != nil || test != .testing || testTarget != nil || copyTemplates {
        throw ValidationError("--sql creates neither a type nor a test: leave out the options for those.")
      }
      if let testTarget {
        if test == .none { throw ValidationError("--test-target needs a test, but --test none writes none.") }
        if testTarget.isEmpty || testTarget.hasPrefix(".") || testTarget.contains("/") {
          throw ValidationError("--test-target: '\(testTarget)' is not the name of a folder in Tests.")
        }
      }
      if copyTemplates, name != nil || type != nil || module != nil || test != .testing || testTarget != nil {
        throw ValidationError("--copy-templates creates no tribe. Use it alone, or with --dry-run.")
      }
    }

    func run() throws {
      var files = NewFiles()
      if copyTemplates {
        for (name, text) in Scaffold.builtIn { try files.add(text, at: "\(Scaffold.folder)/\(name)") }
        return try files.write(orPrint: dryRun)
      }
      var tribe =
        try once.map { try NewTribe(.once($0), named: name) }
        ?? NewTribe(version: version ?? "", as: kind, named: name)
      let script = try sql.map { try SQLFileName(of: tribe.target, describedAs: $0) }
      if let script { tribe.name = script.typeName }
      let folders = try SourceFolder.all(wanted: module)
      var lock = try ReleaseLockFile.soundLock()
      let package = try Check.check(
        selection: Selection(modules: folders.map(\.module)),
        isForLock: type != nil,
        stored: lock?.typeNames ?? []
      )
      let tribes = package.tribes
      let rules = NewTribeRules(tribe: tribe, tribes: tribes, lock: lock, hasModules: folders.count > 1)
      // Report a taken version or id before asking for the module.
      if module == nil { try rules.refuseTakenPlace() }
      if type != nil { try rules.refuseShippedVersion() }
      let stored = try type.map { type in
        guard lock != nil else { throw ReleaseLockFile.withoutShapes }
        let census = TribeCensus(of: package)
        let renamed = lock?.followRenames(in: census) ?? [:]
        let judgement = ShapeJudgement(lock ?? ReleaseLock(), census)
        return try StoredTribe(for: type, judgement, StoredSources(package.storedTypes), renamed)
      }
      let place = try NewPlace(
        among: folders,
        tribes: tribes,
        module: module,
        typeModule: stored?.module,
        testTarget: testTarget,
        isSQL: script != nil
      )
      var notes = try rules.notes(in: place.module)
      if let script {
        let text = "-- \(sql ?? "")\n-- Write the statements here. Without a statement, the build fails.\n"
        try files.add(text, at: "\(place.folder)/\(script.name)")
      } else {
        let upgrades = UpgradeTest(of: place, tribes: tribes, lock: lock)
        let values = try (stored?.values(in: place.module, for: tribe) ?? [:])
          .merging(["manifest": place.manifestRemark, "releases": upgrades.list]) { $1 }
        let scaffold = Scaffold(tribe: tribe, module: place.module, values: values)
        let kind = type == nil ? "" : "Stored"
        let text = try scaffold.tribe("\(kind)Tribe.swift.template")
        try files.add(text, at: "\(place.folder)/\(tribe.name).swift")
        if test != .none {
          let tests = test == .xctest ? "XCTests" : "Tests"
          let text = try scaffold.text("\(kind)Tribe\(tests).swift.template")
          try files.add(text, at: "\(place.testFolder)/\(tribe.name)Tests.swift")
          if upgrades.isMissing { try files.add(scaffold.text("Upgrade\(tests).swift.template"), at: upgrades.path) }
          if let note = upgrades.note { notes.append(note) }
        }
      }
      if let module = stored?.module, module != place.module, try !place.uses(module) {
        notes.append("\(place.target) does not depend on \(module) yet: add it to the target in Package.swift")
      }
      if files.contain("import NomadTesting"), let line = place.manifestLine { notes.append(line) }
      try files.write(orPrint: dryRun)
      for note in notes { Console.error.note(note) }
    }
  }
#endif
