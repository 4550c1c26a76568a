#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  /// The command `nomadctl freeze`, which prints a private copy of a stored type as a release had it.
  struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "freeze",
      abstract: "Print a private copy of a stored type in the shape that a release had.",
      discussion: """
        A shipped tribe that uses a stored type breaks if the type changes later: users who come from before that tribe \
        run it with the new shape. Paste the copy into the tribe's type or into an extension of it, and write the copy's \
        name in the tribe in place of the type's:

          nomadctl freeze Note --release 2.4.0

        The shape comes from Tribes.lock. Stored types that the type contains are copied with it. A comment marks what \
        the lock does not tell, and decoding throws until you write that.
        """
    )

    @Argument(help: "The stored type, such as Note or App.Note.")
    var type: String

    @Option(
      help: ArgumentHelp("The release whose shape to print; by default, the newest one.", valueName: "version")
    )
    var release: String?

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      guard let release else { return }
      do { _ = try TribeVersion(app: release) } catch { throw ValidationError("--release: \(error)") }
    }

    func run() throws {
      guard var lock = try ReleaseLockFile.soundLock() else { throw ReleaseLockFile.withoutShapes }
      let version = try release.map { try lock.version(of: $0) }
      let packages = Packages()
      let selection = try sources.selection(in: packages)
      let package = try Check.check(selection: selection, stored: lock.typeNames, in: packages)
      let census = TribeCensus(of: package, parts: selection.parts, isComplete: selection.isComplete)
      let renamed = try lock.followRenames(in: census)
      let today = try StoredSources(package.storedTypes).shapes
      let shapes = ShapeSet(of: lock, at: version, today: today)
      let place = release.map { "in \(ReleaseLock.fileName), version \($0) has" } ?? "\(ReleaseLock.fileName) has"
      let root = try shapes.type(named: type, in: place, renamed)
      let copies = PrivateCopies(of: root, at: release ?? root[0].release ?? "", in: shapes)
      try destination.write(copies.text)
      let names = copies.replacements.map { "\($0.copy) in place of \($0.type)" }.joined(separator: ", ")
      Console.error.note("in the tribe, write \(names)")
      if copies.isIncomplete {
        Console.error.note("the lock does not tell everything: complete the copy where a comment asks for it")
      }
    }
  }
#endif
