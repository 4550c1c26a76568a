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
        has. A sign shows before which version the policy's 'oldest' in the sources, or a retired tribe in \
        Tribes.lock, ends the support for old data.

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

    @OptionGroup
    var user: JourneyOptions

    @OptionGroup
    var sources: SourceOptions

    func validate() throws { _ = try resolvedFormat }

    /// The format: the one that was given, or else that of the output's name.
    private var resolvedFormat: MapFormat {
      get throws {
        let name = destination.output?.split(separator: "/").last ?? ""
        guard format == nil, let ending = name.split(separator: ".").dropFirst().last?.lowercased() else {
          return format ?? .svg
        }
        if let format = MapFormat.allCases.first(where: { $0.endings.contains(ending) }) { return format }
        let endings = MapFormat.allCases.flatMap(\.endings).joined(separator: ", ")
        throw ValidationError("--output \(name): the name has no known ending (\(endings)); give a --format.")
      }
    }

    func run() throws {
      let road = try sources.road()
      let map = RoadMap(road, journey: try user.isGiven ? user.journey(on: road) : nil)
      switch try resolvedFormat {
      case .svg: try destination.write(RoadPicture(map: map).svg())
      case .mermaid:
        let text = RoadGraph(map: map).mermaid()
        if text.unicodeScalars.count > RoadGraph.limit {
          Console.error.note(
            "Mermaid cannot draw texts of more than \(RoadGraph.limit) characters; use --format svg"
          )
        }
        try destination.write(text)
      }
    }
  }

  /// The format in which a map is drawn.
  enum MapFormat: String, ExpressibleByArgument, CaseIterable {
    case svg, mermaid

    /// The endings of file names in the format.
    var endings: [String] {
      switch self {
      case .svg: ["svg"]
      case .mermaid: ["mmd", "mermaid"]
      }
    }
  }
#endif
