#if Nomadctl
  extension RoadMap {
    /// The journeys that a reader of the map can choose from.
    struct Choice {
      /// The journeys of a fresh install, and of a user of each version on the road and of each release in the release
      /// lock.
      let journeys: [Journey]

      /// The chosen journey, if there is one.
      let chosen: Journey?

      /// The index of the chosen journey; nil if it starts at a version that is not on the road.
      let chosenIndex: Int?

      init(journeys: [Journey], chosen: Journey?) {
        self.journeys = journeys
        chosenIndex = chosen.flatMap { chosen in journeys.firstIndex { $0.start == chosen.start } }
        self.chosen = chosen
      }

      /// Returns a clause that names the users who run a tribe.
      func whoRuns(_ stop: Stop) -> String {
        let running = journeys.indices.filter { journeys[$0].fates[stop.number].kind == .runs }
        if running.count == journeys.count { return journeys.count == 1 ? "a fresh install" : "all users" }
        var parts: [String] = running.first == 0 ? ["a fresh install"] : []
        // Consecutive versions are combined into a range.
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
        return parts.isEmpty ? "no user yet" : parts.joined(separator: ", ")
      }
    }
  }
#endif
