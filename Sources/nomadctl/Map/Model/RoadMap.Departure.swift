#if Nomadctl
  import NomadCheck
  import NomadTargets

  extension RoadMap {
    /// A tribe that is gone, because another one merges it.
    struct Departure {
      /// The name of the type, if the release lock has it; otherwise the target as the other tribe lists it.
      let name: String

      /// The target as it is written in Swift.
      let target: TribeTarget

      let order: TribeTarget.Position
      let module: Module

      /// The number of the tribe that merges it.
      let into: Int

      /// The tribe that merges it.
      let heir: String

      /// The target as text.
      var written: String { Legible.text(target.description) }

      /// A clause that tells where the tribe went.
      var remark: String { "merged into \(heir)" }

      /// Returns the tribes that a tribe merges, without its own target, at which it stays.
      static func all(
        mergedBy tribe: TribeSummary,
        _ number: Int,
        in module: Module,
        shipped: [ReleaseLock.Entry]
      ) -> [Departure] {
        tribe.merges.compactMap { text in
          guard let order = try? TribeTarget.Position(merged: text), order != tribe.order else { return nil }
          let line = shipped.first { $0.module == tribe.module && $0.order == order }
          return Departure(
            name: Legible.text(line?.name ?? text),
            target: line?.target ?? TribeTarget(order, as: text),
            order: order,
            module: module,
            into: number,
            heir: Legible.text("\(tribe.name) \(tribe.target?.description ?? "")")
          )
        }
      }
    }
  }

  extension TribeTarget {
    /// Creates the target at a place that another tribe's `merges` names.
    fileprivate init(_ order: Position, as text: String) {
      switch order {
      case .version(let version):
        let isLiteral = (try? TribeVersion(semantic: text)) == version
        let isDotted = (try? TribeVersion(dotted: text)) == version
        self = isLiteral ? .literal(text) : .dotted(isDotted ? text : version.text)
      case .once(let id): self = .once(id)
      case .whenChanged(let id): self = .whenChanged(id)
      case .first: self = .first
      case .always: self = .always
      }
    }
  }
#endif
