#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore
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

          nomadctl shapes Note --from 2.4.0

        The command prints findings about the tribes, and shapes that are not certain, to standard error. The exit \
        code is 1 if one of them is an error.
        """
    )

    @Option(help: ArgumentHelp("The release to compare with.", valueName: "version"))
    var from: String?

    @Option(help: "How to print the list.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
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
      let packages = Packages()
      let selection = try sources.selection(in: packages)
      let package = try Check.check(selection: selection, stored: lock.typeNames, in: packages)
      let census = TribeCensus(of: package, parts: selection.parts, isComplete: selection.isComplete)
      let judgement = ShapeJudgement(lock, census)
      let successors = Dictionary(judgement.lost.map { ($0.qualifiedName, $0.successors) }) { $1 }
      let doubts = try lock.doubts(about: census)
      let renamed = try lock.followRenames(in: census)
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
  }
#endif
