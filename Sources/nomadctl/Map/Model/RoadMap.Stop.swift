#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

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

      /// The traits and the conditions under which a build has the tribe: `deferred`, `#if os(Linux)`, `@available iOS
      /// 17`.
      let conditions: [String]

      /// Whether the tribe arrived after later ones had been released.
      let isLate: Bool

      /// Whether to mark the tribe as late: for one user, only if it is late on that user's journey.
      func isLate(with fate: Fate?) -> Bool { isLate && fate?.isLate != false }

      init(
        _ tribe: TribeSummary,
        _ target: TribeTarget,
        _ order: TribePosition,
        number: Int,
        module: Module,
        isLate: Bool
      ) {
        self.number = number
        self.module = module
        self.isLate = isLate
        let registry = TribeRegistry(_module: tribe.module) { $0.add(tribe.name, target: target, position: order) {} }
        name = Legible.text(tribe.name)
        self.target = Legible.text(target.description)
        place = Legible.text("\(tribe.location.file):\(tribe.location.line)")
        key = Legible.text(registry.entries.first?.key.description ?? "")
        conditions =
          (tribe.traits + tribe.conditions.map { "#if \($0)" } + tribe.availability.map { "@available \($0)" })
          .map(Legible.text)
      }
    }
  }
#endif
