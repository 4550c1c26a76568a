#if Nomadctl
  import NomadTargets

  extension RoadMap {
    /// A place on the road, with the tribes that stand there.
    ///
    /// There are several at `.first` and `.always`, and where no build has more than one of them.
    struct Station {
      /// Its number on the road, from 0.
      let number: Int

      let order: TribeOrder
      let kind: Kind

      /// The version as it is written, or what the station is instead.
      let label: String

      var stops: [Stop] = []

      init(number: Int, target: TribeTarget, order: TribeOrder) {
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

      /// What it is called where it does not stand under a heading.
      var name: String {
        version == nil ? label : "version \(label)" + (kind.remark.map { ", a \($0)" } ?? "")
      }

      /// How to write the version so that a plan reads it as this one; nil if the station has none.
      var start: String? { version?.unambiguousText }
    }
  }

  extension RoadMap.Station {
    /// What kind of place it is.
    enum Kind: String, CaseIterable {
      case first, release, prerelease, step, once, always

      init(_ order: TribeOrder) {
        self =
          switch order {
          case .first: .first
          case .version(let version) where version.step != nil: .step
          case .version(let version): version.prerelease.isEmpty ? .release : .prerelease
          case .once: .once
          case .always: .always
          }
      }

      /// What it is called beside its label; nil where the label says it.
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
