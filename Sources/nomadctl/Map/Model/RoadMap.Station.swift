#if Nomadctl
  import Nomad
  import NomadSyntax
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  extension RoadMap {
    /// A position in the migration order, with the tribes at it.
    ///
    /// There are several tribes at `.first` and at `.always`, and at a version if no build has more than one of them.
    struct Station {
      /// The station's number on the road, from 0.
      let number: Int

      let order: TribeTarget.Position

      var kind: Kind { stops.isEmpty ? .merged : Kind(order) }

      /// The version as it is written, or the kind of the station if it has no version.
      let label: String

      var stops: [Stop] = []

      /// The tribes that were here, until others merged them.
      var gone: [Departure] = []

      init(number: Int, target: TribeTarget, order: TribeTarget.Position) {
        self.number = number
        self.order = order
        label =
          switch target {
          case .first: "first"
          case .literal(let text), .dotted(let text): Legible.text(text)
          case .once: "once"
          case .whenChanged: "when changed"
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
      case first, release, prerelease, step, once, changed, always
      /// Only tribes that others merge.
      case merged

      init(_ order: TribeTarget.Position) {
        self =
          switch order {
          case .first: .first
          case .version(let version) where version.subMigration != nil: .step
          case .version(let version): version.prerelease.isEmpty ? .release : .prerelease
          case .once: .once
          case .whenChanged: .changed
          case .always: .always
          }
      }

      /// A remark beside the label; nil if the label is enough.
      var remark: String? {
        switch self {
        case .prerelease: "pre-release"
        case .step: "sub-migration"
        case .merged: "merged"
        case .first, .release, .once, .changed, .always: nil
        }
      }
    }
  }

  extension RoadMap {
    /// A tribe on the road.
    struct Stop {
      /// The tribe's number on the road, from 0.
      let number: Int

      /// The qualified name, without the module.
      let name: String

      /// The target as it is written in Swift.
      let target: String

      let module: Module

      /// The file and line of the type's name.
      let place: String

      /// The tribe's key in the ledger.
      let key: String

      /// The traits and the conditions of the tribe.
      let conditions: [String]

      /// Whether the tribe arrived after later ones had been released.
      let isLate: Bool

      /// Whether to mark the tribe as late: for one user, only if it is late on that user's journey.
      func isLate(with fate: Fate?) -> Bool { isLate && fate?.isLate != false }

      init(
        _ tribe: TribeSummary,
        _ target: TribeTarget,
        _ order: TribeTarget.Position,
        number: Int,
        module: Module,
        isLate: Bool
      ) {
        self.number = number
        self.module = module
        self.isLate = isLate
        name = Legible.text(tribe.name)
        self.target = Legible.text(target.description)
        place = Legible.text("\(tribe.location.file):\(tribe.location.line)")
        key = Legible.text(LedgerKey(at: order, of: "\(tribe.module).\(tribe.name)").description)
        conditions = tribe.remarks.map(Legible.text)
      }
    }
  }
#endif
