#if Nomadctl
  import ArgumentParser
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
        that of the release that --from names.

        The command prints findings about the tribes to standard error. The exit code is 1 if one of them is an error.
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
      let lock = try ReleaseLockFile.soundLock()
      if lock == nil, from != nil { throw ReleaseLockFile.withoutShapes }
      let packages = Packages()
      let selection = try sources.selection(in: packages)
      let package = try Check.run(selection, stored: lock?.storedNames ?? [], in: packages)
      let version = try from.map { try TribeVersion(app: $0) }
      var before = ShapeSet(of: lock ?? ReleaseLock(), at: version, today: ShapeSet(members: []))
      let modules = Set(package.modules.map(\.module))
      // A type of a module that was not looked at is not gone.
      if !selection.isComplete { before.members.removeAll { !modules.contains($0.module) } }
      let history = ShapeHistory(package.storedTypes, since: before)
      switch format {
      case .text: try destination.write(history.text(since: from))
      case .json: try destination.write(history.json(since: from))
      }
      try Findings.print(package)
    }
  }
#endif
