package import NomadGenCore
package import NomadTargets

extension TribeLock {
  /// A version or an id that a tribe has used up: whoever has run that tribe runs no other one in its place.
  package struct Claim {
    package let module: String

    /// The tribe with its module, as messages name it.
    package let name: String

    package let target: TribeTarget
    package let order: TribeOrder

    /// The release that brought the tribe.
    package let release: String

    /// Where its line is.
    package let location: Location
  }

  /// What tribes that have shipped use up, whether they are still there or not, in the order of the lines.
  package var claims: [Claim] {
    entries.compactMap { entry in
      guard let shipment = entry.shipment, !entry.order.isShareable else { return nil }
      return Claim(
        module: entry.module,
        name: entry.identity.qualifiedName,
        target: entry.target,
        order: entry.order,
        release: shipment.release,
        location: entry.location
      )
    }
  }
}
