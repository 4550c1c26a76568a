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
      abstract: "Draw the tribes along the versions, and what a user of some version would run.",
      discussion: """
        svg is a picture for documents, for light and for dark. html is a page in which a person chooses the version \
        of the user and the modules; it needs no network, and reads without JavaScript. mermaid and dot are texts: for \
        a README, and for Graphviz.

        Where there is a Tribes.lock, the map marks late tribes, which came after later ones had shipped. A user of a \
        version below the release that brought one has not run it, and nobody has if no release has it yet.

        With --from or --to, the map says of each tribe whether it would run, as 'nomadctl plan' does. --ran needs \
        --from, but for html, where it goes for the users of all versions. The same sources give the same bytes, and a \
        file is written only if they differ from what it holds.

        Examples:
          nomadctl map --output Road.svg
          nomadctl map --from 1.1 --to 2.0.0 --format html > road.html
          nomadctl map --format dot | dot -Tpdf -o road.pdf
        """
    )

    @Option(
      help: """
        What to draw; if none is given, what the output's name ends in (svg, html, htm, mmd, mermaid, dot, gv), and svg \
        without one.
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
      if user.from == nil, !user.ran.isEmpty, resolvedFormat != .html {
        throw ValidationError("--ran needs --from: nothing ran before a fresh install. (Only html does without.)")
      }
    }

    /// Checks that the ending of the output's name matches the format.
    private func checkOutput() throws {
      guard let output, let ending = MapFormat.ending(of: output), MapFormat(file: output) == nil else { return }
      if MapFormat.imageEndings.contains(ending) {
        throw ValidationError(
          "--output \(output): nothing is drawn as \(ending). Convert an svg, or let Graphviz draw: "
            + "nomadctl map --format dot | dot -Tpng -o road.png"
        )
      }
      if format == nil {
        let endings = MapFormat.allCases.flatMap(\.endings).joined(separator: ", ")
        throw ValidationError("--output \(output): the name says no format, as \(endings) would; say it with --format.")
      }
    }

    func run() throws {
      let road = try sources.road()
      try user.checkIDs(on: road)
      let text: String
      do {
        text = try drawn(RoadMap(road.tribes, late: Set(road.late.keys)), road)
        if let note = try user.note(on: road) { Console.error.note(note) }
      } catch let error as NomadError {
        throw Failure("\(error)")
      }
      if resolvedFormat == .mermaid, text.unicodeScalars.count > RoadGraph.mermaidLimit {
        Console.error.note(
          "Mermaid draws no text of more than \(RoadGraph.mermaidLimit) characters; --format svg does"
        )
      }
      try destination.write(text)
    }

    private var resolvedFormat: MapFormat { format ?? output.flatMap(MapFormat.init(file:)) ?? .svg }

    private func drawn(_ map: RoadMap, _ road: Road) throws -> String {
      let journey = try user.isGiven ? user.journey(of: map, on: road) : nil
      switch resolvedFormat {
      case .svg: return RoadPicture(map: map, journey: journey).svg()
      case .html:
        let journeys = try map.journeys(on: road, to: user.end?.limit, ran: user.ran)
        return RoadPage(map: map, choice: RoadMap.Choice(journeys: journeys, chosen: journey)).html()
      case .mermaid: return RoadGraph(map: map, journey: journey).mermaid()
      case .dot: return RoadGraph(map: map, journey: journey).dot()
      }
    }
  }
#endif
