#if Nomadctl
  extension RoadMap {
    /// Whom a person can choose to follow along the road.
    struct Choice {
      /// A fresh install, and a user of each version on the road.
      let journeys: [Journey]

      /// The one that was chosen, if any was.
      let chosen: Journey?

      /// Which of the journeys that is; nil if it starts at a version that is not on the road.
      let chosenIndex: Int?

      init(journeys: [Journey], chosen: Journey?) {
        self.journeys = journeys
        chosenIndex = chosen.flatMap { chosen in journeys.firstIndex { $0.start == chosen.start } }
        // Its version is shown as the road has it.
        self.chosen = chosenIndex.map { journeys[$0] } ?? chosen
      }

      /// Who runs a tribe, as a clause.
      func whoRuns(_ stop: Stop) -> String {
        let running = journeys.indices.filter { journeys[$0].fates[stop.number].kind == .runs }
        if running.count == journeys.count { return journeys.count == 1 ? "a fresh install" : "everybody" }
        var parts: [String] = running.first == 0 ? ["a fresh install"] : []
        // Versions that follow each other are said as one.
        var spans: [ClosedRange<Int>] = []
        for index in running where index > 0 {
          if let last = spans.last, last.upperBound == index - 1 {
            spans[spans.count - 1] = last.lowerBound...index
          } else {
            spans.append(index...index)
          }
        }
        parts += spans.map { span in
          let ends = [journeys[span.lowerBound], journeys[span.upperBound]].compactMap(\.from)
          return "users of " + (span.count == 1 ? ends[0] : ends.joined(separator: " to "))
        }
        return parts.isEmpty ? "nobody yet" : parts.joined(separator: ", ")
      }
    }
  }
#endif
