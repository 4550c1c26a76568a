#if Nomadctl
  import Nomad

  extension RoadMap {
    /// The outcome for a tribe on a journey, and the reason.
    struct Fate: Hashable {
      enum Kind: String, CaseIterable {
        /// The tribe runs.
        case runs
        /// Nothing is left to do for the tribe.
        case done
        /// The tribe does not run on this journey, and may on a later one.
        case waits
      }

      let kind: Kind

      /// The reason, as a clause.
      let text: String

      /// Whether the tribe is late on this journey.
      let isLate: Bool

      init(_ step: Road.Step) {
        isLate = step.decision.isLate
        text = Legible.text(step.reason)
        kind =
          switch step.decision {
          case .run: .runs
          case .mark, .skip(.alreadyRan), .skip(.supersededByVersion): .done
          case .skip: .waits
          }
      }
    }
  }

  extension RoadMap.Fate.Kind {
    /// A symbol that can be recognized without its color.
    var sign: String {
      switch self {
      case .runs: "→"
      case .done: "✓"
      case .waits: "…"
      }
    }
  }
#endif
