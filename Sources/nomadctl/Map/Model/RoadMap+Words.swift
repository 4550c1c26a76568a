#if Nomadctl
  extension RoadMap {
    /// The map's title.
    var title: String {
      let names = modules.map(\.name)
      return switch names.count {
      case 0: "The road"
      case 1: "The road of \(names[0])"
      case 2: "The road of \(names[0]) and \(names[1])"
      case 3: "The road of \(names[0]), \(names[1]) and \(names[2])"
      default: "The road of \(names[0]), \(names[1]) and \(names.count - 2) more modules"
      }
    }

    /// A sentence that counts the tribes, versions and modules on the map.
    var summary: String {
      guard !stops.isEmpty else { return "There are no tribes here." }
      let versions = stations.count { $0.version != nil && !$0.stops.isEmpty }
      let late = stops.count(where: \.isLate)
      var parts = [stops.count.counted("tribe")]
      if versions > 0 { parts.append("at " + versions.counted("version")) }
      parts.append("in " + modules.count.counted("module"))
      var sentences = [parts.joined(separator: " ") + (late == 0 ? "." : ", \(late) of them late.")]
      if !gone.isEmpty { sentences.append("They merge \(gone.count.counted("older tribe")).") }
      sentences += supportEnds.map { $0.text.prefix(1).uppercased() + $0.text.dropFirst() + "." }
      return sentences.joined(separator: " ")
    }
  }

  extension RoadMap.Journey {
    /// A phrase that describes the user on the journey.
    var traveller: String {
      switch (from, to) {
      case (let from?, let to?): "A user of \(from) who gets \(to)"
      case (let from?, nil): "A user of \(from)"
      case (nil, let to?): "A fresh install of \(to)"
      case (nil, nil): "A fresh install"
      }
    }

    /// A sentence with the result of the journey.
    var sentence: String {
      let running = fates.count { $0.kind == .runs }
      let what =
        switch (running, fates.count) {
        case (0, _): "none of \(fates.count.counted("tribe"))"
        case (1, 1): "the only tribe"
        case (fates.count, _): "all \(fates.count) tribes"
        default: "\(running) of \(fates.count) tribes"
        }
      return "\(traveller) runs \(what)."
    }

    /// The text of the sign at the user's position on the road.
    var startSign: String { from.map { "the user is at \($0)" } ?? "a fresh install starts here" }

    /// The text of the sign where the app's version ends; nil if the app has no version.
    var limitSign: String? { to.map { "the app is at \($0)" } }
  }
#endif
