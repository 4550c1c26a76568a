#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  /// The road as pictures show it: stretches, each with stations, each with the tribes that stop there.
  ///
  /// It is a value computed from the tribes. All of its texts are safe to show. It contains nothing about the look,
  /// which the drawing code determines.
  struct RoadMap {
    /// The modules that have tribes, by name.
    let modules: [Module]

    /// The stretches in migration order, none of them empty.
    let stretches: [Stretch]

    /// Creates the map of tribes that all have legal targets.
    ///
    /// - Parameters:
    ///   - tribes: The tribes in migration order.
    ///   - late: The tribes among them that arrived after later ones had been released.
    init(_ tribes: [TribeSummary], late: Set<TribeSummary> = []) {
      modules = Module.all(of: tribes)
      var stretches: [Stretch] = []
      var (stop, station) = (0, 0)
      for tribe in tribes {
        guard let order = tribe.order, let target = tribe.target else { continue }
        let name = Legible.text(tribe.module)
        guard let module = modules.first(where: { ByteOrder.areSame($0.name, name) }) else { continue }
        let section = Stretch.Section(order)
        if stretches.last?.section != section { stretches.append(Stretch(section: section)) }
        let last = stretches.count - 1
        if stretches[last].stations.last?.order != order {
          stretches[last].stations.append(Station(number: station, target: target, order: order))
          station += 1
        }
        let there = stretches[last].stations.count - 1
        stretches[last].stations[there].stops.append(
          Stop(tribe, target, order, number: stop, module: module, isLate: late.contains(tribe))
        )
        stop += 1
      }
      self.stretches = stretches
    }

    /// The stations in migration order.
    var stations: [Station] { stretches.flatMap(\.stations) }

    /// The tribes in migration order.
    var stops: [Stop] { stations.flatMap(\.stops) }
  }
#endif
