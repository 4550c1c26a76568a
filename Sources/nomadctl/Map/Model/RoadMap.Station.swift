#if Nomadctl
  import NomadTargets

  extension RoadMap {
    /// A position in the migration order, with the tribes at it.
    ///
    /// There are several tribes at `.first` and at `.always`, and at a version if no build has more than one of them.
    struct Station {
      /// The station's number on the road, from 0.
      let number: Int

      let order: TribePosition
      let kind: Kind

      /// The version as it is written, or the kind of the station if it has no version.
      let label: String

      var stops: [Stop] = []

      init(number: Int, target: TribeTarget, order: TribePosition) {
        self.number = number
        self.order = order
        kind = Kind(order)
        label =
          switch target {
          case .first: "first"
          case .literal(let text), .dotted(let text): Legible.text(text)
          case .once: "once"
          case .always: "always"
          }
      }

      /// The version of the station; nil if it has none.
      var version: TribeVersion? {
        if case .version(let version) = order { version } else { nil }
      }

      /// The station's name in places without a heading.
      var name: String {
        version == nil ? label : "version \(label)" + (kind.remark.map { ", a \($0)" } ?? "")
      }
    }
  }

  extension RoadMap.Station {
    /// The kind of a station.
    enum Kind: String, CaseIterable {
      case first, release, prerelease, step, once, always

      init(_ order: TribePosition) {
        self =
          switch order {
          case .first: .first
          case .version(let version) where version.subMigration != nil: .step
          case .version(let version): version.prerelease.isEmpty ? .release : .prerelease
          case .once: .once
          case .always: .always
          }
      }

      /// A remark beside the label; nil if the label is enough.
      var remark: String? {
        switch self {
        case .prerelease: "pre-release"
        case .step: "sub-migration"
        case .first, .release, .once, .always: nil
        }
      }
    }
  }
#endif
