/// The facts about the library's own modules that the generator knows without reading them.
///
/// Their sources are not always available: Xcode does not show them, and a check sees only one package. If they are
/// available, they contain conditions of Nomad's own builds, such as the `#if` of a trait, which must not appear in a
/// user's registry.
package enum Library {
  /// The module that declares `Tribe`.
  package static let core = "Nomad"

  /// The library's protocol, which is discovered by default.
  static let tribe = "Tribe"

  /// The module that declares `TribeTarget`.
  private static let targets = "NomadTargets"

  /// A protocol of the library that refines `Tribe`, and the module that declares it.
  struct Refinement: Equatable {
    let module: String
    let name: String
  }

  /// The protocol for tribes that return promises.
  static let promiseTribe = Refinement(module: "NomadPromiseKit", name: "PromiseTribe")

  /// All refinements.
  ///
  /// Their names end with "Tribe", so the search for the protocol finds every file that uses one.
  private static let refinements = [
    promiseTribe,
    Refinement(module: "NomadGRDB", name: "DatabaseTribe"),
    Refinement(module: "NomadPostgres", name: "PostgresTribe"),
    Refinement(module: "NomadPostgres", name: "PostgresBatchTribe"),
    Refinement(module: core, name: "BatchTribe"),
  ]

  /// Returns whether a module's sources are skipped, because it belongs to the library and all relevant facts are
  /// known.
  package static func isKnown(_ module: String, protocolName: String) -> Bool {
    protocolName == tribe && ([core, targets] + refinements.map(\.module)).contains(module)
  }

  /// Returns the library's declarations that can make a type a tribe, as if files contained them.
  ///
  /// - Parameters:
  ///   - home: The module whose tribes are discovered; it declares its own refinements.
  ///   - protocolName: The protocol to discover.
  /// - Returns: A file for each refinement.
  static func files(besides home: String, protocolName: String) -> [SourceFile] {
    guard protocolName == tribe else { return [] }
    return refinements.filter { $0.module != home }.map { refinement in
      let source = "public protocol \(refinement.name): Tribe {}"
      var file = Array(source.utf8).withUnsafeBufferPointer { Scanner.scan($0, path: "") }
      file.module = refinement.module
      return file
    }
  }
}
