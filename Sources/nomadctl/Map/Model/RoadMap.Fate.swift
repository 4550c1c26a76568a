#if Nomadctl
  import Nomad

  extension RoadMap {
    /// What becomes of a tribe on a journey, and why.
    struct Fate: Hashable {
      enum Kind: String, CaseIterable {
        /// It runs.
        case runs
        /// There is nothing left to do for it.
        case done
        /// It does not run on this journey, and may on a later one.
        case waits
      }

      let kind: Kind

      /// The reason, as a clause.
      let text: String

      /// Whether the tribe is late on this journey.
      let isLate: Bool

      init(_ decision: MigrationPlan.Decision) {
        isLate = decision.isLate
        text = Legible.text(decision.description)
        kind =
          switch decision {
          case .run: .runs
          case .mark, .skip(.alreadyRan), .skip(.supersededByVersion): .done
          case .skip: .waits
          }
      }
    }
  }

  extension RoadMap.Fate.Kind {
    /// A sign that is not told by its color.
    var sign: String {
      switch self {
      case .runs: "→"
      case .done: "✓"
      case .waits: "…"
      }
    }
  }
#endif
