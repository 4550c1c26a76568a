#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The command `nomadctl merge`, which writes one tribe that does the work of several.
  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Write a tribe that does the work of several, and its test.",
      discussion: """
        The tribe has the old bodies in order, each guarded, so that a user who has run some of the old tribes only runs \
        the others:

          swift package nomad merge 1.0.0 1.1.0 1.2.0 --into 1.2.0

        The tribes are structs that conform to Tribe, all of them, or to DatabaseTribe or PostgresTribe. The command \
        changes no file, and names those to delete. It refuses a tribe whose work it cannot surely take over.
        """
    )

    @Argument(help: "The versions or once-ids of the tribes, as their targets have them.")
    var tribes: [String]

    @Option(help: ArgumentHelp("The version or the once-id of the merged tribe.", valueName: "target"))
    var into: String

    @Option(help: ArgumentHelp("The name of the type; by default, made from the target.", valueName: "name"))
    var name: String?

    @Flag(help: "Print the files instead of writing them.")
    var dryRun = false

    func validate() throws {
      if tribes.count < 2 { throw ValidationError("Give at least two tribes to merge.") }
    }

    func run() throws {
      let folders = try SourceFolder.all(wanted: nil)
      let lock = try ReleaseLockFile.soundLock()
      let package = try Check.check(selection: Selection(modules: folders.map(\.module)))
      try Findings.print(package)
      let items = try tribes.map { text in (text, try Self.position(of: text)) }.sorted { $0.1 < $1.1 }
      let found = try items.map { try Self.tribe(at: $0.1, named: $0.0, in: package) }
      guard let module = found.first?.module, found.allSatisfy({ $0.module.module == module.module }) else {
        throw Failure("the tribes are of several modules, whose helpers the merged tribe could not use")
      }
      let merged = try newTribe(found.map(\.tribe), in: package)
      try refuse(merged, items.map(\.1), among: module.tribes, lock)
      let parts = try found.map { try Self.part(of: $0.tribe, in: $0.module) }
      let source = try MergedSource(merged, items.map(\.0), parts)
      let text = source.text(imports: try Self.imports(of: found.map(\.tribe), in: module))
      let output = try Check.check(module: module.module, sources: ["\(merged.name).swift": text])
      guard !output.hasErrors, output.tribes.map(\.name) == [merged.name] else {
        throw Failure("the tribes cannot be merged by this command; merge them by hand, as the page MergedTribes shows")
      }
      let place = URL(fileURLWithPath: found[found.count - 1].tribe.location.file).deletingLastPathComponent()
        .relativePath
      let target = folders.first { $0.module.name == module.module }?.target ?? module.module
      var files = NewFiles()
      try files.add(text, at: "\(place)/\(merged.name).swift")
      try files.add(source.test(in: module.module), at: "Tests/\(target)Tests/\(merged.name)Tests.swift")
      try files.write(orPrint: dryRun)
      for tribe in found.map(\.tribe) {
        Console.error.note("delete \(tribe.name) in \(tribe.location.file):\(tribe.location.line)")
      }
    }

    private static func position(of text: String) throws -> TribeTarget.Position {
      do { return try TribeTarget.Position(merged: text) } catch { throw Failure("\(error)") }
    }

    private static func tribe(
      at position: TribeTarget.Position,
      named text: String,
      in package: CheckedPackage
    ) throws -> (tribe: Tribe, module: CheckedModule) {
      let found = package.modules.flatMap { module in module.tribes.map { ($0, module) } }
        .filter { $0.0.order == position }
      guard let first = found.first else { throw Failure("no tribe has the target \(text.debugDescription)") }
      guard found.count == 1 else { throw Failure("several tribes have the target \(text.debugDescription)") }
      return first
    }

    /// Returns the merged tribe: its target is that of the last tribe, or a new one.
    private func newTribe(_ tribes: [Tribe], in package: CheckedPackage) throws -> NewTribe {
      let position = try Self.position(of: into)
      var tribe: NewTribe
      if let target = tribes.first(where: { $0.order == position })?.writtenTarget {
        tribe = try NewTribe(target, named: name)
      } else if case .once(let id) = position {
        tribe = try NewTribe(.once(id), named: name)
      } else {
        tribe = try NewTribe(version: into, as: nil, named: name)
      }
      guard package.tribes.contains(where: { $0.name == tribe.name }) else { return tribe }
      if name != nil { throw Failure("a tribe \(tribe.name) already exists; choose another name with --name") }
      tribe.name += "_merged"
      return tribe
    }

    /// Refuses a target that would make the plan wrong.
    private func refuse(
      _ tribe: NewTribe,
      _ positions: [TribeTarget.Position],
      among tribes: [Tribe],
      _ lock: ReleaseLock?
    ) throws {
      if let last = positions.last, tribe.order < last {
        throw Failure("\(into) comes before a tribe that is merged; choose a target after all of them")
      }
      let between = tribes.first { other in
        guard let order = other.order, let first = positions.first, !positions.contains(order) else { return false }
        return order > first && order < tribe.order && !other.waits
      }
      if let between {
        throw Failure(
          "\(between.name) in \(between.location.file):\(between.location.line) comes after a tribe that is merged, and "
            + "would run before its work; merge it as well, or choose tribes and a target that directly follow one another"
        )
      }
      if !positions.contains(tribe.order), lock?.entries.contains(where: { $0.order == tribe.order }) == true {
        throw Failure("a tribe with the target \(into) has shipped; merge it as well, or choose another target")
      }
    }

    private static func part(of tribe: Tribe, in module: CheckedModule) throws -> TribePart {
      let table = module.output.finder.table
      let declarations = table.declarations(of: tribe.symbol)
      let bytes = try FileReader().bytes(of: tribe.location.file)
      return try bytes.withUnsafeBufferPointer { try TribePart(tribe, declarations, in: $0) }
    }

    /// Returns the imports of the files with the tribes.
    ///
    /// - Throws: ``Failure`` if the tribes may use something that only their own files see.
    private static func imports(of tribes: [Tribe], in module: CheckedModule) throws -> [String] {
      let paths = Set(tribes.map(\.location.file))
      var imports: Set<String> = []
      for file in module.output.files where paths.contains(file.path) {
        for line in file.imports {
          guard line.conditions.isEmpty else { throw Failure("\(file.path): an import is in an '#if'; merge by hand") }
          imports.insert((line.attributes.isEmpty ? "" : line.attributes + " ") + line.text)
        }
        let hasSecrets = try FileReader().bytes(of: file.path).withUnsafeBufferPointer { bytes in
          var (cursor, depth) = (TokenCursor(bytes), 0)
          while !cursor.peek().is(.end) {
            let token = cursor.advance()
            switch token.kind {
            case .leftBrace: depth += 1
            case .rightBrace: depth -= 1
            default: if depth == 0, token.is(keyword: .private) || token.is(keyword: .fileprivate) { return true }
            }
          }
          return false
        }
        if hasSecrets {
          throw Failure(
            "\(file.path): a declaration beside a tribe is private to the file; make it internal, or merge by hand"
          )
        }
      }
      return imports.sorted()
    }
  }
#endif
