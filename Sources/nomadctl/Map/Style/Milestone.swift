#if Nomadctl
  /// The symbols of stations on the road.
  ///
  /// Each kind of station has its own shape.
  enum Milestone {
    /// Draws a symbol around its center, within 12 pixels.
    static func shape(of kind: RoadMap.Station.Kind) -> [Markup] {
      func circle(_ radius: String) -> Markup { .node("circle", [("r", radius)]) }
      func path(_ style: String, _ data: String) -> Markup { .node("path", [("class", style), ("d", data)]) }
      return switch kind {
      case .release: [circle("10"), .node("circle", [("class", "dot"), ("r", "4")])]
      case .prerelease: [circle("10"), path("dot", "M-6 0A6 6 0 0 0 6 0Z")]
      case .step: [circle("6")]
      case .first: [circle("11"), path("dot", "M-3 -5L5 0L-3 5Z")]
      case .once: [path("frame", "M0 -12L12 0L0 12L-12 0Z")]
      case .always: [circle("11"), path("loop", "M4.2 -2.6A5 5 0 1 0 4.6 2M4.8 -6V-2.2H1")]
      }
    }

    /// Draws the mark for the user's position on the road, or for the end of the app's version.
    static func sign(isLimit: Bool) -> [Markup] {
      isLimit
        ? [.node("path", [("class", "bar"), ("d", "M-15 0H15")])]
        : [.node("circle", [("class", "place"), ("r", "9")])]
    }
  }
#endif
