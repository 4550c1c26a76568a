#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadGenCore
  import NomadSources

  /// `nomadctl map`: the road as a picture.
  struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "map",
      abstract: "Draw the tribes along the versions, and what a user of some version would run.",
      discussion: """
        svg is a picture for documents, for light and for dark. html is a page in which a person chooses the version \
        of the user and the modules; it needs no network, and reads without JavaScript. mermaid and dot are texts: for \
        a README, and for Graphviz.

        Where there is a Tribes.lock, the map marks the tribes that came after later ones had shipped.

        With --from or --to, the map says of each tribe whether it would run, as 'nomadctl plan' does. The same \
        sources give the same bytes, and a file is written only if they differ from what it holds.

        Examples:
          nomadctl map --output Road.svg
          nomadctl map --from 1.1 --to 2.0.0 --format html > road.html
          nomadctl map --format dot | dot -Tpdf -o road.pdf
        """
    )

    @Option(help: "What to draw; what the name of the output ends in if none is given, and svg without one.")
    var format: MapFormat?

    @Option(
      help: ArgumentHelp("The file to write; standard output if none is given.", valueName: "file"),
      completion: .file()
    )
    var output: String?

    @Option(
      help: ArgumentHelp(
        "The version that the user has; with --to alone, the user has a fresh install.",
        valueName: "version"
      )
    )
    var from: String?

    @Option(
      help: ArgumentHelp("The version that the user gets; all tribes may run if none is given.", valueName: "version")
    )
    var to: String?

    @Option(
      help: ArgumentHelp(
        "An id of a .once that ran already; give the option once for each. It needs --from, but for html.",
        valueName: "id"
      )
    )
    var ran: [String] = []

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      for (option, version) in [("--from", from), ("--to", to)] {
        guard let version else { continue }
        do { _ = try CurrentVersion.parsed(version) } catch { throw ValidationError("\(option): \(error)") }
      }
      if from == nil, !ran.isEmpty, resolvedFormat != .html {
        throw ValidationError("--ran needs --from: nothing ran before a fresh install.")
      }
    }

    func run() throws {
      let road = Road(Pipeline.summaries(of: try sources.soundOutputs()))
      let late = try sources.late(among: road.tribes)
      let text: String
      do {
        text = try drawn(RoadMap(road.tribes, late: late), road)
      } catch let error as NomadError {
        throw Failure("\(error)")
      }
      if resolvedFormat == .mermaid, text.unicodeScalars.count > RoadGraph.mermaidLimit {
        Console.error.write(
          "nomadctl: note: Mermaid draws no text of more than \(RoadGraph.mermaidLimit) characters; --format svg does\n"
        )
      }
      if let output {
        try OutputFile.writeIfChanged(text, to: output)
      } else {
        Console.output.write(text)
      }
    }

    private var resolvedFormat: MapFormat { format ?? output.flatMap(MapFormat.init(file:)) ?? .svg }

    private func drawn(_ map: RoadMap, _ road: Road) throws -> String {
      let isJourney = from != nil || to != nil
      let journey = try isJourney ? map.journey(on: road, from: from, to: to, ran: from == nil ? [] : ran) : nil
      switch resolvedFormat {
      case .svg: return RoadPicture(map: map, journey: journey).svg()
      case .html:
        let journeys = try map.journeys(on: road, to: to, ran: ran)
        return RoadPage(map: map, choice: RoadMap.Choice(journeys: journeys, chosen: journey)).html()
      case .mermaid: return RoadGraph(map: map, journey: journey).mermaid()
      case .dot: return RoadGraph(map: map, journey: journey).dot()
      }
    }
  }
#endif
