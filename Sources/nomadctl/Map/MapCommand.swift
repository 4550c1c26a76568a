#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command `nomadctl map`, which draws the road.
  struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "map",
      abstract: "Draw the tribes in order of their versions, and show which ones a user would run.",
      discussion: """
        The formats: svg is a picture for documents, in light and dark mode. mermaid is text for a README.

        If Tribes.lock exists, the map marks late tribes, which were added after later ones had shipped. A user of a \
        version below the first release of a late tribe has not run it. If no release contains the tribe yet, no user \
        has. A merged tribe is drawn where it was, with the tribe that merges it. A mark shows before which version the \
        policy's 'oldest' in the sources, or a retired tribe in Tribes.lock, ends the support for old data.

        With --from or --to, the map shows for each tribe whether it would run, as 'swift package nomad plan' does. The \
        same sources give the same bytes. The command writes a file only if its contents change.

        Examples:
          swift package nomad map --output Road.svg
          swift package nomad map --from 1.1 --to 2.0.0 --format mermaid > road.mmd
        """
    )

    @Option(
      help: """
        The format; by default, the one that matches the ending of the output's name (svg, mmd, mermaid), or svg.
        """
    )
    var format: MapFormat?

    @OptionGroup
    var destination: OutputOptions

    private var output: String? { destination.output }

    @OptionGroup
    var user: JourneyOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      try checkOutput()
      if user.from == nil, !user.ran.isEmpty {
        throw ValidationError("--ran needs --from: nothing ran before a fresh install.")
      }
    }

    /// Checks that the ending of the output's name matches the format.
    private func checkOutput() throws {
      guard format == nil, let output, MapFormat.ending(of: output) != nil, MapFormat(file: output) == nil
      else { return }
      let endings = MapFormat.allCases.flatMap(\.endings).joined(separator: ", ")
      throw ValidationError("--output \(output): the name has no known ending (\(endings)); give a --format.")
    }

    func run() throws {
      let road = try sources.road()
      try user.checkIDs(on: road)
      let text: String
      do {
        let map = RoadMap(road.tribes, late: Set(road.late.keys), shipped: road.shipped, oldest: road.oldest)
        text = try drawn(map, road)
        if let note = try user.note(on: road) { Console.error.note(note) }
      } catch let error as NomadError {
        throw Failure("\(error)")
      }
      if resolvedFormat == .mermaid, text.unicodeScalars.count > RoadGraph.mermaidLimit {
        Console.error.note(
          "Mermaid cannot draw texts of more than \(RoadGraph.mermaidLimit) characters; use --format svg"
        )
      }
      try destination.write(text)
    }

    private var resolvedFormat: MapFormat { format ?? output.flatMap(MapFormat.init(file:)) ?? .svg }

    private func drawn(_ map: RoadMap, _ road: Road) throws -> String {
      let journey = try user.isGiven ? user.journey(of: map, on: road) : nil
      switch resolvedFormat {
      case .svg: return RoadPicture(map: map, journey: journey).svg()
      case .mermaid: return RoadGraph(map: map, journey: journey).mermaid()
      }
    }
  }

  /// The format in which a map is drawn.
  enum MapFormat: String, ExpressibleByArgument, CaseIterable {
    case svg, mermaid

    /// Creates the format for a file's name; nil if the name's ending belongs to no format.
    init?(file: String) {
      guard let ending = Self.ending(of: file) else { return nil }
      guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
      self = format
    }

    /// The endings of file names in the format.
    var endings: [String] {
      switch self {
      case .svg: ["svg"]
      case .mermaid: ["mmd", "mermaid"]
      }
    }

    /// Returns the ending of a file's name in lowercase; nil if it has none.
    static func ending(of file: String) -> String? {
      file.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    }
  }
#endif
