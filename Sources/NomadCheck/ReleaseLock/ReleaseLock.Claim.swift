import NomadGenCore
package import NomadSyntax
package import NomadTargets

extension ReleaseLock {
  /// A version or an id that a shipped tribe has used up.
  ///
  /// A user who has run that tribe never runs another one in its place.
  package struct Claim {
    package let module: String

    /// The tribe with its module, as messages name it.
    package let name: String

    package let target: TribeTarget
    package let order: TribePosition

    /// The release that shipped the tribe.
    package let release: String

    /// The location of the tribe's line.
    package let location: Location
  }

  /// The versions and ids of all tribes that have shipped, including removed ones, in the order of the lines.
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
