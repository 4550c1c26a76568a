#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The command `nomadctl freeze`, which prints a private copy of a stored type as a release had it.
  struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "freeze",
      abstract: "Print a private copy of a stored type in the shape that a release had.",
      discussion: """
        A tribe that uses a stored type as it is now breaks if the type changes later: users who come from before that \
        tribe run it with the new shape. Give the tribe a private copy. With --into, the command writes the copy into an \
        extension of the tribe, and the copy's name in place of the type's:

          swift package nomad freeze Note --release 2.4.0 --into SplitNotes

        The shape comes from Tribes.lock; with --today, or for a type that no release has, from the sources. Stored \
        types that the type contains are copied with it. A comment marks what the shape does not tell, and decoding \
        throws until you write that.
        """
    )

    @Argument(help: "The stored type, such as Note or App.Note.")
    var type: String

    @Option(
      help: ArgumentHelp("The release whose shape to print; by default, the newest one.", valueName: "version")
    )
    var release: String?

    @Flag(help: "Print the shape that the sources have.")
    var today = false

    @Option(help: ArgumentHelp("The tribe that gets the copy in place of the type.", valueName: "tribe"))
    var into: String?

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if into != nil, destination.output != nil { throw ValidationError("Give only one of --into and --output.") }
      guard let release else { return }
      if today { throw ValidationError("Give only one of --release and --today.") }
      do { _ = try TribeVersion(app: release) } catch { throw ValidationError("--release: \(error)") }
    }

    func run() throws {
      let found = try ReleaseLockFile.soundLock()
      if found == nil, release != nil { throw ReleaseLockFile.withoutShapes }
      var lock = found ?? ReleaseLock()
      let version = try release.map { try lock.version(of: $0) }
      let (_, package, census) = try sources.check(isForLock: into != nil, stored: lock.typeNames)
      let renamed = lock.followRenames(in: census)
      let now = try StoredSources(package.storedTypes).shapes
      var (shapes, place) = (ShapeSet(of: lock, at: version, today: now), "\(ReleaseLock.fileName) has")
      if let release { place = "in \(ReleaseLock.fileName), version \(release) has" }
      let isKnown = try !today && (release != nil || shapes.has(type, renamed))
      if !isKnown { (shapes, place) = (now, "the sources have") }
      let root = shapes.target(of: try shapes.type(named: type, in: place, renamed))
      let copies = PrivateCopies(of: root, in: shapes, label: isKnown ? nil : "new")
      if let into {
        let paster = try CopyPaster(copies, into: into, in: package)
        try File.writeIfChanged(paster.text, to: paster.path)
        let names = "\(paster.count) name\(paster.count == 1 ? "" : "s")"
        Console.error.note("wrote \(copies.name) into \(into) and replaced \(names)")
        for place in paster.left {
          Console.error.note("\(place.file):\(place.line):\(place.column): write the copy here yourself")
        }
      } else {
        try destination.write(PrivateCopies.text(of: [copies]))
        let names = copies.replacements.map { "\($0.copy) in place of \($0.type)" }.joined(separator: ", ")
        Console.error.note("in the tribe, write \(names)")
      }
      if copies.isIncomplete {
        Console.error.note("the shape does not tell everything: complete the copy where a comment asks for it")
      }
    }
  }
#endif
