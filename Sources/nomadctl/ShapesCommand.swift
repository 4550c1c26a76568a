#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadTargets

  /// The command `nomadctl shapes`, which lists the stored types and what changed in them.
  struct ShapesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shapes",
      abstract: "List the stored types, their shapes, and what changed since a release.",
      discussion: """
        A type is stored if it conforms to Stored, if Tribes.lock lists it, or if a stored type contains it. Its shape \
        is what coding writes and reads. The command compares each shape with the newest one in Tribes.lock, or with \
        that of the release that --from names. Name types instead of paths to list only these:

          swift package nomad shapes Note --from 2.4.0

        With --suggest, the command lists types that code decodes from data or encodes to it, keeps in @AppStorage or \
        @SceneStorage, or has as records of a GRDB database, and that are no stored types yet.

        The command prints findings about the tribes, and shapes that are not certain, to standard error. The exit \
        code is 1 if one of them is an error.
        """
    )

    @Option(help: ArgumentHelp("The release to compare with.", valueName: "version"))
    var from: String?

    @Flag(help: "List types that the sources store and that are no stored types yet.")
    var suggest = false

    @Option(help: "How to print the list.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if suggest, from != nil || format != .text {
        throw ValidationError("--suggest prints a list of names: leave out --from and --format.")
      }
      guard let from else { return }
      do { _ = try TribeVersion(app: from) } catch { throw ValidationError("--from: \(error)") }
    }

    func run() throws {
      let found = try ReleaseLockFile.soundLock()
      if found == nil, from != nil { throw ReleaseLockFile.withoutShapes }
      var lock = found ?? ReleaseLock()
      let version = try from.map { try lock.version(of: $0) }
      // A word that is no path names a type.
      var sources = sources
      let names = sources.paths.filter { !$0.contains("/") && !FileManager.default.fileExists(atPath: $0) }
      sources.paths.removeAll(where: names.contains)
      let selection = try sources.selection()
      let package = try Check.check(selection: selection, stored: lock.typeNames)
      if suggest { return try suggest(package, of: selection) }
      let census = TribeCensus(of: package)
      let judgement = ShapeJudgement(lock, census)
      let successors = Dictionary(judgement.lost.map { ($0.qualifiedName, $0.successors) }) { $1 }
      let doubts = try lock.doubts(about: census)
      let renamed = lock.followRenames(in: census)
      var before = ShapeSet(of: lock, at: version, today: ShapeSet(members: []))
      let modules = Set(package.modules.map(\.module))
      // A type of a module that was not looked at is not gone.
      if !selection.isComplete { before.members.removeAll { !modules.contains($0.module) } }
      let types = judgement.types.values.flatMap(\.self)
      var history = ShapeHistory(types, since: before, renamed: renamed, successors: successors)
      try history.keep(names)
      switch format {
      case .text: try destination.write(history.text(since: from))
      case .json: try destination.write(history.json(since: from))
      }
      Console.error.write(ReportFormat.text.report(with: doubts))
      try Findings.print(package)
    }

    private func suggest(_ package: CheckedPackage, of selection: Selection) throws {
      let modules = selection.modules.map { ($0.name, $0.files) }
      let found = try StoredSuggestions.all(in: modules, besides: package.storedTypes, read: FileReader().read)
      try destination.write(found.map { $0.text.printable + "\n" }.joined())
      guard !found.isEmpty else { return Console.error.note("no code of these modules stores another type") }
      let names = found.map { "--stored \(ReleaseLockIdentity.written($0.name))" }.joined(separator: " ")
      Console.error.note("let them conform to Stored, or list them: swift run nomad-gen \(names)")
    }
  }
#endif
