#if Nomadctl
  import NomadTargets

  extension RoadMap {
    /// A part of the road under one heading.
    struct Stretch {
      /// The property that the stations of a stretch share.
      enum Section: Equatable {
        case first
        /// The first number of the stations' versions.
        case major(Numeral)
        case once
        case always

        init(_ order: TribePosition) {
          self =
            switch order {
            case .first: .first
            case .version(let version): .major(version.components.first ?? 0)
            case .once: .once
            case .always: .always
            }
        }
      }

      let section: Section

      /// The stations in migration order.
      var stations: [Station] = []
    }
  }

  extension RoadMap.Stretch {
    /// The heading above the stretch.
    var heading: String {
      switch section {
      case .first: "First"
      case .major(let number): "Version \(number)"
      case .once: "Once"
      case .always: "Always"
      }
    }

    /// A remark on when its tribes run, if the heading does not tell.
    var remark: String? {
      switch section {
      case .first: "before every version, until one is recorded"
      case .major: nil
      case .once: "once, regardless of versions"
      case .always: "at the end of every run"
      }
    }

    var stops: [RoadMap.Stop] { stations.flatMap(\.stops) }
  }
#endif
