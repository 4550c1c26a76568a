#if Nomadctl
  import NomadCheck
  import NomadTargets

  extension RoadMap {
    /// The kind of a sign between stations.
    enum Sign: String {
      /// The user's position.
      case start
      /// The end of the app's version.
      case limit
      /// The end of the support for old data.
      case oldest
    }

    /// The end of the support for old data, which the app refuses.
    struct SupportEnd: Hashable {
      /// The oldest version of data that the app accepts.
      let oldest: TribeVersion

      /// The number of stations before it.
      let position: Int

      /// A clause that names the data, and the release that can still migrate it.
      let text: String

      /// Finds where the support of old data ends.
      ///
      /// - Parameters:
      ///   - versions: The oldest versions that policies in the sources accept.
      ///   - shipped: The lines of the release lock.
      ///   - stations: The stations on the road.
      /// - Returns: The ends in the order of their versions.
      static func all(_ versions: [TribeVersion], shipped: [ReleaseLock.Entry], on stations: [Station]) -> [SupportEnd]
      {
        let retired = shipped.compactMap { line in line[.retired].flatMap { try? TribeVersion(app: $0) } }
        return Set(versions + retired).sorted().map { oldest in
          let shipments = shipped.filter { $0.order == .version(oldest) }.map(\.shipment)
          let release = shipments.min { $0.version < $1.version }?.release ?? oldest.text
          let count = retired.count { $0 == oldest }
          let lost = count == 0 ? "" : "; \(count.counted("tribe")) retired"
          return SupportEnd(
            oldest: oldest,
            position: stations.prefix { $0.order < .version(oldest) }.count,
            text: Legible.text("data before \(oldest.text) is refused; release \(release) can still migrate it\(lost)")
          )
        }
      }
    }
  }
#endif
