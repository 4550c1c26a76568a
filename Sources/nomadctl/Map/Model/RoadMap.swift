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

    /// The ends of the support for old data.
    let supportEnds: [SupportEnd]

    /// Creates the map of tribes that all have legal targets.
    ///
    /// - Parameters:
    ///   - tribes: The tribes in migration order.
    ///   - late: The tribes among them that arrived after later ones had been released.
    ///   - shipped: The lines of the release lock.
    ///   - oldest: The oldest versions of data that policies in the sources accept.
    init(
      _ tribes: [TribeSummary],
      late: Set<TribeSummary> = [],
      shipped: [ReleaseLock.Entry] = [],
      oldest: [TribeVersion] = []
    ) {
      let modules = Module.all(of: tribes)
      var (stretches, stops, gone) = ([Stretch](), [(Stop, TribeTarget, TribeTarget.Position)](), [Departure]())
      for tribe in tribes {
        guard let order = tribe.order, let target = tribe.target else { continue }
        let name = Legible.text(tribe.module)
        guard let module = modules.first(where: { ByteOrder.areSame($0.name, name) }) else { continue }
        let number = stops.count
        let stop = Stop(tribe, target, order, number: number, module: module, isLate: late.contains(tribe))
        stops.append((stop, target, order))
        gone += Departure.all(mergedBy: tribe, number, in: module, shipped: shipped)
      }
      var count = 0
      func place(at target: TribeTarget, _ order: TribeTarget.Position, _ change: (inout Station) -> Void) {
        let section = Stretch.Section(order)
        if stretches.last?.section != section { stretches.append(Stretch(section: section)) }
        let last = stretches.count - 1
        if stretches[last].stations.last?.order != order {
          stretches[last].stations.append(Station(number: count, target: target, order: order))
          count += 1
        }
        change(&stretches[last].stations[stretches[last].stations.count - 1])
      }
      // A merged tribe comes before the one that merges it, so none is left in the end.
      var departures = gone.sorted { $0.order < $1.order }[...]
      for (stop, target, order) in stops {
        while let next = departures.first, next.order <= order {
          place(at: next.target, next.order) { $0.gone.append(next) }
          departures.removeFirst()
        }
        place(at: target, order) { $0.stops.append(stop) }
      }
      self.modules = modules
      self.stretches = stretches
      supportEnds = SupportEnd.all(oldest, shipped: shipped, on: stretches.flatMap(\.stations))
    }

    /// The stations in migration order.
    var stations: [Station] { stretches.flatMap(\.stations) }

    /// The tribes in migration order.
    var stops: [Stop] { stations.flatMap(\.stops) }

    /// The tribes that are gone, in migration order.
    var gone: [Departure] { stations.flatMap(\.gone) }
  }

  extension RoadMap {
    /// A module on a map.
    struct Module {
      let name: String

      /// The module's position among all modules sorted by name, from 0.
      let number: Int

      /// The number of its tribes.
      let count: Int

      /// Returns the modules of some tribes, sorted by name.
      static func all(of tribes: [TribeSummary]) -> [Module] {
        // Group by bytes: two names that only look the same are two modules.
        let names = tribes.filter { $0.order != nil }.map { Array(Legible.text($0.module).utf8) }
        return Dictionary(grouping: names) { $0 }
          .sorted { $0.key.lexicographicallyPrecedes($1.key) }.enumerated()
          .map { Module(name: String(decoding: $1.key, as: UTF8.self), number: $0, count: $1.value.count) }
      }
    }
  }

  extension RoadMap {
    /// A part of the road under one heading.
    struct Stretch {
      /// The property that the stations of a stretch share.
      enum Section: Equatable {
        case first
        /// The first number of the stations' versions.
        case major(TribeVersion.Number)
        case once
        case changed
        case always

        init(_ order: TribeTarget.Position) {
          self =
            switch order {
            case .first: .first
            case .version(let version): .major(version.components.first ?? 0)
            case .once: .once
            case .whenChanged: .changed
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
      case .changed: "When changed"
      case .always: "Always"
      }
    }

    /// A remark on when its tribes run, if the heading does not tell.
    var remark: String? {
      switch section {
      case .first: "before every version, until one is recorded"
      case .major: nil
      case .once: "once, regardless of versions"
      case .changed: "again whenever the source has changed"
      case .always: "at the end of every run"
      }
    }

    var stops: [RoadMap.Stop] { stations.flatMap(\.stops) }

    /// The number of its tribes, as text.
    var count: String {
      stops.isEmpty ? stations.flatMap(\.gone).count.counted("merged tribe") : stops.count.counted("tribe")
    }
  }
#endif
