#if Nomadctl
  import NomadTargets

  extension RoadMap {
    /// A part of the road under one heading.
    struct Stretch {
      /// What the stations of a stretch have in common.
      enum Section: Equatable {
        case first
        /// The first number of the versions.
        case major(Numeral)
        case once
        case always

        init(_ order: TribeOrder) {
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
    /// What stands above the stretch.
    var heading: String {
      switch section {
      case .first: "First"
      case .major(let number): "Version \(number)"
      case .once: "Once"
      case .always: "Always"
      }
    }

    /// When its tribes run, where the heading does not say that.
    var remark: String? {
      switch section {
      case .first: "before every version, until one is recorded"
      case .major: nil
      case .once: "once ever, whatever the versions"
      case .always: "at the end of every run"
      }
    }

    var stops: [RoadMap.Stop] { stations.flatMap(\.stops) }
  }
#endif
